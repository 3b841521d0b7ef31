-- Pages that a programme publishes about privacy, terms and rules, and who has accepted them.

-- Published versions. Their texts never change.
create table _touchstone.policy_version (
    kind text not null check (kind in ('privacy', 'terms', 'rules')),
    version int not null check (version > 0),
    body text not null check (char_length(body) between 1 and 60000),
    -- The change since the version before, in a sentence.
    note text not null default '' check (char_length(note) <= 300),
    -- Whether testers must accept this version, or a later one, before they write.
    asks boolean not null,
    published_at timestamptz not null,
    published_by text,
    -- Visitors no longer see it.
    withdrawn_at timestamptz,
    primary key (kind, version)
);

create table _touchstone.policy_acceptance (
    "user" text not null,
    kind text not null,
    version int not null,
    accepted_at timestamptz not null,
    primary key ("user", kind, version),
    foreign key (kind, version) references _touchstone.policy_version
);
create index policy_acceptance_of_version on _touchstone.policy_acceptance (kind, version);
create index policy_acceptance_in_order on _touchstone.policy_acceptance (accepted_at, "user", kind, version);

-- The lowest version of each kind that testers must have accepted, and null if there is none.
create function _touchstone.policies_required() returns jsonb language sql stable
begin atomic
    select jsonb_object_agg(r.kind, r.version) from (
        select p.kind, max(p.version) as version from _touchstone.policy_version p
        where p.asks and p.withdrawn_at is null group by p.kind) r;
end;
