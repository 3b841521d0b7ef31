-- Who may join: invitations and listed wallets.

alter table "Invitation"
    alter column "codeDigest" set not null, alter column "maxUses" set not null, alter column "uses" set not null,
    add constraint "Invitation_uses" check ("uses" >= 0 and "uses" <= "maxUses"),
    add constraint "Invitation_max_uses" check ("maxUses" between 1 and 100000);
create unique index "Invitation_code" on "Invitation" ("codeDigest");
create unique index "InvitationUse_user" on "InvitationUse" ("user");
create index "InvitationUse_invitation" on "InvitationUse" ("invitation");

-- True if an invitation belongs to a cohort. A null cohort includes every user.
create function _touchstone.is_in_cohort(invitation text, of_cohort text) returns boolean language sql stable
    return of_cohort is null or exists (select from "Invitation" i where i."objectId" = invitation and i."cohort" = of_cohort);

-- Wallets whose owners may join. There may be a million, so lists and searches use the indexes.
create table _touchstone.wallet_list (
    -- Family and bytes, and the chain for a contract. All spellings of an address are one account.
    account text collate "C" primary key,
    -- As it was entered, for display and for search by prefix.
    address text collate "C" not null,
    place bigint generated always as identity,
    label text,
    added_by text not null,
    added_at timestamptz not null,
    -- The user who joined with it.
    joined_user text
);
create unique index wallet_list_place on _touchstone.wallet_list (place);
create unique index wallet_list_address on _touchstone.wallet_list (address);
create index wallet_list_joined on _touchstone.wallet_list (joined_user) where joined_user is not null;

-- The users to whom these wallets are linked. The tables exist only if wallet sign-in is configured.
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
end $$;

-- The EVM wallets of a user: addresses, followed by `@` and the chain for contracts.
create function _touchstone.wallets_of(person text) returns text[] language plpgsql stable as $$
begin
    if to_regclass('"_EthAddress"') is null then
        return '{}';
    end if;
    return coalesce((select array_agg(a."objectId") from "_EthAddress" a where a."user" = person), '{}');
end $$;
