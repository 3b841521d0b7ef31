-- What wallets are asked to sign, until it is signed or five minutes have passed.
create table _touchstone.wallet_challenge (
    nonce text primary key,
    -- A whole text of ours, or what an old client appends to its own.
    is_whole boolean not null,
    body text not null,
    -- Whose signature a whole text asks for.
    family text,
    account text,
    chain bigint,
    application text not null,
    installation text not null,
    origin text,
    -- The account that the address is to be linked to; nothing where somebody signs in.
    user_id text,
    -- Whether an old client, which asks for the time after a whole text, was told that there is none.
    is_announced boolean not null default false,
    issued_at timestamptz not null,
    expires_at timestamptz not null
);
create index wallet_challenge_installation on _touchstone.wallet_challenge (installation, expires_at);
create index wallet_challenge_expires_at on _touchstone.wallet_challenge (expires_at);
