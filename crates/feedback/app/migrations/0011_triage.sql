-- Triage: due times, duplicates, fix checks, and who has an issue open.

-- When the first response or the decision is due.
create function _touchstone.due_at(issue "Issue", first_s1_hours int, first_hours int, decision_days int) returns timestamptz
    language sql stable
    return case
        when issue."firstResponseAt" is null then issue."submittedAt"
            + case when issue."severityClaimed" = 'S1' then first_s1_hours else first_hours end * interval '1 hour'
        when issue."status" in ('new', 'needs_info') then issue."submittedAt" + decision_days * interval '1 day' end;

alter table "DuplicateProposal"
    alter column "issue" set not null, alter column "target" set not null, alter column "by" set not null,
    alter column "state" set not null,
    add constraint "DuplicateProposal_state" check ("state" in ('open', 'accepted', 'rejected')),
    add constraint "DuplicateProposal_of_another" check ("issue" <> "target");
create unique index "DuplicateProposal_open" on "DuplicateProposal" ("issue", "by") where "state" = 'open';
create index "DuplicateProposal_by" on "DuplicateProposal" ("by", "createdAt");
create trigger readers before insert or update on "DuplicateProposal" for each row execute function _touchstone.keep_own_readers();

-- Watchers that a merge added to a root, so that an unmerge removes exactly these.
create table _touchstone.merged_watch (
    source text not null,
    root text not null,
    watcher text not null,
    watched_at timestamptz not null,
    primary key (source, watcher)
);
create index merged_watch_root on _touchstone.merged_watch (root, watcher);

alter table "FixCheck"
    alter column "issue" set not null, alter column "user" set not null, alter column "build" set not null,
    alter column "verdict" set not null, alter column "at" set not null,
    alter column "proof" set default 'none', alter column "proof" set not null,
    alter column "counted" set default false, alter column "counted" set not null,
    add constraint "FixCheck_verdict" check ("verdict" in ('works', 'still_broken', 'cannot_test')),
    add constraint "FixCheck_proof" check ("proof" in ('none', 'own', 'same_failure')),
    add constraint "FixCheck_note" check (char_length("note") <= 1000);
create unique index "FixCheck_issue_user_build" on "FixCheck" ("issue", "user", "build");
create index "FixCheck_user" on "FixCheck" ("user", "at");
create trigger readers before insert or update on "FixCheck" for each row execute function _touchstone.keep_readers();

-- A fix check as returned to clients.
create function _touchstone.check_shown(f "FixCheck") returns jsonb
    language sql stable parallel safe
    return jsonb_build_object('id', f."objectId", 'user', _touchstone.person_of(f."user"), 'build', _touchstone.build_shown(f."build"),
        'verdict', f."verdict", 'note', f."note", 'at', _touchstone.iso(f."at"), 'counted', f."counted");

-- Administrators who have an issue open. Rows are removed when they leave or stop sending heartbeats.
alter table "IssueViewer"
    alter column "issue" set not null, alter column "person" set not null, alter column "seenAt" set not null;
alter table "IssueViewer" set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
create unique index "IssueViewer_issue_person" on "IssueViewer" ("issue", "person");
create index "IssueViewer_seen" on "IssueViewer" ("seenAt");

create function _touchstone.keep_viewer() returns trigger language plpgsql as $$
begin
    new."_rperm" := '{role:administrators}';
    new."_wperm" := '{}';
    return new;
end $$;
create trigger readers before insert or update on "IssueViewer" for each row execute function _touchstone.keep_viewer();

create function _touchstone.lookers(issue_id text, me text, since timestamptz) returns jsonb
    language sql stable
    return coalesce((select jsonb_agg(_touchstone.person(u) order by v."seenAt" desc)
        from "IssueViewer" v join "_User" u on u."objectId" = v."person"
        where v."issue" = issue_id and v."person" <> me and v."seenAt" > since), '[]');
