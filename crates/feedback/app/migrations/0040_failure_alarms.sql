-- Alarms when the failure rate of a network or a build has doubled.

-- Calls by hour since 1970 and in UTC. Kept for 30 days.
create table _touchstone.call_hour (
    network text not null,
    hour int not null,
    build text not null,
    calls bigint not null,
    failed bigint not null check (failed <= calls),
    primary key (network, hour, build)
);

-- Each incident has one alarm. The earlier calls stay those with which it began.
create table _touchstone.failure_alarm (
    id text primary key,
    scope text not null check (scope in ('network', 'build')),
    -- The network or the build.
    subject text not null,
    hours int not null,
    calls bigint not null,
    failed bigint not null,
    calls_before bigint not null,
    failed_before bigint not null,
    started_at timestamptz not null,
    ended_at timestamptz
);
create unique index failure_alarm_open on _touchstone.failure_alarm (scope, subject) where ended_at is null;
