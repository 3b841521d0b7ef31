-- Payouts of final seasons: built as a draft, published, and possibly voided.

-- Sources of a payout: the rules as entered, a hash of all lines, the last line of the season file, the sum of all
-- weights, the number of ranked persons, and the tree. Any proof is computed from the nodes of the tree, which take a
-- twentieth of the space of all proofs.
create table _touchstone.reward_source (
    export text primary key,
    asked jsonb not null,
    lines_hash text not null,
    end_line text not null,
    weight numeric(60, 0) not null,
    ranked integer not null,
    nodes bytea not null
);
alter table _touchstone.reward_source alter column nodes set storage external;

-- All persons with points, in the order of the standings when the payout was built.
create table _touchstone.reward_payee (
    export text not null,
    place integer not null check (place >= 1),
    person text not null,
    rank integer,
    eligible boolean not null,
    total bigint not null check (total > 0),
    high_count integer not null,
    last_seq bigint not null,
    decision text not null check (decision in ('pay', 'set_aside', 'leave_out')),
    why text check (why in ('no_address', 'held', 'linked', 'administrator', 'inactive', 'by_decision')),
    address text check (address ~ '^0x[0-9a-f]{40}$'),
    weight numeric(40, 0) not null,
    amount numeric(78, 0) not null check (amount >= 0),
    leaf_index integer,
    tree_place integer,
    primary key (export, place),
    unique (export, person),
    check ((leaf_index is null) = (tree_place is null)),
    check (leaf_index is null or (decision = 'pay' and address is not null and amount > 0))
);
create unique index reward_payee_leaf on _touchstone.reward_payee (export, leaf_index) where leaf_index is not null;
create unique index reward_payee_address on _touchstone.reward_payee (export, address) where leaf_index is not null;

-- A season has at most one draft and one published payout.
create table _touchstone.reward_current (
    season integer not null,
    state text not null check (state in ('draft', 'published')),
    export text not null unique,
    primary key (season, state)
);

-- A draft is created and deleted. A published payout can only be voided.
create function _touchstone.reward_moves() returns trigger language plpgsql as $$
declare
    expected "RewardExport";
begin
    if tg_op = 'INSERT' then
        if new."state" <> 'draft' or not exists (
            select from "Season" where "number" = new."season" and "state" in ('final', 'archived') and "finalHash" = new."finalHash") then
            raise exception 'a payout begins as a draft of a final season' using errcode = '23514';
        end if;
        insert into _touchstone.reward_current (season, state, export) values (new."season"::int, 'draft', new."objectId");
        return new;
    end if;
    if tg_op = 'DELETE' then
        if old."state" <> 'draft' then
            raise exception 'a payout that was published stays' using errcode = '23514';
        end if;
        delete from _touchstone.reward_current where export = old."objectId";
        delete from _touchstone.reward_payee where export = old."objectId";
        delete from _touchstone.reward_source where export = old."objectId";
        return old;
    end if;
    expected := old;
    expected."updatedAt" := new."updatedAt";
    if old."state" = 'draft' and new."state" = 'published' and new."publishedAt" is not null then
        expected."state" := 'published';
        expected."publishedAt" := new."publishedAt";
        expected."_rperm" := '{*}';
        update _touchstone.reward_current set state = 'published' where export = new."objectId";
    elsif old."state" = 'published' and new."state" = 'void' and new."voidReason" is not null and new."voidedAt" is not null then
        expected."state" := 'void';
        expected."voidedAt" := new."voidedAt";
        expected."voidReason" := new."voidReason";
        delete from _touchstone.reward_current where export = new."objectId";
    end if;
    if new is distinct from expected then
        raise exception 'a payout does not change' using errcode = '23514';
    end if;
    return new;
end $$;
create trigger moves before insert or update or delete on "RewardExport"
    for each row execute function _touchstone.reward_moves();
create trigger only_grows_whole before truncate on "RewardExport"
    for each statement execute function _touchstone.refuse_change();

-- Leaves are written when a payout is published, and are append-only.
create trigger only_grows before update or delete on "RewardLeaf"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "RewardLeaf"
    for each statement execute function _touchstone.refuse_change();

-- The sources of a published payout do not change.
create function _touchstone.refuse_unless_draft() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and not exists (
        select from "RewardExport" where "objectId" = old.export and "state" <> 'draft') then
        return old;
    end if;
    raise exception '% does not change', tg_table_name using errcode = '23514';
end $$;
create trigger stays before update or delete on _touchstone.reward_payee
    for each row execute function _touchstone.refuse_unless_draft();
create trigger stays before update or delete on _touchstone.reward_source
    for each row execute function _touchstone.refuse_unless_draft();
