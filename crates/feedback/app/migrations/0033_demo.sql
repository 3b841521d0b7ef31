-- Objects made by `touchstone demo`, so that it can remove exactly these.

create table _touchstone.demo (
    is_only boolean primary key default true check (is_only),
    seed bigint not null,
    testers bigint not null,
    made_at timestamptz not null,
    builds text[] not null,
    invitations text[] not null,
    networks text[] not null default '{}'
);

create table _touchstone.demo_person (id text primary key);
