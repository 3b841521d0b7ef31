-- A season that is final is drawn from its seal: who becomes an administrator, is suspended, held, linked or deleted afterwards
-- leaves the ranks of seasons that are still open, and no others.
create or replace function _touchstone.rank_anew() returns trigger language plpgsql as $$
begin
    perform _touchstone.hold_person(person) from (
        select person from (select distinct unnest(array[old."personId", new."personId"]) as person) both_of_them
        where person is not null order by person collate "C") persons;
    update "Standing" s set "eligible" = s."season" > 0 and s."total" > 0 and _touchstone.is_ranked(s."personId")
        where s."personId" in (old."personId", new."personId")
            and not exists (select from "Season" z where z."number" = s."season" and z."state" in ('final', 'archived'));
    return null;
end
$$;

-- A user as others see them where people are ranked. Who deleted their account stands there under their pseudonym.
create or replace function _touchstone.shown_person(account "_User") returns jsonb
    language sql stable
    return case
        when account."status" = 'deleted' then _touchstone.person(account)
        when account."objectId" is null or _touchstone.is_hidden(account)
            then '{"id": null, "username": null, "hidden": true}'::jsonb
        else _touchstone.person(account)
    end;
