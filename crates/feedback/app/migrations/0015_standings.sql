-- Standings: the sums of the ledger per person, their order, and the live objects that signal a change.
--
-- A board is the order of a season. It stores how many persons have which total, and every move, for a copy of the
-- order outside of the database.

alter table "Standing"
    alter column "season" set not null, alter column "personId" set not null, alter column "total" set not null,
    alter column "highCount" set not null, alter column "lastSeq" set not null, alter column "eligible" set not null,
    add constraint "Standing_whole" check ("total" = trunc("total") and "highCount" >= 0 and "lastSeq" >= 0);
alter table "Standing" set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
create unique index "Standing_person" on "Standing" ("season", "personId");
create index "Standing_of" on "Standing" ("personId");

-- In one direction, so that the neighbours of a standing are a range. It includes all columns of a rank, for index-only
-- scans.
create index "Standing_order" on "Standing" ("season", "total", "highCount", (-"lastSeq")) include ("lastSeq", "personId") where "eligible";

-- True if a person may be ranked. In PL/pgSQL, because a SQL function that aggregates is planned in every statement.
create function _touchstone.is_ranked(person text) returns boolean
    language plpgsql stable as $$
begin
    return coalesce((
        select bool_or(coalesce("status", 'active') = 'active')
            and not bool_or(coalesce("isAdmin", false)) and not bool_or(coalesce("riskState", 'clear') = 'held')
        from "_User" where "personId" = person), false);
end $$;

-- Recounts the standings of persons from the ledger. The sequence number that breaks ties is not affected by linking
-- accounts later.
create function _touchstone.recount_standings(of_season integer, persons text[], moment timestamptz) returns void
    language sql volatile
begin atomic
    insert into "Standing" ("objectId", "createdAt", "updatedAt", "season", "personId", "displayUser", "total", "highCount",
        "lastSeq", "eligible", "_rperm", "_wperm")
    select md5(of_season || ':' || counted.person), moment, moment, of_season, counted.person, counted.person,
        counted.total, counted.high, counted.last, of_season > 0 and counted.total > 0 and _touchstone.is_ranked(counted.person), '{}', '{}'
    from (
        select entry."personId" as person, sum(entry."amount") as total,
            count(distinct entry."sourceId") filter (where state.stands and entry."rule" in ('bug.S1', 'bug.S2')) as high,
            coalesce(max(_touchstone.entry_place(entry."idemKey", entry."seq")) filter (where state.stands), 0) as last
        from "PointsEntry" entry, lateral (select _touchstone.stands(entry) as stands) state
        where entry."season" = of_season and entry."personId" = any(persons)
        group by entry."personId"
    ) counted
    on conflict ("season", "personId") do update set "total" = excluded."total", "highCount" = excluded."highCount",
        "lastSeq" = excluded."lastSeq", "eligible" = excluded."eligible", "updatedAt" = excluded."updatedAt";
end;

-- Updates the ranks of a person in open seasons. Final seasons do not change.
create function _touchstone.rank_anew() returns trigger language plpgsql as $$
begin
    perform _touchstone.hold_person(person) from (
        select person from (select distinct unnest(array[old."personId", new."personId"]) as person) both_of_them
        where person is not null order by person collate "C") persons;
    update "Standing" s set "eligible" = s."season" > 0 and s."total" > 0 and _touchstone.is_ranked(s."personId")
        where s."personId" in (old."personId", new."personId")
            and not exists (select from "Season" z where z."number" = s."season" and z."state" in ('final', 'archived'));
    return null;
end $$;
create trigger rank_anew after update of "isAdmin", "status", "riskState", "personId" on "_User"
    for each row when ((old."isAdmin", old."status", old."riskState", old."personId")
        is distinct from (new."isAdmin", new."status", new."riskState", new."personId"))
    execute function _touchstone.rank_anew();

-- One row per season, held by transactions that change standings, so versions follow the order of commits. The name
-- changes when the board was rebuilt and a cached copy has to be reloaded.
create table _touchstone.board (
    season integer primary key,
    name uuid not null default gen_random_uuid(),
    version bigint not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);

-- The number of persons per total and count of high severity finds.
create table _touchstone.board_count (
    season integer not null,
    total double precision not null,
    high double precision not null,
    people bigint not null,
    primary key (season, total, high)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- Which place a person left for which other one, by version.
create table _touchstone.board_move (
    season integer not null,
    version bigint not null,
    gone text,
    come text
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create index board_move_version on _touchstone.board_move (season, version);

-- The place of a standing as text that sorts like the ranks: more points, more high severity finds, earlier entry.
-- Sequence numbers are unique, so no two places are equal.
create function _touchstone.place(standing "Standing") returns text
    language sql immutable
    return case when standing."eligible" then
        lpad((9007199254740991 - standing."total")::bigint::text, 16, '0') || '.'
        || lpad((999999999 - standing."highCount")::bigint::text, 9, '0') || '.'
        || lpad(standing."lastSeq"::bigint::text, 16, '0') || '.' || standing."personId" end;

-- Applies moves to the boards. A large number of moves is not stored one by one: the board gets a new name.
create function _touchstone.move_boards(moves jsonb) returns void language plpgsql as $$
declare
    part record;
    many constant bigint := 500;
begin
    for part in
        select (m ->> 'season')::integer as season, count(*) as moves
        from jsonb_array_elements(moves) m group by 1 order by 1
    loop
        insert into _touchstone.board (season, version) values (part.season, 1)
            on conflict (season) do update set version = _touchstone.board.version + 1,
                name = case when part.moves > many then gen_random_uuid() else _touchstone.board.name end;
        if part.moves > many then
            delete from _touchstone.board_move where season = part.season;
        else
            insert into _touchstone.board_move (season, version, gone, come)
            select part.season, b.version, m ->> 'gone', m ->> 'come'
            from jsonb_array_elements(moves) m, _touchstone.board b
            where (m ->> 'season')::integer = part.season and b.season = part.season;
        end if;
        insert into _touchstone.board_count (season, total, high, people)
        select part.season, step.total, step.high, sum(step.people) from (
            select (m -> 'from' ->> 0)::float8 as total, (m -> 'from' ->> 1)::float8 as high, -1 as people
            from jsonb_array_elements(moves) m where (m ->> 'season')::integer = part.season and m ->> 'gone' is not null
            union all
            select (m -> 'to' ->> 0)::float8, (m -> 'to' ->> 1)::float8, 1
            from jsonb_array_elements(moves) m where (m ->> 'season')::integer = part.season and m ->> 'come' is not null) step
        group by step.total, step.high having sum(step.people) <> 0
        on conflict (season, total, high) do update set people = _touchstone.board_count.people + excluded.people;
    end loop;
end $$;

create function _touchstone.standings_come() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', s."season", 'come', _touchstone.place(s),
        'to', jsonb_build_array(s."total", s."highCount")))) from new_rows s where s."eligible" having count(*) > 0;
    return null;
end $$;

create function _touchstone.standings_go() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', s."season", 'gone', _touchstone.place(s),
        'from', jsonb_build_array(s."total", s."highCount")))) from old_rows s where s."eligible" having count(*) > 0;
    return null;
end $$;

create function _touchstone.standings_move() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', n."season",
        'gone', _touchstone.place(o), 'come', _touchstone.place(n), 'from', jsonb_build_array(o."total", o."highCount"),
        'to', jsonb_build_array(n."total", n."highCount"))))
    from old_rows o join new_rows n on n."objectId" = o."objectId"
    where _touchstone.place(o) is distinct from _touchstone.place(n) having count(*) > 0;
    return null;
end $$;

create function _touchstone.standings_end() returns trigger language plpgsql as $$
begin
    delete from _touchstone.board_move;
    delete from _touchstone.board_count;
    delete from _touchstone.board;
    return null;
end $$;
create trigger boards_come after insert on "Standing" referencing new table as new_rows
    for each statement execute function _touchstone.standings_come();
create trigger boards_move after update on "Standing" referencing old table as old_rows new table as new_rows
    for each statement execute function _touchstone.standings_move();
create trigger boards_go after delete on "Standing" referencing old table as old_rows
    for each statement execute function _touchstone.standings_go();
create trigger boards_end after truncate on "Standing" for each statement execute function _touchstone.standings_end();

-- The rank of a standing. In PL/pgSQL, because a SQL function that looks something up is planned in every statement.
create function _touchstone.rank(mine "Standing") returns bigint language plpgsql stable as $$
begin
    if not mine."eligible" then
        return null;
    end if;
    return 1 + coalesce((select sum(c.people) from _touchstone.board_count c
            where c.season = mine."season"::integer and (c.total, c.high) > (mine."total", mine."highCount")), 0)::bigint
        + (select count(*) from "Standing" s where s."eligible" and s."season" = mine."season"
            and s."total" = mine."total" and s."highCount" = mine."highCount" and -s."lastSeq" > -mine."lastSeq");
end $$;

-- The distribution of totals per day, from which the past ranks of a person are computed without reading the ledger.
create table _touchstone.board_day (
    season integer not null,
    taken_at timestamptz not null,
    total double precision not null,
    people bigint not null,
    primary key (season, taken_at, total)
);

-- Live objects: "SeasonPulse" for a changed board, and "PointsPulse" for new points of an account.
alter table "SeasonPulse"
    alter column "season" set not null, alter column "version" set not null;
create unique index "SeasonPulse_season" on "SeasonPulse" ("season");

alter table "PointsPulse"
    alter column "user" set not null, alter column "season" set not null, alter column "seq" set not null;
create unique index "PointsPulse_user" on "PointsPulse" ("user");

-- The last entry of a season that was pushed to accounts, and when.
create table _touchstone.points_told (season integer primary key, seq bigint not null, at timestamptz not null)
    with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
insert into _touchstone.points_told (season, seq, at) values (0, 0, 'epoch');

-- Writes the changes since the last pulse, at most once a second, and returns whether some are left. A last pulse in
-- the future comes from a wrong clock and is ignored.
create function _touchstone.pulse(moment timestamptz) returns boolean language plpgsql as $$
declare
    part record;
    is_waiting boolean := false;
begin
    -- Nodes are serialized, so that each one sees the last pulse.
    perform pg_advisory_xact_lock(hashtextextended('touchstone.pulse', 0));
    for part in
        select s."objectId" as season, b.version, coalesce(p."updatedAt" > moment - interval '1 second' and p."updatedAt" <= moment, false) as waits
        from _touchstone.board b join "Season" s on s."number" = b.season left join "SeasonPulse" p on p."season" = s."objectId"
        where s."state" <> 'draft' and p."version" is distinct from b.version
    loop
        is_waiting := is_waiting or part.waits;
        continue when part.waits;
        insert into "SeasonPulse" ("objectId", "createdAt", "updatedAt", "season", "version", "_rperm", "_wperm")
        values (part.season, moment, moment, part.season, part.version, '{*}', '{}')
        on conflict ("season") do update set "version" = excluded."version", "updatedAt" = excluded."updatedAt";
    end loop;
    for part in
        select h.season, h.seq, coalesce(t.seq, 0) as told, coalesce(t.at > moment - interval '1 second' and t.at <= moment, false) as waits
        from _touchstone.ledger_head h left join _touchstone.points_told t using (season)
        where h.seq <> coalesce(t.seq, 0)
    loop
        is_waiting := is_waiting or part.waits;
        continue when part.waits;
        insert into "PointsPulse" ("objectId", "createdAt", "updatedAt", "user", "season", "seq", "_rperm", "_wperm")
        select e."user", moment, moment, e."user", part.season, max(e."seq"), array[e."user", 'role:administrators'], '{}'
        from "PointsEntry" e where e."season" = part.season and e."seq" > part.told and e."seq" <= part.seq
        group by e."user" order by e."user"
        on conflict ("user") do update set "season" = excluded."season", "seq" = excluded."seq", "updatedAt" = excluded."updatedAt";
        insert into _touchstone.points_told (season, seq, at) values (part.season, part.seq, moment)
        on conflict (season) do update set seq = excluded.seq, at = excluded.at;
    end loop;
    return is_waiting;
end $$;
