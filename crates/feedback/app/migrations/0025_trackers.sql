-- Issue trackers.

-- Trackers: a repository, team or project at GitHub, Linear or Jira. Secrets are sealed.
create table _touchstone.tracker (
    id text primary key,
    service text not null check (service in ('github', 'linear', 'jira')),
    name text not null,
    -- Repository, team or project, the mode of access, and test results. No secrets.
    settings jsonb not null default '{}',
    credential text not null,
    hook_secret text not null,
    -- The token of a GitHub installation.
    token text,
    token_ends_at timestamptz,
    -- Off until a test passes, broken if the tracker rejects the credentials.
    state text not null default 'off' check (state in ('on', 'off', 'broken')),
    problem text,
    -- The account that writes there.
    account text,
    application text,
    ends_at timestamptz,
    checked_at timestamptz,
    synced_at timestamptz,
    -- No write before this time: writes are serialized, and rate limits are respected.
    next_at timestamptz not null default 'epoch',
    maintained_at timestamptz not null default 'epoch',
    created_by text not null,
    created_at timestamptz not null
);

-- Issues at trackers.
create table _touchstone.tracker_link (
    id bigint generated always as identity primary key,
    tracker text not null references _touchstone.tracker (id) on delete cascade,
    issue text not null,
    -- The identifiers for the API and in webhooks of the tracker.
    reference jsonb not null,
    external text not null,
    label text not null,
    url text not null,
    state text not null default 'on' check (state in ('on', 'paused', 'gone')),
    problem text,
    -- The state there, since when, and the last state written from here unless it was moved since.
    their_state text not null,
    their_at timestamptz not null,
    written text,
    -- The last comment there, as the reason of a proposal.
    said text,
    said_at timestamptz,
    created_at timestamptz not null,
    unique (tracker, issue),
    unique (tracker, external)
);
create index tracker_link_issue on _touchstone.tracker_link (issue);

-- The queue of work at trackers. A worker moves `due_at` to the end of its lease, and its exact value is the proof of
-- ownership. A row that is `sending` after that time may have been done, and is searched at the tracker first.
create table _touchstone.tracker_work (
    id bigint generated always as identity primary key,
    tracker text not null references _touchstone.tracker (id) on delete cascade,
    link bigint references _touchstone.tracker_link (id) on delete cascade,
    issue text not null,
    kind text not null check (kind in ('create', 'link', 'state', 'comment', 'read')),
    comment text,
    reference jsonb,
    -- Identify the write when it is searched.
    key text not null,
    uuid text not null,
    state text not null default 'waiting' check (state in ('waiting', 'sending', 'unsure', 'done', 'dead', 'dropped')),
    attempts integer not null default 0,
    due_at timestamptz not null,
    external text,
    problem text,
    created_by text,
    created_at timestamptz not null,
    wrote_at timestamptz,
    done_at timestamptz
);
create index tracker_work_due on _touchstone.tracker_work (tracker, due_at, id) where done_at is null;

-- One waiting row is enough, because the current state is written.
create unique index tracker_work_state on _touchstone.tracker_work (link, kind) where kind in ('state', 'read') and state = 'waiting';
create unique index tracker_work_issue on _touchstone.tracker_work (tracker, issue) where kind in ('create', 'link') and done_at is null;
create unique index tracker_work_comment on _touchstone.tracker_work (link, comment) where kind = 'comment' and state <> 'dead';
create index tracker_work_written on _touchstone.tracker_work (link, wrote_at) where wrote_at is not null;
create index tracker_work_ended on _touchstone.tracker_work (done_at) where done_at is not null;

-- Webhook deliveries of trackers, so that each is processed once.
create table _touchstone.tracker_delivery (
    tracker text not null references _touchstone.tracker (id) on delete cascade,
    delivery text not null,
    at timestamptz not null,
    primary key (tracker, delivery)
);
create index tracker_delivery_at on _touchstone.tracker_delivery (at);

-- Changes at a tracker that need the decision of an administrator.
create table _touchstone.tracker_proposal (
    id text primary key,
    link bigint not null references _touchstone.tracker_link (id) on delete cascade,
    issue text not null,
    kind text not null check (kind in ('fixed', 'close', 'duplicate', 'reopen')),
    -- The comment that came with it.
    text text,
    -- Whether the issue was closed when this was proposed. If that has changed, it was decided elsewhere.
    ours_ended boolean not null,
    state text not null default 'open' check (state in ('open', 'accepted', 'rejected', 'overtaken')),
    at timestamptz not null,
    decided_by text,
    decided_at timestamptz
);
create unique index tracker_proposal_open on _touchstone.tracker_proposal (link) where state = 'open';
create index tracker_proposal_issue on _touchstone.tracker_proposal (issue);

-- A tracker in short form.
create function _touchstone.tracker_brief(t _touchstone.tracker) returns jsonb language sql stable
    return jsonb_build_object('id', t.id, 'kind', t.service, 'name', t.name);

-- A proposal as returned to clients.
create function _touchstone.proposal_shown(p _touchstone.tracker_proposal) returns jsonb language sql stable
    return (select jsonb_build_object('id', p.id, 'kind', p.kind, 'text', p.text, 'at', _touchstone.iso(p.at),
        'issue', jsonb_build_object('number', i."number"::int, 'title', i."title", 'status', i."status"),
        'tracker', _touchstone.tracker_brief(t), 'ref', l.label, 'url', l.url, 'state', l.their_state)
    from _touchstone.tracker_link l join _touchstone.tracker t on t.id = l.tracker join "Issue" i on i."objectId" = p.issue
    where l.id = p.link);

-- The links of an issue to trackers, and pending ones.
create function _touchstone.trackers_of(issue_id text) returns jsonb language sql stable
    return coalesce((select jsonb_agg(row.shown order by row.at) from (
        select l.created_at as at, jsonb_build_object('tracker', _touchstone.tracker_brief(t), 'ref', l.label, 'url', l.url,
            'state', l.their_state, 'phase', case l.state when 'on' then 'linked' else l.state end, 'problem', l.problem,
            'proposal', (select _touchstone.proposal_shown(p) from _touchstone.tracker_proposal p where p.link = l.id and p.state = 'open'),
            'comments', coalesce((select jsonb_agg(jsonb_build_object('id', w.comment, 'state', w.state)) from _touchstone.tracker_work w
                where w.link = l.id and w.kind = 'comment'), '[]')) as shown
        from _touchstone.tracker_link l join _touchstone.tracker t on t.id = l.tracker where l.issue = issue_id
        union all
        select w.created_at, jsonb_build_object('tracker', _touchstone.tracker_brief(t), 'ref', null, 'url', null, 'state', null,
            'phase', case when w.state in ('dead', 'dropped') then 'failed' else 'waiting' end, 'problem', w.problem, 'proposal', null,
            'comments', '[]'::jsonb)
        from _touchstone.tracker_work w join _touchstone.tracker t on t.id = w.tracker
        where w.issue = issue_id and w.kind in ('create', 'link') and w.state <> 'done'
            and not exists (select from _touchstone.tracker_link l where l.issue = w.issue and l.tracker = w.tracker)
            and not exists (select from _touchstone.tracker_work later where later.issue = w.issue and later.tracker = w.tracker
                and later.kind in ('create', 'link') and later.id > w.id)) row), '[]');
