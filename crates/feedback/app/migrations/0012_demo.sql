-- What was made by `touchstone demo`, so that it can be removed and nothing else is.
create table _touchstone.demo (
    is_only boolean primary key default true check (is_only),
    seed bigint not null,
    testers bigint not null,
    made_at timestamptz not null,
    builds text[] not null,
    invitations text[] not null
);
create table _touchstone.demo_person (id text primary key);
