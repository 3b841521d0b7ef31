-- Points: rules, and a ledger whose entries are numbered without gaps and hashed in a chain per season.

-- Rule sets, which are append-only. The first one is in effect from the beginning.
alter table "RuleSet"
    alter column "version" set not null, alter column "rules" set not null, alter column "effectiveFrom" set not null,
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
    "fixCheck": { "points": 10, "perDay": 5 }, "fixCheckPersons": 3,
    "regressionBps": 4000,
    "thanks": { "points": 5, "perDay": 4 },
    "missionBlockedBps": 5000, "spamPenalty": 20, "abuseMost": 500, "settleDays": 7,
    "trust": { "knownAccepted": 1, "reliableAccepted": 5, "reliableBps": 6000, "expertAccepted": 20, "expertBps": 7500 }
}', '1970-01-01T00:00:00Z', 'The rules to begin with.', '[]', '{*}', '{}');

-- The end of the chain of each season. A transaction that appends entries holds the row.
create table _touchstone.ledger_head (
    season integer primary key check (season >= 0),
    seq bigint not null default 0,
    hash text not null default repeat('0', 64),
    -- The salt of the season, which is never published. Ids are few, and with the salt each one could be found by
    -- trying.
    salt text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') check (salt ~ '^[0-9a-f]{64}$')
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
insert into _touchstone.ledger_head (season) values (0);

alter table "PointsEntry"
    alter column "season" set not null, alter column "seq" set not null, alter column "user" set not null,
    alter column "personId" set not null, alter column "amount" set not null, alter column "kind" set not null,
    alter column "rule" set not null, alter column "ruleSet" set not null, alter column "sourceType" set not null,
    alter column "sourceId" set not null, alter column "idemKey" set not null, alter column "provisional" set not null,
    alter column "explain" set not null, alter column "at" set not null, alter column "prevHash" set not null,
    alter column "hash" set not null,
    add constraint "PointsEntry_whole" check ("amount" = trunc("amount") and "amount" <> 0 and abs("amount") < 9007199254740992),
    add constraint "PointsEntry_kind" check ("kind" in ('award', 'reversal', 'penalty', 'adjustment')),
    add constraint "PointsEntry_sign" check (case "kind" when 'award' then "amount" > 0 when 'penalty' then "amount" < 0 else true end),
    add constraint "PointsEntry_source" check ("sourceType" in ('issue', 'submission', 'fix_check', 'comment', 'proposal', 'evidence', 'manual')),
    add constraint "PointsEntry_reversal" check (("kind" = 'reversal') = ("reversalOf" is not null)),
    add constraint "PointsEntry_reason" check ("kind" = 'award' or "reason" is not null);
create unique index "PointsEntry_place" on "PointsEntry" ("season", "seq");
create unique index "PointsEntry_once" on "PointsEntry" ("idemKey");
create unique index "PointsEntry_reversed_once" on "PointsEntry" ("season", "reversalOf") where "reversalOf" is not null;

-- Covers the entries of a person on a leaderboard with an index-only scan.
create index "PointsEntry_person" on "PointsEntry" ("season", "personId", "seq") include ("rule", "amount", "at");
create index "PointsEntry_provisional" on "PointsEntry" ("season", "personId") where "provisional";
create index "PointsEntry_account" on "PointsEntry" ("user", "season", "seq");
create index "PointsEntry_source_of" on "PointsEntry" ("sourceType", "sourceId");
create index "PointsEntry_issue" on "PointsEntry" ("issue") where "issue" is not null;
create index "PointsEntry_rule_of_person" on "PointsEntry" ("personId", "rule", "at");
create index "PointsEntry_by_hand" on "PointsEntry" ("at" desc) where "sourceType" = 'manual' or "kind" = 'adjustment';

-- A field of the hashed text: its length in bytes, a colon, its bytes and a comma, or a tilde for null.
create function _touchstone.sealed(field text) returns text
    language sql immutable parallel safe
    return coalesce(octet_length(field)::text || ':' || field || ',', '~,');

create function _touchstone.sealed_pairs(pairs jsonb) returns text
    language sql immutable parallel safe
    return coalesce((select string_agg(_touchstone.sealed(pair.key) || _touchstone.sealed(pair.value), '' order by pair.key collate "C")
        from jsonb_each_text(pairs) pair), '');

-- The text of an explanation that is hashed.
create function _touchstone.sealed_explanation(explanation jsonb) returns text
    language sql immutable parallel safe
    return _touchstone.sealed(explanation ->> 'template')
        || _touchstone.sealed_pairs(explanation -> 'numbers') || _touchstone.sealed_pairs(explanation -> 'words');

-- An id as it is published.
create function _touchstone.salted(salt text, word text, id text) returns text
    language sql immutable parallel safe
    return left(_touchstone.text_hash(_touchstone.sealed(salt) || _touchstone.sealed(word) || _touchstone.sealed(id)), 32);

-- The sequence number at which an entry counts: its own, or that of the entry it was rewritten from.
create function _touchstone.entry_place(idem_key text, seq double precision) returns double precision
    language sql immutable parallel safe
    return case when idem_key like 'person:%' then split_part(idem_key, ':', 2)::double precision else seq end;

-- The hash of an entry, computed a second time here, so that an entry with a wrong hash cannot be written. It covers
-- public values only: persons, sources and keys as salted ids, other details as one hash. A season can be published and
-- verified without naming a person. Texts enter as hashes, so that they can be erased.
create function _touchstone.ledger_seal(entry "PointsEntry") returns text
    language sql stable
    return (select _touchstone.text_hash(
        _touchstone.sealed('touchstone-ledger-3')
        || _touchstone.sealed(entry."season"::bigint::text) || _touchstone.sealed(entry."seq"::bigint::text)
        || _touchstone.sealed(_touchstone.salted(head.salt, 'person', entry."personId"))
        || _touchstone.sealed(entry."amount"::bigint::text) || _touchstone.sealed(entry."kind")
        || _touchstone.sealed(entry."rule") || _touchstone.sealed(entry."ruleSet"::bigint::text)
        || _touchstone.sealed(_touchstone.salted(head.salt, 'source', entry."sourceType" || ':' || entry."sourceId"))
        || _touchstone.sealed(_touchstone.salted(head.salt, 'key', entry."idemKey"))
        || _touchstone.sealed(_touchstone.entry_place(entry."idemKey", entry."seq")::bigint::text)
        || _touchstone.sealed(entry."reversalOf"::bigint::text)
        || _touchstone.sealed(_touchstone.text_hash(
            _touchstone.sealed(head.salt) || _touchstone.sealed('detail')
            || _touchstone.sealed(entry."user") || _touchstone.sealed(entry."personId")
            || _touchstone.sealed(entry."sourceType") || _touchstone.sealed(entry."sourceId") || _touchstone.sealed(entry."idemKey")
            || _touchstone.sealed(entry."provisional"::text)
            || _touchstone.sealed(entry."reasonHash") || _touchstone.sealed(entry."explainHash")
            || _touchstone.sealed(entry."actor") || _touchstone.sealed(_touchstone.in_millis(entry."at")::text)))
        || _touchstone.sealed(entry."prevHash"))
    from _touchstone.ledger_head head where head.season = entry."season");

-- Sets the hashes of texts before the entry is verified. Triggers of the same event fire in the order of their names.
create function _touchstone.hash_texts() returns trigger language plpgsql as $$
begin
    new."reasonHash" := _touchstone.text_hash(new."reason");
    new."explainHash" := _touchstone.text_hash(_touchstone.sealed_explanation(new."explain"));
    return new;
end $$;
create trigger a_texts before insert on "PointsEntry" for each row execute function _touchstone.hash_texts();

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
        raise exception 'entry % of season % does not reverse entry %', new."seq", new."season", new."reversalOf"
            using errcode = '23514';
    end if;
    return new;
end $$;
create trigger chained before insert on "PointsEntry" for each row execute function _touchstone.chain_points();

-- The ledger is append-only, except that texts can be erased: an empty reason, an explanation without words.
create function _touchstone.refuse_but_erasing() returns trigger language plpgsql as $$
declare
    erased "PointsEntry" := old;
begin
    if tg_op = 'UPDATE' then
        erased."updatedAt" := new."updatedAt";
        if new."reason" = '' and old."reason" is not null then
            erased."reason" := '';
        end if;
        if new."explain" -> 'erased' = 'true' then
            erased."explain" := old."explain" || '{"words": {}, "erased": true}';
        end if;
        if new is not distinct from erased and old."explainHash" is not null then
            return new;
        end if;
    end if;
    raise exception '% only grows: nothing in it is changed or removed', tg_table_name using errcode = '23514';
end $$;
create trigger only_grows before update or delete on "PointsEntry"
    for each row execute function _touchstone.refuse_but_erasing();
create trigger only_grows_whole before truncate on "PointsEntry"
    for each statement execute function _touchstone.refuse_change();

-- An entry as the rules read it.
create function _touchstone.ledger_entry(entry "PointsEntry") returns jsonb
    language sql stable
    return jsonb_build_object(
        'season', entry."season"::bigint, 'seq', entry."seq"::bigint, 'user', entry."user", 'personId', entry."personId",
        'amount', entry."amount"::bigint, 'kind', entry."kind", 'rule', entry."rule", 'ruleSet', entry."ruleSet"::bigint,
        'sourceType', entry."sourceType", 'sourceId', entry."sourceId", 'idemKey', entry."idemKey",
        'reversalOf', entry."reversalOf"::bigint, 'provisional', entry."provisional", 'reason', entry."reason",
        'explain', entry."explain", 'actor', entry."actor", 'at', _touchstone.in_millis(entry."at"),
        'reasonHash', entry."reasonHash",
        'explainHash', coalesce(entry."explainHash", _touchstone.text_hash(_touchstone.sealed_explanation(entry."explain"))),
        'prevHash', entry."prevHash", 'hash', entry."hash");

-- True if an entry is not a reversal and was not reversed.
create function _touchstone.stands(entry "PointsEntry") returns boolean
    language sql stable
    return entry."reversalOf" is null and not exists (
        select from "PointsEntry" taken where taken."season" = entry."season" and taken."reversalOf" = entry."seq");

-- The settlement of an issue that the ledger shows. If it is the current one, nothing is left to do.
create table _touchstone.paid_out (issue text primary key, at timestamptz not null);

create function _touchstone.note_paid_out(of_issue text, settled_at timestamptz) returns void
    language sql volatile
begin atomic
    delete from _touchstone.paid_out where issue = of_issue and settled_at is null;
    insert into _touchstone.paid_out (issue, at) select of_issue, settled_at where settled_at is not null
        on conflict (issue) do update set at = excluded.at;
end;

-- Checkpoints of the ledger.
alter table "LedgerCheckpoint"
    alter column "season" set not null, alter column "seq" set not null, alter column "hash" set not null,
    alter column "entries" set not null, alter column "sum" set not null, alter column "at" set not null;
create unique index "LedgerCheckpoint_place" on "LedgerCheckpoint" ("season", "seq");
create trigger only_grows before update or delete on "LedgerCheckpoint"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "LedgerCheckpoint"
    for each statement execute function _touchstone.refuse_change();

-- Large manual adjustments that wait for a second administrator.
create table _touchstone.pending_adjustment (
    id text primary key,
    "user" text not null,
    amount bigint not null,
    reason text not null,
    asked_by text not null,
    asked_at timestamptz not null,
    decided_by text,
    decided_at timestamptz,
    is_agreed boolean,
    check (num_nonnulls(decided_by, decided_at, is_agreed) in (0, 3)),
    check (decided_by <> asked_by)
);
create index pending_adjustment_open on _touchstone.pending_adjustment (asked_at) where decided_at is null;
