-- Seasons. They do not overlap, and their state only moves forward.

alter table "Season"
    alter column "number" set not null, alter column "name" set not null, alter column "startsAt" set not null,
    alter column "endsAt" set not null, alter column "reviewDays" set not null, alter column "state" set not null,
    add constraint "Season_number" check ("number" = trunc("number") and "number" >= 1),
    add constraint "Season_state" check ("state" in ('draft', 'live', 'review', 'final', 'archived')),
    add constraint "Season_forward" check ("startsAt" < "endsAt"),
    add constraint "Season_sealed" check (("finalHash" is not null) = ("state" in ('final', 'archived'))),
    add constraint "Season_apart" exclude using gist (tstzrange("startsAt", "endsAt") with &&);
create unique index "Season_by_number" on "Season" ("number");
create unique index "Season_one_live" on "Season" ("state") where "state" = 'live';

create function _touchstone.season_moves() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' and old."state" <> 'draft' then
        raise exception 'season % has begun and stays', old."number" using errcode = '23514';
    end if;
    if tg_op = 'UPDATE' and old."state" in ('final', 'archived')
        and (new."finalHash", new."startsAt", new."endsAt", new."number")
            is distinct from (old."finalHash", old."startsAt", old."endsAt", old."number") then
        raise exception 'season % is final', old."number" using errcode = '23514';
    end if;
    if tg_op = 'UPDATE' and array_position('{draft,live,review,final,archived}'::text[], new."state")
            not in (array_position('{draft,live,review,final,archived}'::text[], old."state"),
                array_position('{draft,live,review,final,archived}'::text[], old."state") + 1) then
        raise exception 'a season that is % cannot become %', old."state", new."state" using errcode = '23514';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger moves before update or delete on "Season" for each row execute function _touchstone.season_moves();
