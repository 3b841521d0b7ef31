-- What pages follow live beside the objects themselves: who looks at an issue, and that points have moved.

-- Who looks at an issue. Forgotten as soon as they leave, or are not heard of any more.
alter table "IssueViewer"
    alter column "issue" set not null,
    alter column "person" set not null,
    alter column "seenAt" set not null;
create unique index "IssueViewer_issue_person" on "IssueViewer" ("issue", "person");
create index "IssueViewer_seen" on "IssueViewer" ("seenAt");

create function _touchstone.keep_viewer() returns trigger language plpgsql as $$
begin
    new."_rperm" := '{role:administrators}';
    new."_wperm" := '{}';
    return new;
end
$$;
create trigger readers before insert or update on "IssueViewer" for each row execute function _touchstone.keep_viewer();

create or replace function _touchstone.lookers(issue_id text, me text, since timestamptz) returns jsonb
    language sql stable
    return coalesce((select jsonb_agg(_touchstone.person(u) order by v."seenAt" desc)
        from "IssueViewer" v join "_User" u on u."objectId" = v."person"
        where v."issue" = issue_id and v."person" <> me and v."seenAt" > since), '[]');
drop table _touchstone.look;

-- That a board has moved, told to everybody; and that an account got points, told to that account.
alter table "SeasonPulse"
    alter column "season" set not null,
    alter column "version" set not null;
create unique index "SeasonPulse_season" on "SeasonPulse" ("season");
alter table "PointsPulse"
    alter column "user" set not null,
    alter column "season" set not null,
    alter column "seq" set not null;
create unique index "PointsPulse_user" on "PointsPulse" ("user");

-- Up to which entry of a season accounts were told, and when.
create table _touchstone.points_told (season integer primary key, seq bigint not null, at timestamptz not null);
insert into _touchstone.points_told (season, seq, at) select season, seq, 'epoch' from _touchstone.ledger_head;

-- Writes what has moved since it was last told. What was told less than a second ago waits, and then it says so. A time of
-- telling that is still to come was set by a clock that was wrong, and nobody waits for it.
create function _touchstone.pulse(moment timestamptz) returns boolean language plpgsql as $$
declare
    part record;
    is_waiting boolean := false;
begin
    -- Nodes tell one after the other, so that each sees what the one before it told.
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
end
$$;
