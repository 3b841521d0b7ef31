-- Events and their consumers.

-- Events are written by the transaction of the command, and numbered afterwards in the order in which they became
-- visible. A consumer that has read up to a position has missed nothing before it. Rows are updated once or twice and
-- then stay until they are deleted.
create table _touchstone.event (
    seq bigint generated always as identity primary key,
    id text not null unique check (id ~ '^evt_[0-9A-Za-z]{10}$'),
    at timestamptz not null,
    type text not null,
    version smallint not null default 1,
    issue text,
    actor text,
    data jsonb not null default '{}',
    position bigint
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
create unique index event_position on _touchstone.event (position);
create index event_unnumbered on _touchstone.event (seq) where position is null;
create index event_at on _touchstone.event (at);

-- For withdrawing notifications of a decision that was undone, while other notifications wait.
create index event_issue on _touchstone.event (issue, position) where issue is not null;

create sequence _touchstone.event_place as bigint;

create function _touchstone.append_events(moment timestamptz, events jsonb) returns void language sql
begin atomic
    insert into _touchstone.event (id, at, type, issue, actor, data)
    select e.event ->> 'id', moment, e.event ->> 'type', e.event ->> 'issue', e.event ->> 'actor', e.event -> 'data'
    from jsonb_array_elements(events) with ordinality e(event, place) order by e.place;
end;

-- Numbers new events. Nodes are serialized, so positions become visible in order.
create function _touchstone.number_events() returns bigint language plpgsql as $$
declare
    numbered bigint;
begin
    if not exists (select from _touchstone.event where position is null) then
        return 0;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('touchstone.event', 0));
    with next as (select seq from _touchstone.event where position is null order by seq limit 1000 for update),
    placed as (select seq, nextval('_touchstone.event_place') as place from (select seq from next order by seq) one)
    update _touchstone.event e set position = p.place from placed p where e.seq = p.seq;
    get diagnostics numbered = row_count;
    return numbered;
end $$;

-- The position of each consumer. It holds its row while it works, and commits its work together with the new position.
create table _touchstone.event_consumer (
    name text primary key,
    position bigint not null default 0,
    -- Consecutive failures of the next event.
    failures integer not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200);
insert into _touchstone.event_consumer (name) values ('notifications'), ('webhooks'), ('trackers');

-- Events that a consumer skipped after too many failures.
create table _touchstone.event_left_out (
    consumer text not null,
    event text not null,
    problem text not null,
    at timestamptz not null,
    -- An operator wants it to be consumed after all.
    is_retried boolean not null default false,
    primary key (consumer, event)
);
