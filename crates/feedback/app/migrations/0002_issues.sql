-- What the database itself holds of the rules about issues: where one can stand, who may read what belongs to it,
-- that numbers have no gaps, and that the timeline only grows.

create extension if not exists pg_trgm;

-- Builds of the product under test. Each channel has one for people who do not know which they run.
alter table "Build"
    alter column "version" set not null,
    alter column "channel" set not null,
    alter column "ordinal" set not null,
    alter column "state" set not null,
    add constraint "Build_channel" check ("channel" in ('web', 'contracts', 'mobile')),
    add constraint "Build_state" check ("state" in ('active', 'retired')),
    add constraint "Build_version" check (char_length("version") between 1 and 40),
    add constraint "Build_ordinal" check ("ordinal" >= 0 and "ordinal" = floor("ordinal"));
create unique index "Build_channel_version" on "Build" ("channel", "version");
create unique index "Build_channel_ordinal" on "Build" ("channel", "ordinal");
insert into "Build" ("objectId", "createdAt", "updatedAt", "version", "channel", "ordinal", "state", "releasedAt", "_rperm", "_wperm")
    select 'unknown' || left(channel, 3), now(), now(), 'unknown', channel, 0, 'active', 'epoch', '{*}', '{}'
    from unnest(array['web', 'contracts', 'mobile']) channel;

-- Numbers come from one row, so that an issue that was never made leaves no gap.
create table _touchstone.issue_counter (is_only boolean primary key default true check (is_only), last bigint not null);
insert into _touchstone.issue_counter (last) values (0);

-- The words of a text are cut to their stems as the writer's language has it.
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

-- Who may read an issue. A private one, one that waits for an administrator, and one that was spam or taken back
-- are for their reporter and administrators.
create function _touchstone.issue_readers(visibility text, held boolean, resolution text, reporter text) returns text[]
    language sql immutable parallel safe
    return case when visibility = 'programme' and not coalesce(held, false) and coalesce(resolution, '') not in ('spam', 'withdrawn')
        then array['*'] else array[reporter, 'role:administrators'] end;

alter table "Issue"
    add column "lang" text,
    add column "searchVec" tsvector,
    alter column "number" set not null,
    alter column "kind" set not null,
    alter column "title" set not null,
    alter column "body" set not null,
    alter column "area" set not null,
    alter column "status" set not null,
    alter column "visibility" set not null,
    alter column "reporter" set not null,
    alter column "buildReported" set not null,
    alter column "submittedAt" set not null,
    alter column "lastActivityAt" set not null,
    alter column "quality" set default 'B',
    alter column "quality" set not null,
    alter column "answered" set default false,
    alter column "answered" set not null,
    alter column "assumed" set default false,
    alter column "assumed" set not null,
    alter column "heldBack" set default false,
    alter column "heldBack" set not null,
    alter column "reopenedByReporter" set default false,
    alter column "reopenedByReporter" set not null,
    alter column "steps" set default '[]',
    alter column "tags" set default '[]',
    alter column "externalRefs" set default '[]',
    alter column "environment" set default '{}',
    alter column "source" set default 'web',
    alter column "regressions" set default 0,
    alter column "regressions" set not null,
    alter column "pointsCycle" set default 0,
    alter column "pointsCycle" set not null,
    alter column "voteCount" set default 0,
    alter column "voteCount" set not null,
    alter column "proofCount" set default 0,
    alter column "proofCount" set not null,
    alter column "evidenceCount" set default 0,
    alter column "evidenceCount" set not null,
    alter column "commentCount" set default 0,
    alter column "commentCount" set not null,
    alter column "watchCount" set default 0,
    alter column "watchCount" set not null,
    alter column "mergedCount" set default 0,
    alter column "mergedCount" set not null,
    alter column "impact" set default 0,
    alter column "impact" set not null,
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

create unique index "Issue_number" on "Issue" ("number");
create index "Issue_status_impact" on "Issue" ("status", "impact" desc, "objectId");
create index "Issue_status_activity" on "Issue" ("status", "lastActivityAt" desc, "objectId");
create index "Issue_activity" on "Issue" ("lastActivityAt" desc, "objectId");
create index "Issue_submitted" on "Issue" ("submittedAt" desc, "objectId");
create index "Issue_impact" on "Issue" ("impact" desc, "objectId");
create index "Issue_affected" on "Issue" ("voteCount" desc, "objectId");
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
        or new."expected" is distinct from old."expected" or new."actual" is distinct from old."actual" then
        rest := concat_ws(' ', new."body", (select string_agg(step, ' ') from jsonb_array_elements_text(new."steps") step),
            new."expected", new."actual");
        -- Whole words beside the stems, so that somebody who reads in another language finds it too.
        new."searchVec" := setweight(to_tsvector(_touchstone.words_of(new."lang"), new."title"), 'A')
            || setweight(to_tsvector('simple', new."title"), 'A')
            || setweight(to_tsvector(_touchstone.words_of(new."lang"), rest), 'C')
            || setweight(to_tsvector('simple', rest), 'D');
    end if;
    return new;
end
$$;
create trigger kept before insert or update on "Issue" for each row execute function _touchstone.keep_issue();

create function _touchstone.refuse_removal() returns trigger language plpgsql as $$
begin
    raise exception 'an issue is never removed: its number would be missing' using errcode = '23514';
end
$$;
create trigger stays before delete on "Issue" for each row execute function _touchstone.refuse_removal();

-- A set is flat: a root points nowhere, a duplicate is nobody's root, and all of it is seen by the same people.
-- Looked at when the transaction ends, because a merge moves several.
create function _touchstone.check_set() returns trigger language plpgsql as $$
declare
    issue record;
    root record;
begin
    select * into issue from "Issue" where "objectId" = new."objectId";
    if issue."duplicateOf" is not null then
        select "duplicateOf", "visibility" into root from "Issue" where "objectId" = issue."duplicateOf" for key share;
        if not found or root."duplicateOf" is not null then
            raise exception 'a duplicate points at an issue that is no duplicate itself' using errcode = '23514';
        end if;
        if root."visibility" <> issue."visibility" then
            raise exception 'a duplicate is seen by the same people as its root' using errcode = '23514';
        end if;
        if exists (select from "Issue" where "duplicateOf" = issue."objectId") then
            raise exception 'a duplicate is nobody''s root' using errcode = '23514';
        end if;
    elsif exists (select from "Issue" where "duplicateOf" = issue."objectId" and "visibility" <> issue."visibility") then
        raise exception 'a duplicate is seen by the same people as its root' using errcode = '23514';
    end if;
    return null;
end
$$;
create constraint trigger flat after insert or update of "duplicateOf", "visibility" on "Issue"
    deferrable initially deferred for each row execute function _touchstone.check_set();

-- The timeline: in the order in which things happened to an issue. It only grows; what may change is who reads it.
create sequence _touchstone.issue_event_seq;
alter table "IssueEvent"
    alter column "issue" set not null,
    alter column "type" set not null,
    alter column "data" set not null,
    alter column "at" set not null,
    alter column "seq" set default nextval('_touchstone.issue_event_seq'),
    alter column "seq" set not null,
    alter column "visibility" set default 'all',
    alter column "visibility" set not null,
    add constraint "IssueEvent_visibility" check ("visibility" in ('all', 'staff'));
create unique index "IssueEvent_issue" on "IssueEvent" ("issue", "seq");
create index "IssueEvent_at" on "IssueEvent" ("at");

create function _touchstone.keep_event() returns trigger language plpgsql as $$
begin
    if tg_op = 'DELETE' or to_jsonb(new) - '_rperm' <> to_jsonb(old) - '_rperm' then
        raise exception 'the timeline only grows: nothing in it is changed or removed' using errcode = '23514';
    end if;
    return new;
end
$$;
create trigger only_grows before update or delete on "IssueEvent" for each row execute function _touchstone.keep_event();
create trigger only_grows_whole before truncate on "IssueEvent"
    for each statement execute function _touchstone.refuse_change();

alter table "Comment"
    alter column "issue" set not null,
    alter column "author" set not null,
    alter column "body" set not null,
    alter column "internal" set default false,
    alter column "internal" set not null,
    alter column "kind" set default 'comment',
    alter column "kind" set not null,
    alter column "heldBack" set default false,
    alter column "heldBack" set not null,
    alter column "reactions" set default '{}',
    add constraint "Comment_kind" check ("kind" in ('comment', 'info_request', 'official')),
    add constraint "Comment_body" check (char_length("body") between 1 and 10000 or ("deletedAt" is not null and "body" = '')),
    add constraint "Comment_official_is_public" check ("kind" = 'comment' or not "internal");
create index "Comment_issue" on "Comment" ("issue", "createdAt", "objectId");
create index "Comment_author" on "Comment" ("author", "createdAt");
create unique index "Comment_official" on "Comment" ("issue") where "kind" = 'official';
create index "CommentRevision_comment" on "CommentRevision" ("comment", "at");
create trigger only_grows before update or delete on "CommentRevision"
    for each row execute function _touchstone.refuse_change();

-- What people think of a comment; counted into the comment itself.
create table _touchstone.reaction (
    comment text not null,
    person text not null,
    kind text not null check (kind in ('agree', 'thanks', 'confused')),
    at timestamptz not null,
    primary key (comment, person, kind)
);

alter table "Vote"
    alter column "issue" set not null,
    alter column "user" set not null,
    alter column "at" set not null,
    alter column "proof" set default false,
    alter column "proof" set not null,
    add constraint "Vote_note" check (char_length("note") <= 280);
create unique index "Vote_issue_user" on "Vote" ("issue", "user");
create index "Vote_user" on "Vote" ("user", "at");

alter table "IssueReach"
    alter column "root" set not null,
    alter column "personId" set not null,
    alter column "firstAt" set not null,
    alter column "proof" set default false,
    alter column "proof" set not null;
create unique index "IssueReach_root_person" on "IssueReach" ("root", "personId");

-- What was counted and is not yet in the counts of its issue: many people at once do not wait for each other.
create table _touchstone.count_change (
    id bigint generated always as identity primary key,
    root text not null,
    affected int not null default 0,
    proven int not null default 0,
    watching int not null default 0
);
create index count_change_root on _touchstone.count_change (root);

alter table "Watch"
    alter column "issue" set not null,
    alter column "user" set not null,
    alter column "level" set not null,
    add constraint "Watch_reason" check ("reason" in ('reporter', 'voter', 'commenter', 'mentioned', 'assigned', 'manual')),
    add constraint "Watch_level" check ("level" in ('all', 'status', 'mute'));
create unique index "Watch_issue_user" on "Watch" ("issue", "user");
create index "Watch_user" on "Watch" ("user");

alter table "DuplicateProposal"
    alter column "issue" set not null,
    alter column "target" set not null,
    alter column "by" set not null,
    alter column "state" set not null,
    add constraint "DuplicateProposal_state" check ("state" in ('open', 'accepted', 'rejected')),
    add constraint "DuplicateProposal_of_another" check ("issue" <> "target");
create unique index "DuplicateProposal_open" on "DuplicateProposal" ("issue", "by") where "state" = 'open';
create index "DuplicateProposal_by" on "DuplicateProposal" ("by", "createdAt");

alter table "FixCheck"
    alter column "issue" set not null,
    alter column "user" set not null,
    alter column "build" set not null,
    alter column "verdict" set not null,
    alter column "at" set not null,
    alter column "proof" set default 'none',
    alter column "proof" set not null,
    alter column "counted" set default false,
    alter column "counted" set not null,
    add constraint "FixCheck_verdict" check ("verdict" in ('works', 'still_broken', 'cannot_test')),
    add constraint "FixCheck_proof" check ("proof" in ('none', 'own', 'same_failure')),
    add constraint "FixCheck_note" check (char_length("note") <= 1000);
create unique index "FixCheck_issue_user_build" on "FixCheck" ("issue", "user", "build");
create index "FixCheck_user" on "FixCheck" ("user", "at");

alter table "Attachment"
    alter column "owner" set not null,
    alter column "file" set not null,
    alter column "name" set not null,
    alter column "mime" set not null,
    alter column "size" set not null,
    alter column "state" set default 'clean',
    alter column "state" set not null,
    alter column "staffOnly" set default false,
    alter column "staffOnly" set not null,
    add constraint "Attachment_state" check ("state" in ('pending', 'clean', 'blocked')),
    add constraint "Attachment_name" check (char_length("name") between 1 and 120),
    add constraint "Attachment_comment_has_an_issue" check ("comment" is null or "issue" is not null);
create unique index "Attachment_file" on "Attachment" ("file");
create index "Attachment_issue" on "Attachment" ("issue") where "issue" is not null;
create index "Attachment_comment" on "Attachment" ("comment") where "comment" is not null;
create index "Attachment_owner" on "Attachment" ("owner", "createdAt");
create index "Attachment_orphans" on "Attachment" ("createdAt") where "issue" is null;

alter table "SavedView"
    alter column "owner" set not null,
    alter column "name" set not null,
    alter column "query" set not null,
    alter column "shared" set default false,
    alter column "shared" set not null,
    add constraint "SavedView_name" check (char_length("name") between 1 and 60);
create unique index "SavedView_owner_name" on "SavedView" ("owner", "name");

-- Who may read what belongs to an issue follows from the issue, whoever writes it.
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
end
$$;
create trigger readers before insert or update on "IssueEvent" for each row execute function _touchstone.keep_readers();
create trigger readers before insert or update on "Comment" for each row execute function _touchstone.keep_readers();
create trigger readers before insert or update on "FixCheck" for each row execute function _touchstone.keep_readers();
create trigger readers before insert or update on "Attachment" for each row execute function _touchstone.keep_readers();

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
end
$$;
create trigger readers before insert or update on "Vote" for each row execute function _touchstone.keep_own_readers();
create trigger readers before insert or update on "Watch" for each row execute function _touchstone.keep_own_readers();
create trigger readers before insert or update on "DuplicateProposal" for each row execute function _touchstone.keep_own_readers();
create trigger readers before insert or update on "SavedView" for each row execute function _touchstone.keep_own_readers();

create function _touchstone.pass_issue_readers() returns trigger language plpgsql as $$
begin
    update "IssueEvent" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "Comment" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "FixCheck" set "_rperm" = "_rperm" where "issue" = new."objectId";
    update "Attachment" set "_rperm" = "_rperm" where "issue" = new."objectId";
    return null;
end
$$;
create trigger readers_pass after update on "Issue" for each row
    when (old."_rperm" is distinct from new."_rperm") execute function _touchstone.pass_issue_readers();

create function _touchstone.pass_comment_readers() returns trigger language plpgsql as $$
begin
    update "Attachment" set "_rperm" = "_rperm" where "comment" = new."objectId";
    return null;
end
$$;
create trigger readers_pass after update on "Comment" for each row
    when (old."_rperm" is distinct from new."_rperm") execute function _touchstone.pass_comment_readers();
