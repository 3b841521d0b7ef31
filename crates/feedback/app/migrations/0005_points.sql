-- What the database itself holds of the rules about points: a ledger that only grows, whose entries are numbered without
-- gaps and sealed one after the other; seasons that never overlap; and who is ranked.

create function _touchstone.in_millis(moment timestamptz) returns bigint
    language sql immutable parallel safe
    return floor(extract(epoch from moment at time zone 'UTC') * 1000)::bigint;

create function _touchstone.from_millis(millis bigint) returns timestamptz
    language sql immutable parallel safe
    return timestamptz '1970-01-01 00:00:00+00' + millis * interval '1 millisecond';

-- The day of a moment in somebody's calendar, counted from 1 January 1970.
create function _touchstone.day(moment timestamptz, zone text) returns integer
    language sql stable parallel safe
    return (moment at time zone zone)::date - date '1970-01-01';

-- Whether somebody chose not to be seen on the board.
create function _touchstone.is_hidden(account "_User") returns boolean
    language sql stable
    return coalesce(account."privacy" ->> 'showOnLeaderboard', 'true') = 'false' or coalesce(account."status", 'active') = 'deleted';

-- A user as others see them where people are ranked.
create function _touchstone.shown_person(account "_User") returns jsonb
    language sql stable
    return case
        when account."objectId" is null or _touchstone.is_hidden(account)
            then '{"id": null, "username": null, "hidden": true}'::jsonb
        else _touchstone.person(account)
    end;

-- Whatever changes what a person holds, or whether they are ranked, waits for its turn here.
create function _touchstone.hold_person(person text) returns void
    language sql volatile
    return pg_advisory_xact_lock(hashtextextended('touchstone.person:' || person, 0));

update "_User" set "personId" = "objectId" where "personId" is null;
create index "_User_person" on "_User" ("personId");

-- Rule sets.
alter table "RuleSet"
    alter column "version" set not null,
    alter column "rules" set not null,
    alter column "effectiveFrom" set not null,
    alter column "note" set not null,
    add constraint "RuleSet_whole" check ("version" = trunc("version") and "version" >= 1);
create unique index "RuleSet_version" on "RuleSet" ("version");
create trigger only_grows before update or delete on "RuleSet"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "RuleSet"
    for each statement execute function _touchstone.refuse_change();
insert into "RuleSet" ("objectId", "createdAt", "updatedAt", "version", "rules", "effectiveFrom", "note", "diff", "_rperm", "_wperm")
values ('rulesetone', now(), now(), 1, '{
    "bug": { "S1": 400, "S2": 150, "S3": 50, "S4": 15 }, "bugS4PerDay": 3,
    "friction": { "points": 20, "perDay": 3 },
    "ideaAccepted": 30, "ideaPerWeek": 2, "ideaShipped": 70,
    "quality": { "A": 12500, "B": 10000, "C": 6000 },
    "coFinderShares": [2000, 1000, 500, 250, 125],
    "coverage": { "points": 5, "perDay": 4 }, "coveragePerIssue": 6,
    "fixCheck": { "points": 10, "perDay": 5 }, "fixCheckPersons": 3,
    "regressionBps": 4000,
    "duplicate": { "points": 3, "perDay": 10 },
    "helpful": { "points": 5, "perDay": 3 },
    "missionBlockedBps": 5000, "spamPenalty": 20, "abuseMost": 500, "settleDays": 7,
    "trust": { "knownAccepted": 1, "reliableAccepted": 5, "reliableBps": 6000, "expertAccepted": 20, "expertBps": 7500 }
}', '1970-01-01T00:00:00Z', 'The rules to begin with.', '[]', '{*}', '{}');

-- Seasons.
alter table "Season"
    alter column "number" set not null,
    alter column "name" set not null,
    alter column "startsAt" set not null,
    alter column "endsAt" set not null,
    alter column "reviewDays" set not null,
    alter column "state" set not null,
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
end
$$;
create trigger moves before update or delete on "Season" for each row execute function _touchstone.season_moves();

-- The ledger. One row per season says where its chain ends; whoever appends holds that row.
create table _touchstone.ledger_head (
    season integer primary key check (season >= 0),
    seq bigint not null default 0,
    hash text not null default repeat('0', 64)
);
insert into _touchstone.ledger_head (season) values (0);

alter table "PointsEntry"
    alter column "season" set not null,
    alter column "seq" set not null,
    alter column "user" set not null,
    alter column "personId" set not null,
    alter column "amount" set not null,
    alter column "kind" set not null,
    alter column "rule" set not null,
    alter column "ruleSet" set not null,
    alter column "sourceType" set not null,
    alter column "sourceId" set not null,
    alter column "idemKey" set not null,
    alter column "provisional" set not null,
    alter column "explain" set not null,
    alter column "at" set not null,
    alter column "prevHash" set not null,
    alter column "hash" set not null,
    add constraint "PointsEntry_whole" check ("amount" = trunc("amount") and "amount" <> 0 and abs("amount") < 9007199254740992),
    add constraint "PointsEntry_kind" check ("kind" in ('award', 'reversal', 'penalty', 'adjustment')),
    add constraint "PointsEntry_sign" check (case "kind" when 'award' then "amount" > 0 when 'penalty' then "amount" < 0 else true end),
    add constraint "PointsEntry_source" check ("sourceType" in ('issue', 'submission', 'fix_check', 'comment', 'proposal', 'manual')),
    add constraint "PointsEntry_reversal" check (("kind" = 'reversal') = ("reversalOf" is not null)),
    add constraint "PointsEntry_reason" check ("kind" = 'award' or "reason" is not null);
create unique index "PointsEntry_place" on "PointsEntry" ("season", "seq");
create unique index "PointsEntry_once" on "PointsEntry" ("idemKey");
create unique index "PointsEntry_reversed_once" on "PointsEntry" ("season", "reversalOf") where "reversalOf" is not null;
create index "PointsEntry_person" on "PointsEntry" ("season", "personId", "seq");
create index "PointsEntry_account" on "PointsEntry" ("user", "season", "seq");
create index "PointsEntry_source_of" on "PointsEntry" ("sourceType", "sourceId");
create index "PointsEntry_issue" on "PointsEntry" ("issue") where "issue" is not null;
create index "PointsEntry_rule_of_person" on "PointsEntry" ("personId", "rule", "at");
create index "PointsEntry_by_hand" on "PointsEntry" ("at" desc) where "sourceType" = 'manual' or "kind" = 'adjustment';

-- An entry as the rules read it.
create function _touchstone.ledger_entry(entry "PointsEntry") returns jsonb
    language sql stable
    return jsonb_build_object(
        'season', entry."season"::bigint, 'seq', entry."seq"::bigint, 'user', entry."user", 'personId', entry."personId",
        'amount', entry."amount"::bigint, 'kind', entry."kind", 'rule', entry."rule", 'ruleSet', entry."ruleSet"::bigint,
        'sourceType', entry."sourceType", 'sourceId', entry."sourceId", 'idemKey', entry."idemKey",
        'reversalOf', entry."reversalOf"::bigint, 'provisional', entry."provisional", 'reason', entry."reason",
        'explain', entry."explain", 'actor', entry."actor", 'at', _touchstone.in_millis(entry."at"),
        'prevHash', entry."prevHash", 'hash', entry."hash");

-- Whether an entry neither takes back nor was taken back.
create function _touchstone.stands(entry "PointsEntry") returns boolean
    language sql stable
    return entry."reversalOf" is null and not exists (
        select from "PointsEntry" taken where taken."season" = entry."season" and taken."reversalOf" = entry."seq");

-- A field of what is sealed: its length in bytes, a colon, its bytes and a comma; a tilde where there is none.
create function _touchstone.sealed(field text) returns text
    language sql immutable parallel safe
    return coalesce(octet_length(field)::text || ':' || field || ',', '~,');

create function _touchstone.sealed_pairs(pairs jsonb) returns text
    language sql immutable parallel safe
    return coalesce((select string_agg(_touchstone.sealed(pair.key) || _touchstone.sealed(pair.value), '' order by pair.key collate "C")
        from jsonb_each_text(pairs) pair), '');

-- The hash of an entry, computed here a second time so that nothing can be written that does not verify.
create function _touchstone.ledger_seal(entry "PointsEntry") returns text
    language sql stable
    return encode(sha256(convert_to(
        _touchstone.sealed('touchstone-ledger-1')
        || _touchstone.sealed(entry."season"::bigint::text) || _touchstone.sealed(entry."seq"::bigint::text)
        || _touchstone.sealed(entry."user") || _touchstone.sealed(entry."personId")
        || _touchstone.sealed(entry."amount"::bigint::text) || _touchstone.sealed(entry."kind")
        || _touchstone.sealed(entry."rule") || _touchstone.sealed(entry."ruleSet"::bigint::text)
        || _touchstone.sealed(entry."sourceType") || _touchstone.sealed(entry."sourceId")
        || _touchstone.sealed(entry."idemKey") || _touchstone.sealed(entry."reversalOf"::bigint::text)
        || _touchstone.sealed(entry."provisional"::text) || _touchstone.sealed(entry."reason")
        || _touchstone.sealed(_touchstone.sealed(entry."explain" ->> 'template')
            || _touchstone.sealed_pairs(entry."explain" -> 'numbers') || _touchstone.sealed_pairs(entry."explain" -> 'words'))
        || _touchstone.sealed(entry."actor") || _touchstone.sealed(_touchstone.in_millis(entry."at")::text)
        || _touchstone.sealed(entry."prevHash"), 'UTF8')), 'hex');

create function _touchstone.chain_points() returns trigger language plpgsql as $$
declare
    original record;
begin
    update _touchstone.ledger_head set seq = new."seq"::bigint, hash = new."hash"
        where season = new."season" and seq = new."seq" - 1 and hash = new."prevHash";
    if not found then
        raise exception 'the ledger of season % does not go on with entry %', new."season", new."seq" using errcode = '23514';
    end if;
    if new."hash" <> _touchstone.ledger_seal(new) then
        raise exception 'entry % of season % is not what its hash says', new."seq", new."season" using errcode = '23514';
    end if;
    if new."season" > 0 and not exists (
        select from "Season" where "number" = new."season" and "state" in ('live', 'review')) then
        raise exception 'season % takes no entries', new."season" using errcode = '23514';
    end if;
    if new."kind" <> 'reversal' then
        if exists (select from "_User" where "personId" = new."personId" and "isAdmin") then
            raise exception 'administrators have no points' using errcode = '23514';
        end if;
        return new;
    end if;
    select "amount", "personId", "user", "kind" into original
        from "PointsEntry" where "season" = new."season" and "seq" = new."reversalOf";
    if not found or original."kind" = 'reversal' or original."amount" <> -new."amount"
        or original."personId" <> new."personId" or original."user" <> new."user" then
        raise exception 'entry % of season % does not take back entry %', new."seq", new."season", new."reversalOf"
            using errcode = '23514';
    end if;
    return new;
end
$$;
create trigger chained before insert on "PointsEntry" for each row execute function _touchstone.chain_points();
create trigger only_grows before update or delete on "PointsEntry"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "PointsEntry"
    for each statement execute function _touchstone.refuse_change();

-- Which settlement of an issue the ledger shows. Where it is that of the issue, nothing changes by itself any more.
create table _touchstone.paid_out (issue text primary key, at timestamptz not null);
create function _touchstone.note_paid_out(of_issue text, settled_at timestamptz) returns void
    language sql volatile
begin atomic
    delete from _touchstone.paid_out where issue = of_issue and settled_at is null;
    insert into _touchstone.paid_out (issue, at) select of_issue, settled_at where settled_at is not null
        on conflict (issue) do update set at = excluded.at;
end;

-- Checkpoints.
alter table "LedgerCheckpoint"
    alter column "season" set not null,
    alter column "seq" set not null,
    alter column "hash" set not null,
    alter column "entries" set not null,
    alter column "sum" set not null,
    alter column "at" set not null;
create unique index "LedgerCheckpoint_place" on "LedgerCheckpoint" ("season", "seq");
create trigger only_grows before update or delete on "LedgerCheckpoint"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "LedgerCheckpoint"
    for each statement execute function _touchstone.refuse_change();

-- Goes through the ledger of a season from its first entry to its last.
create function _touchstone.verify_ledger(of_season integer) returns jsonb
    language sql stable
    return (
        select jsonb_build_object('entries', count(*), 'sum', coalesce(sum(chain."amount"), 0)::bigint,
            'headHash', coalesce(max(chain."hash") filter (where chain.place = chain.entries), repeat('0', 64)),
            'ok', coalesce(bool_and(chain."seq" = chain.place and chain."prevHash" = chain.before and chain.is_sealed), true)
                and count(*) = coalesce((select seq from _touchstone.ledger_head where season = of_season), 0)
                and not exists (select from "LedgerCheckpoint" c where c."season" = of_season and not coalesce((c."hash", c."sum") = (
                    select max(e."hash") filter (where e."seq" = c."seq"), sum(e."amount")
                    from "PointsEntry" e where e."season" = of_season and e."seq" <= c."seq"), false)),
            'checkpoints', coalesce((select jsonb_agg(jsonb_build_object('seq', c."seq", 'hash', c."hash", 'entries', c."entries",
                'sum', c."sum", 'at', _touchstone.iso(c."at")) order by c."seq")
                from "LedgerCheckpoint" c where c."season" = of_season), '[]'))
        from (select e."seq", e."amount", e."hash", e."prevHash", e."hash" = _touchstone.ledger_seal(e) as is_sealed,
                row_number() over (order by e."seq") as place, count(*) over () as entries,
                lag(e."hash", 1, repeat('0', 64)) over (order by e."seq") as before
            from "PointsEntry" e where e."season" = of_season) chain);

-- Standings: what the ledger adds up to, per person.
alter table "Standing"
    alter column "season" set not null,
    alter column "personId" set not null,
    alter column "total" set not null,
    alter column "highCount" set not null,
    alter column "lastSeq" set not null,
    alter column "eligible" set not null,
    add constraint "Standing_whole" check ("total" = trunc("total") and "highCount" >= 0 and "lastSeq" >= 0);
create unique index "Standing_person" on "Standing" ("season", "personId");
create index "Standing_of" on "Standing" ("personId");
create index "Standing_order" on "Standing" ("season", "total" desc, "highCount" desc, "lastSeq", "personId") where "eligible";

-- Whether a person is ranked, as far as their accounts decide it.
create function _touchstone.is_ranked(person text) returns boolean
    language sql stable
    return coalesce((
        select bool_or(coalesce("status", 'active') = 'active')
            and not bool_or(coalesce("isAdmin", false)) and not bool_or(coalesce("riskState", 'clear') = 'held')
        from "_User" where "personId" = person), false);

-- What the ledger says of persons in a season becomes their standing.
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
            coalesce(max(entry."seq") filter (where state.stands), 0) as last
        from "PointsEntry" entry, lateral (select _touchstone.stands(entry) as stands) state
        where entry."season" = of_season and entry."personId" = any(persons)
        group by entry."personId"
    ) counted
    on conflict ("season", "personId") do update set "total" = excluded."total", "highCount" = excluded."highCount",
        "lastSeq" = excluded."lastSeq", "eligible" = excluded."eligible", "updatedAt" = excluded."updatedAt";
end;

-- Somebody who becomes an administrator, is suspended or held leaves the ranks in the same moment.
create function _touchstone.rank_anew() returns trigger language plpgsql as $$
begin
    perform _touchstone.hold_person(person) from (
        select person from (select distinct unnest(array[old."personId", new."personId"]) as person) both_of_them
        where person is not null order by person collate "C") persons;
    update "Standing" set "eligible" = "season" > 0 and "total" > 0 and _touchstone.is_ranked("personId")
        where "personId" in (old."personId", new."personId");
    return null;
end
$$;
create trigger rank_anew after update of "isAdmin", "status", "riskState", "personId" on "_User"
    for each row when ((old."isAdmin", old."status", old."riskState", old."personId")
        is distinct from (new."isAdmin", new."status", new."riskState", new."personId"))
    execute function _touchstone.rank_anew();
