-- Sign-in with a wallet: challenges, linked addresses, and addresses that were unlinked.

-- Texts to sign, for five minutes or until they are signed.
create table _touchstone.wallet_challenge (
    nonce text primary key,
    -- True for a whole text, false for the suffix that an old client appends to its own.
    is_whole boolean not null,
    body text not null,
    -- The account whose signature a whole text asks for.
    family text,
    account text,
    chain bigint,
    application text not null,
    installation text not null,
    origin text,
    -- The user to whom the address is linked, and null for a sign-in.
    user_id text,
    -- The page of another site that asks, and null for a sign-in to this application.
    audience text,
    -- Whether an old client, which asks for the time after a whole text, was answered that there is none.
    is_announced boolean not null default false,
    issued_at timestamptz not null,
    expires_at timestamptz not null
);
create index wallet_challenge_installation on _touchstone.wallet_challenge (installation, expires_at);
create index wallet_challenge_expires_at on _touchstone.wallet_challenge (expires_at);

-- An identity belongs to one user, independent of the spelling of its address.
create unique index "_EthAddress_account" on "_EthAddress" ("accountKey") where "accountKey" is not null;
create unique index "_SolAddress_account" on "_SolAddress" ("accountKey") where "accountKey" is not null;
create unique index "_DotAddress_account" on "_DotAddress" ("accountKey") where "accountKey" is not null;
create unique index "_ErdAddress_account" on "_ErdAddress" ("accountKey") where "accountKey" is not null;
create index "_EthAddress_user" on "_EthAddress" ("user");
create index "_SolAddress_user" on "_SolAddress" ("user");
create index "_DotAddress_user" on "_DotAddress" ("user");
create index "_ErdAddress_user" on "_ErdAddress" ("user");

-- Identities that were unlinked a short while ago. No other user can link them until then.
create table _touchstone.wallet_rest (
    account text primary key,
    user_id text not null,
    until timestamptz not null
);
create index wallet_rest_user_id on _touchstone.wallet_rest (user_id);
create index wallet_rest_until on _touchstone.wallet_rest (until);
