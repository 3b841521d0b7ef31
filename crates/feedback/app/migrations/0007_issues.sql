-- Issues: valid states, numbers without gaps, readers, and sets of duplicates.

create extension if not exists pg_trgm;

-- Numbers come from one row instead of a sequence, so that a rolled-back report leaves no gap.
create table _touchstone.issue_counter (is_only boolean primary key default true check (is_only), last bigint not null);
insert into _touchstone.issue_counter (last) values (0);

-- The text search configuration for a locale.
create function _touchstone.words_of(locale text) returns regconfig
    language sql immutable parallel safe
    return case split_part(split_part(lower(coalesce(locale, 'en')), '-', 1), '_', 1)
        when 'en' then 'pg_catalog.english'::regconfig when 'de' then 'pg_catalog.german'::regconfig
        when 'fr' then 'pg_catalog.french'::regconfig when 'es' then 'pg_catalog.spanish'::regconfig
        when 'it' then 'pg_catalog.italian'::regconfig when 'pt' then 'pg_catalog.portuguese'::regconfig
        when 'nl' then 'pg_catalog.dutch'::regconfig when 'ru' then 'pg_catalog.russian'::regconfig
        when 'sv' then 'pg_catalog.swedish'::regconfig when 'da' then 'pg_catalog.danish'::regconfig
        when 'fi' then 'pg_catalog.finnish'::regconfig when 'no' then 'pg_catalog.norwegian'::regconfig
        when 'nb' then 'pg_catalog.norwegian'::regconfig when 'tr' then 'pg_catalog.turkish'::regconfig
        when 'ro' then 'pg_catalog.romanian'::regconfig when 'hu' then 'pg_catalog.hungarian'::regconfig
        else 'pg_catalog.simple'::regconfig end;

-- The readers of an issue. Private, held back, spam and withdrawn issues are visible to their reporter and to
-- administrators.
create function _touchstone.issue_readers(visibility text, held boolean, resolution text, reporter text) returns text[]
    language sql immutable parallel safe
    return case when visibility = 'programme' and not coalesce(held, false) and coalesce(resolution, '') not in ('spam', 'withdrawn')
        then array['*'] else array[reporter, 'role:administrators'] end;

alter table "Issue"
    add column "lang" text,
    add column "searchVec" tsvector,
    alter column "number" set not null, alter column "kind" set not null, alter column "title" set not null,
    alter column "body" set not null, alter column "area" set not null, alter column "status" set not null,
    alter column "visibility" set not null, alter column "reporter" set not null,
    alter column "buildReported" set not null, alter column "submittedAt" set not null,
    alter column "lastActivityAt" set not null,
    alter column "quality" set default 'B', alter column "quality" set not null,
    alter column "answered" set default false, alter column "answered" set not null,
    alter column "assumed" set default false, alter column "assumed" set not null,
    alter column "heldBack" set default false, alter column "heldBack" set not null,
    alter column "reopenedByReporter" set default false, alter column "reopenedByReporter" set not null,
    alter column "steps" set default '[]', alter column "tags" set default '[]',
    alter column "externalRefs" set default '[]', alter column "environment" set default '{}',
    alter column "source" set default 'web',
    alter column "regressions" set default 0, alter column "regressions" set not null,
    alter column "pointsCycle" set default 0, alter column "pointsCycle" set not null,
    alter column "voteCount" set default 0, alter column "voteCount" set not null,
    alter column "proofCount" set default 0, alter column "proofCount" set not null,
    alter column "evidenceCount" set default 0, alter column "evidenceCount" set not null,
    alter column "commentCount" set default 0, alter column "commentCount" set not null,
    alter column "watchCount" set default 0, alter column "watchCount" set not null,
    alter column "mergedCount" set default 0, alter column "mergedCount" set not null,
    alter column "impact" set default 0, alter column "impact" set not null,
    add constraint "Issue_kind" check ("kind" in ('bug', 'friction', 'idea')),
    add constraint "Issue_title" check (char_length("title") between 8 and 140),
    add constraint "Issue_body" check (char_length("body") <= 20000),
    add constraint "Issue_status" check ("status" in ('new', 'needs_info', 'confirmed', 'in_progress', 'fixed', 'verified', 'closed')),
    add constraint "Issue_resolution" check ("resolution" in ('duplicate', 'not_reproducible', 'working_as_intended',
        'wont_fix', 'invalid', 'spam', 'no_response', 'withdrawn')),
    add constraint "Issue_closed_has_a_resolution" check (("status" = 'closed') = ("resolution" is not null)),
    add constraint "Issue_closed_has_a_time" check (("status" = 'closed') = ("closedAt" is not null)),
    add constraint "Issue_duplicate_has_a_root" check (("resolution" is not distinct from 'duplicate') = ("duplicateOf" is not null)),
    add constraint "Issue_duplicate_remembers" check (("duplicateOf" is null) = ("stateBeforeMerge" is null)),
    add constraint "Issue_is_not_its_own_root" check ("duplicateOf" <> "objectId"),
    add constraint "Issue_question_is_asked" check (("status" = 'needs_info') = ("resumeStatus" is not null) and ("status" = 'needs_info') = ("askedAt" is not null)),
    add constraint "Issue_resumes" check ("resumeStatus" in ('new', 'confirmed')),
    add constraint "Issue_snoozed_is_new" check ("snoozedUntil" is null or "status" = 'new'),
    add constraint "Issue_assumed_is_verified" check (not "assumed" or "status" = 'verified'),
    add constraint "Issue_severity" check ("severity" is null or ("severity" in ('S1', 'S2', 'S3', 'S4') and "kind" = 'bug')),
    add constraint "Issue_severity_claimed" check ("severityClaimed" in ('S1', 'S2', 'S3', 'S4')),
    add constraint "Issue_quality" check ("quality" in ('A', 'B', 'C')),
    add constraint "Issue_visibility" check ("visibility" in ('programme', 'private')),
    add constraint "Issue_source" check ("source" in ('web', 'widget', 'api', 'import')),
    add constraint "Issue_counts" check ("voteCount" >= 0 and "proofCount" >= 0 and "proofCount" <= "voteCount" and "evidenceCount" >= 0
        and "commentCount" >= 0 and "watchCount" >= 0 and "mergedCount" >= 0 and "regressions" >= 0 and "pointsCycle" >= 0),
    add constraint "Issue_times" check ("firstResponseAt" <= "confirmedAt" and "confirmedAt" <= "fixedAt" and "fixedAt" <= "verifiedAt"),
    add constraint "Issue_fixed_has_a_build" check ("status" not in ('fixed', 'verified') or ("buildFixed" is not null and "fixedAt" is not null)),
    add constraint "Issue_verified_has_a_time" check ("status" <> 'verified' or "verifiedAt" is not null);

-- Votes are folded into it once a second, comments and decisions one by one.
alter table "Issue" set (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200,
    autovacuum_analyze_scale_factor = 0.05);
create unique index "Issue_number" on "Issue" ("number");
create index "Issue_status_impact" on "Issue" ("status", "impact" desc, "objectId");
create index "Issue_status_activity" on "Issue" ("status", "lastActivityAt" desc, "objectId");

-- One index per sort order of lists. They include the columns of filters, so that issues are skipped without reading
-- their rows.
create index "Issue_activity" on "Issue" ("lastActivityAt" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_submitted" on "Issue" ("submittedAt" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_impact" on "Issue" ("impact" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");
create index "Issue_affected" on "Issue" ("voteCount" desc, "objectId" collate "C" desc)
    include ("status", "kind", "area", "severity", "resolution", "regressions", "reporter", "_rperm");

-- Covers the counts of most filters over public issues with an index-only scan.
create index "Issue_filters" on "Issue" ("status", "kind", "area", "severity", "resolution", "regressions") where "_rperm" = '{*}';
create index "Issue_kept_back" on "Issue" ("reporter") where "_rperm" <> '{*}';
create index "Issue_reporter" on "Issue" ("reporter", "submittedAt");
create index "Issue_assignee" on "Issue" ("assignee") where "assignee" is not null;
create index "Issue_duplicates" on "Issue" ("duplicateOf") where "duplicateOf" is not null;
create index "Issue_queue" on "Issue" ("submittedAt") where "status" = 'new';
create index "Issue_asked" on "Issue" ("askedAt") where "status" = 'needs_info';
create index "Issue_unchecked" on "Issue" ("fixedAt") where "status" = 'fixed';
create index "Issue_unsettled" on "Issue" ("confirmedAt") where "confirmedAt" is not null and "settledAt" is null;
create index "Issue_words" on "Issue" using gin ("searchVec");
create index "Issue_title_trigrams" on "Issue" using gin (lower("title") gin_trgm_ops);
create index "Issue_tags" on "Issue" using gin ("tags" jsonb_path_ops);

-- For filters by the result of the evidence.
create index "Issue_class" on "Issue" ("failureClass", "verdict") where "failureClass" is not null;
create index "Issue_cluster" on "Issue" ("cluster") where "cluster" is not null;
create index "Issue_network" on "Issue" ("network") where "network" is not null;

-- The texts of a report besides its title, description and steps, as `ReportText` lists them.
create function _touchstone.report_texts(i "Issue") returns jsonb language sql immutable as $$
    select jsonb_build_object('expected', i."expected", 'actual', i."actual")
$$;

create function _touchstone.keep_issue() returns trigger language plpgsql as $$
declare
    rest text;
begin
    if tg_op = 'INSERT' then
        update _touchstone.issue_counter set last = last + 1 returning last into new."number";
    elsif new."number" <> old."number" or new."reporter" <> old."reporter" or new."submittedAt" <> old."submittedAt" then
        raise exception 'who reported an issue, when and under which number is never changed' using errcode = '23514';
    end if;
    new."_rperm" := _touchstone.issue_readers(new."visibility", new."heldBack", new."resolution", new."reporter");
    new."_wperm" := '{}';
    if tg_op = 'INSERT' or new."title" <> old."title" or new."body" <> old."body" or new."steps" is distinct from old."steps"
        or _touchstone.report_texts(new) <> _touchstone.report_texts(old) then
        rest := concat_ws(' ', new."body", (select string_agg(step, ' ') from jsonb_array_elements_text(new."steps") step),
            (select string_agg(text.value, ' ') from jsonb_each_text(_touchstone.report_texts(new)) text));
        -- Whole words besides the stems, so that readers with another language find it too.
        new."searchVec" := setweight(to_tsvector(_touchstone.words_of(new."lang"), new."title"), 'A')
            || setweight(to_tsvector('simple', new."title"), 'A')
            || setweight(to_tsvector(_touchstone.words_of(new."lang"), rest), 'C')
            || setweight(to_tsvector('simple', rest), 'D');
    end if;
    return new;
end $$;
create trigger kept before insert or update on "Issue" for each row execute function _touchstone.keep_issue();

create function _touchstone.refuse_removal() returns trigger language plpgsql as $$
begin
    raise exception 'an issue is never removed: its number would be missing' using errcode = '23514';
end $$;
create trigger stays before delete on "Issue" for each row execute function _touchstone.refuse_removal();

-- A set of duplicates is flat: a duplicate points at a root, never at another duplicate, and all have the same
-- visibility. Checked at commit, because a merge moves several issues.
create function _touchstone.check_set() returns trigger language plpgsql as $$
declare
    issue record;
    root record;
begin
    select * into issue from "Issue" where "objectId" = new."objectId";
    if issue."duplicateOf" is not null then
        select "duplicateOf", "visibility" into root from "Issue" where "objectId" = issue."duplicateOf" for key share;
        if not found or root."duplicateOf" is not null then
            raise exception 'a duplicate points at an issue that is not a duplicate itself' using errcode = '23514';
        end if;
        if root."visibility" <> issue."visibility" then
            raise exception 'a duplicate is seen by the same people as its root' using errcode = '23514';
        end if;
        if exists (select from "Issue" where "duplicateOf" = issue."objectId") then
            raise exception 'a duplicate is not the root of another issue' using errcode = '23514';
        end if;
    elsif exists (select from "Issue" where "duplicateOf" = issue."objectId" and "visibility" <> issue."visibility") then
        raise exception 'a duplicate is seen by the same people as its root' using errcode = '23514';
    end if;
    return null;
end $$;
create constraint trigger flat after insert or update of "duplicateOf", "visibility" on "Issue"
    deferrable initially deferred for each row execute function _touchstone.check_set();

-- Locks the set of an issue, then the issue.
create function _touchstone.hold_issue(of_issue text) returns void language plpgsql volatile as $$
begin
    perform pg_advisory_xact_lock(hashtextextended('touchstone.set:' || coalesce(
        (select coalesce(i."duplicateOf", i."objectId") from "Issue" i where i."objectId" = of_issue), of_issue), 0));
    perform from "Issue" i where i."objectId" = of_issue for update;
end $$;

-- The readers of everything that belongs to an issue follow from the issue, independent of the writer.
create function _touchstone.readers_of_issue(issue text) returns text[]
    language sql stable
    return coalesce((select "_rperm" from "Issue" where "objectId" = issue), array['role:administrators']);

create function _touchstone.keep_readers() returns trigger language plpgsql as $$
begin
    new."_wperm" := '{}';
    new."_rperm" := case tg_table_name
        when 'IssueEvent' then case when to_jsonb(new) ->> 'visibility' = 'staff' then array['role:administrators']
            else _touchstone.readers_of_issue(new."issue") end
        when 'Comment' then case when (to_jsonb(new) ->> 'internal')::boolean then array['role:administrators']
            when (to_jsonb(new) ->> 'heldBack')::boolean then array[to_jsonb(new) ->> 'author', 'role:administrators']
            else _touchstone.readers_of_issue(new."issue") end
        when 'Attachment' then case when (to_jsonb(new) ->> 'staffOnly')::boolean then array['role:administrators']
            when new."issue" is null then array[to_jsonb(new) ->> 'owner']
            else coalesce((select "_rperm" from "Comment" where "objectId" = to_jsonb(new) ->> 'comment'), _touchstone.readers_of_issue(new."issue")) end
        else _touchstone.readers_of_issue(new."issue") end;
    return new;
end $$;

create function _touchstone.keep_own_readers() returns trigger language plpgsql as $$
declare
    owner text := coalesce(to_jsonb(new) ->> 'user', to_jsonb(new) ->> 'by', to_jsonb(new) ->> 'owner');
begin
    new."_wperm" := '{}';
    new."_rperm" := case tg_table_name
        when 'SavedView' then case when (to_jsonb(new) ->> 'shared')::boolean then array['*'] else array[owner] end
        when 'Watch' then array[owner]
        else array[owner, 'role:administrators'] end;
    return new;
end $$;

-- Everything that belongs to an issue takes over its readers.
create function _touchstone.pass_issue_readers() returns trigger language plpgsql as $$
begin
    update "IssueEvent" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "Comment" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "FixCheck" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "Attachment" set "_rperm" = "_rperm" where "issue" = new."objectId";
    return null;
end $$;
create trigger readers_pass after update on "Issue" for each row
    when (old."_rperm" is distinct from new."_rperm") execute function _touchstone.pass_issue_readers();
