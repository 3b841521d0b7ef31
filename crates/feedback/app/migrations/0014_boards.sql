-- The order of a season, so that it can be asked quickly: how many persons have which total, and every step by which somebody
-- moved, for whoever keeps the same order elsewhere.

-- One row per season. Whoever moves somebody holds it until the transaction ends, so versions follow each other as commits do.
-- A name is never given again: a board that was made anew has nothing to do with the one before.
create table _touchstone.board (
    season integer primary key,
    name uuid not null default gen_random_uuid(),
    version bigint not null default 0
);

-- How many of a season have a total and so many high finds.
create table _touchstone.board_count (
    season integer not null,
    total double precision not null,
    high double precision not null,
    people bigint not null,
    primary key (season, total, high)
);

-- Who left which place for which, by the version that came of it.
create table _touchstone.board_move (
    season integer not null,
    version bigint not null,
    gone text,
    come text
);
create index board_move_version on _touchstone.board_move (season, version);

-- Where somebody stands, as a text whose order is that of the ranks: more points, more high finds, who was there first.
-- The number of an entry is unlike any other, so no two persons are equal.
create function _touchstone.place(standing "Standing") returns text
    language sql immutable
    return case when standing."eligible" then
        lpad((9007199254740991 - standing."total")::bigint::text, 16, '0') || '.'
        || lpad((999999999 - standing."highCount")::bigint::text, 9, '0') || '.'
        || lpad(standing."lastSeq"::bigint::text, 16, '0') || '.' || standing."personId" end;

-- Brings the boards up to what was moved. So many at once are not remembered one by one: the board gets a new name.
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
end
$$;

create function _touchstone.standings_come() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', s."season", 'come', _touchstone.place(s),
        'to', jsonb_build_array(s."total", s."highCount")))) from new_rows s where s."eligible" having count(*) > 0;
    return null;
end
$$;
create function _touchstone.standings_go() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', s."season", 'gone', _touchstone.place(s),
        'from', jsonb_build_array(s."total", s."highCount")))) from old_rows s where s."eligible" having count(*) > 0;
    return null;
end
$$;
create function _touchstone.standings_move() returns trigger language plpgsql as $$
begin
    perform _touchstone.move_boards(jsonb_agg(jsonb_build_object('season', n."season",
        'gone', _touchstone.place(o), 'come', _touchstone.place(n), 'from', jsonb_build_array(o."total", o."highCount"),
        'to', jsonb_build_array(n."total", n."highCount"))))
    from old_rows o join new_rows n on n."objectId" = o."objectId"
    where _touchstone.place(o) is distinct from _touchstone.place(n) having count(*) > 0;
    return null;
end
$$;
create function _touchstone.standings_end() returns trigger language plpgsql as $$
begin
    delete from _touchstone.board_move;
    delete from _touchstone.board_count;
    delete from _touchstone.board;
    return null;
end
$$;
create trigger boards_come after insert on "Standing" referencing new table as new_rows
    for each statement execute function _touchstone.standings_come();
create trigger boards_move after update on "Standing" referencing old table as old_rows new table as new_rows
    for each statement execute function _touchstone.standings_move();
create trigger boards_go after delete on "Standing" referencing old table as old_rows
    for each statement execute function _touchstone.standings_go();
create trigger boards_end after truncate on "Standing" for each statement execute function _touchstone.standings_end();

insert into _touchstone.board (season, version) select distinct "season", 1 from "Standing" where "eligible";
insert into _touchstone.board_count (season, total, high, people)
    select "season", "total", "highCount", count(*) from "Standing" where "eligible" group by 1, 2, 3;

-- In one direction, so that those above and below somebody are a range of it; with all that ranks are made of, so that only the
-- index is read.
drop index "Standing_order";
create index "Standing_order" on "Standing" ("season", "total", "highCount", (-"lastSeq")) include ("lastSeq", "personId") where "eligible";

-- The rank of a standing: those with more, and of those with as much the ones who were there first. Not in plain SQL, because
-- such a function would be planned anew in every statement.
create function _touchstone.rank(mine "Standing") returns bigint language plpgsql stable as $$
begin
    if not mine."eligible" then
        return null;
    end if;
    return 1 + coalesce((select sum(c.people) from _touchstone.board_count c
            where c.season = mine."season"::integer and (c.total, c.high) > (mine."total", mine."highCount")), 0)::bigint
        + (select count(*) from "Standing" s where s."eligible" and s."season" = mine."season"
            and s."total" = mine."total" and s."highCount" = mine."highCount" and -s."lastSeq" > -mine."lastSeq");
end
$$;
