-- Wallets whose owners may join.

-- Whose these wallets are. Which tables there are depends on whether wallets are a way in.
create function _touchstone.wallet_holders(accounts text[]) returns table (account text, holder text)
    language plpgsql stable as $$
declare
    named record;
begin
    for named in select * from (values ('evm', '_EthAddress'), ('solana', '_SolAddress'), ('polkadot', '_DotAddress'),
        ('multiversx', '_ErdAddress')) known(family, class)
    loop
        if to_regclass(format('%I', named.class)) is not null then
            return query execute format('select $1 || '':'' || w."accountKey", w."user" from %I w where w."accountKey" = any($2)', named.class)
                using named.family, (select array_agg(split_part(one, ':', 2)) from unnest(accounts) one where split_part(one, ':', 1) = named.family);
        end if;
    end loop;
end
$$;

create table _touchstone.wallet_list (
    -- Up to a million of them: pages and searches go by indexes.
    -- Family and bytes; for a contract also its chain. Spellings of one address are one.
    account text collate "C" primary key,
    -- As it was given, for people and for searches by its beginning.
    address text collate "C" not null,
    place bigint generated always as identity,
    label text,
    added_by text not null,
    added_at timestamptz not null,
    -- Who has joined with it.
    joined_user text
);
create unique index wallet_list_place on _touchstone.wallet_list (place);
create unique index wallet_list_address on _touchstone.wallet_list (address);
create index wallet_list_joined on _touchstone.wallet_list (joined_user) where joined_user is not null;
