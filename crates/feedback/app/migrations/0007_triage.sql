-- What triage remembers beside issues.

-- Watchers whom a merge brought to a root, so that taking the merge back takes them away again, and nobody else.
create table _touchstone.merged_watch (
    source text not null,
    root text not null,
    watcher text not null,
    watched_at timestamptz not null,
    primary key (source, watcher)
);
create index merged_watch_root on _touchstone.merged_watch (root, watcher);

-- Which administrators look at which issue. It is forgotten in a crash, and nobody misses it.
create unlogged table _touchstone.look (issue text not null, person text not null, at timestamptz not null, primary key (issue, person));

create function _touchstone.lookers(issue_id text, me text, since timestamptz) returns jsonb
    language sql stable
    return coalesce((select jsonb_agg(_touchstone.person(u) order by l.at desc)
        from _touchstone.look l join "_User" u on u."objectId" = l.person
        where l.issue = issue_id and l.person <> me and l.at > since), '[]');

-- When the programme has promised to answer, or to decide.
create function _touchstone.due_at(issue "Issue", first_s1_hours int, first_hours int, decision_days int) returns timestamptz
    language sql stable
    return case
        when issue."firstResponseAt" is null then issue."submittedAt"
            + case when issue."severityClaimed" = 'S1' then first_s1_hours else first_hours end * interval '1 hour'
        when issue."status" in ('new', 'needs_info') then issue."submittedAt" + decision_days * interval '1 day' end;
