-- Identities that were taken from an account a short while ago: until then nobody else gets them.
create table _touchstone.wallet_rest (
    account text primary key,
    user_id text not null,
    until timestamptz not null
);
create index wallet_rest_user_id on _touchstone.wallet_rest (user_id);
create index wallet_rest_until on _touchstone.wallet_rest (until);
