-- Users and administrators. A person is one or more linked accounts.

alter table "_User"
    add constraint "_User_status" check ("status" in ('active', 'limited', 'suspended', 'deleted')),
    add constraint "_User_trust_level" check ("trustLevel" between 0 and 4),
    add constraint "_User_risk_state" check ("riskState" in ('clear', 'watch', 'held')),
    add constraint "_User_counts" check ("acceptedCount" >= 0 and "decidedCount" >= 0 and "spamCount" >= 0);

-- An adopted database may already have users.
update "_User" set "personId" = "objectId" where "personId" is null;
create index "_User_administrators" on "_User" ("objectId") where "isAdmin";
create index "_User_joined" on "_User" ("createdAt" desc, "objectId");
create index "_User_person" on "_User" ("personId");

-- One index per sort order of the list of people.
create index "_User_in_order_of_joining" on "_User" ((_touchstone.iso("createdAt") collate "C"), "objectId");
create index "_User_in_order_of_activity" on "_User" ((coalesce(_touchstone.iso("lastActiveOn"), '') collate "C"), "objectId");
create index "_User_in_order_of_names" on "_User" ((coalesce(lower("username"), '') collate "C"), "objectId");

-- Two administrators who dismiss each other at the same time are serialized here, so the second one is rejected.
create function _touchstone.keep_an_administrator() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('touchstone.administrators'));
    if not exists (select from "_User" where "isAdmin" and "status" = 'active') then
        raise exception 'a programme keeps at least one active administrator' using errcode = '23514';
    end if;
    return null;
end $$;
create trigger keeps_an_administrator after update on "_User" for each row
    when (old."isAdmin" and old."status" = 'active' and not coalesce(new."isAdmin" and new."status" = 'active', false))
    execute function _touchstone.keep_an_administrator();
create trigger keeps_an_administrator_on_delete after delete on "_User" for each row
    when (old."isAdmin" and old."status" = 'active')
    execute function _touchstone.keep_an_administrator();

-- The role by which administrators read objects that are hidden from testers. Its members are the users with "isAdmin".
insert into "_Role" ("objectId", "createdAt", "updatedAt", "name", "_rperm", "_wperm")
    select 'administra', now(), now(), 'administrators', '{}', '{}'
    where not exists (select from "_Role" where "name" = 'administrators');

-- An adopted database may already have a role of this name. It is taken over: no client reads or writes it, it has no
-- other members, and no roles inside it.
update "_Role" set "_rperm" = '{}', "_wperm" = '{}', "updatedAt" = now() where "name" = 'administrators';
delete from "_Join:users:_Role" member using "_Role" role
    where role."name" = 'administrators' and member."owningId" = role."objectId"
        and not exists (select from "_User" person where person."objectId" = member."relatedId" and person."isAdmin");
delete from "_Join:roles:_Role" inner_role using "_Role" role
    where role."name" = 'administrators' and inner_role."owningId" = role."objectId";
insert into "_Join:users:_Role" ("relatedId", "owningId")
    select person."objectId", role."objectId" from "_User" person, "_Role" role
    where person."isAdmin" and role."name" = 'administrators'
    on conflict do nothing;

-- One-time tokens for the first administrator, stored as digests.
create table _touchstone.setup_token (digest text primary key, made_at timestamptz not null default now());

-- A user as every member of the program sees them, and null if there is none.
create function _touchstone.person(person "_User") returns jsonb
    language sql stable parallel safe
    return case when person."objectId" is not null then jsonb_build_object(
        'id', person."objectId", 'username', person."username",
        'isAdmin', coalesce(person."isAdmin", false), 'trustLevel', coalesce(person."trustLevel", 0)::int) end;

-- The same as JSON text. It looks nothing up, so the planner inlines it.
create function _touchstone.person_text(person "_User") returns json
    language sql stable parallel safe
    return case when person."objectId" is not null then json_build_object(
        'id', person."objectId", 'username', person."username",
        'isAdmin', coalesce(person."isAdmin", false), 'trustLevel', coalesce(person."trustLevel", 0)::int) end;

-- The same by id. In PL/pgSQL, which plans once per connection. A SQL function that looks something up is planned in
-- every statement.
create function _touchstone.person_of(person_id text) returns jsonb language plpgsql stable parallel safe as $$
begin
    return (select _touchstone.person(u) from "_User" u where u."objectId" = person_id);
end $$;

-- True if a user is hidden from leaderboards.
create function _touchstone.is_hidden(account "_User") returns boolean
    language sql stable
    return coalesce(account."privacy" ->> 'showOnLeaderboard', 'true') = 'false' or coalesce(account."status", 'active') = 'deleted';

-- A user as shown on leaderboards. A deleted account is shown with its pseudonym.
create function _touchstone.shown_person(account "_User") returns jsonb
    language sql stable
    return case
        when account."status" = 'deleted' then _touchstone.person(account)
        when account."objectId" is null or _touchstone.is_hidden(account)
            then '{"id": null, "username": null, "hidden": true}'::jsonb
        else _touchstone.person(account)
    end;

-- Serializes everything that changes the points of a person, or whether they are ranked.
create function _touchstone.hold_person(person text) returns void
    language sql volatile
    return pg_advisory_xact_lock(hashtextextended('touchstone.person:' || person, 0));
