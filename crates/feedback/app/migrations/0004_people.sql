-- What is shown of a person, and that a programme never loses its last administrator.

-- A person as everybody in the programme sees them; null where there is nobody.
create function _touchstone.person(person "_User") returns jsonb
    language sql stable parallel safe
    return case when person."objectId" is not null then jsonb_build_object(
        'id', person."objectId", 'username', person."username",
        'isAdmin', coalesce(person."isAdmin", false), 'trustLevel', coalesce(person."trustLevel", 0)::int) end;

-- Two administrators who dismiss each other at the same moment wait for one another here; the second finds nobody left.
create function _touchstone.keep_an_administrator() returns trigger language plpgsql as $$
begin
    perform pg_advisory_xact_lock(hashtext('touchstone.administrators'));
    if not exists (select from "_User" where "isAdmin" and "status" = 'active') then
        raise exception 'a programme keeps at least one active administrator' using errcode = '23514';
    end if;
    return null;
end
$$;
create trigger keeps_an_administrator after update on "_User" for each row
    when (old."isAdmin" and old."status" = 'active' and not coalesce(new."isAdmin" and new."status" = 'active', false))
    execute function _touchstone.keep_an_administrator();
create trigger keeps_an_administrator_on_delete after delete on "_User" for each row
    when (old."isAdmin" and old."status" = 'active')
    execute function _touchstone.keep_an_administrator();

create index "_User_joined" on "_User" ("createdAt" desc, "objectId");

-- The last answer to whether everything adds up.
create table _touchstone.invariant_report (
    is_only boolean primary key default true check (is_only), at timestamptz not null, differences jsonb not null);
