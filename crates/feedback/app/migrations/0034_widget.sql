-- Reports from the pages of the product under test: their keys, the tokens of testers, and what a page recorded.

-- Keys that pages show to everyone. A key tells where a report claims to come from, and proves nothing.
create table _touchstone.widget_key (
    id text primary key,
    key text not null unique check (key ~ '^tsp_[0-9A-Za-z]{32}$'),
    name text not null check (char_length(name) between 1 and 60),
    -- Scheme, host and port, letter for letter as browsers send them.
    origins text[] not null check (cardinality(origins) between 1 and 20),
    is_on boolean not null default true,
    -- Whether pages record wallet calls.
    records boolean not null default true,
    -- Whether pages send reports without a sign-in.
    unsigned boolean not null default false,
    created_at timestamptz not null,
    created_by text not null,
    last_used_at timestamptz,
    last_origin text
);

-- What testers get for a signature in a page. A token reports in their name, and nothing else.
create table _touchstone.widget_token (
    id text primary key,
    digest text not null unique check (digest ~ '^[0-9a-f]{64}$'),
    "user" text not null,
    key text not null references _touchstone.widget_key (id) on delete cascade,
    origin text not null,
    installation text not null,
    -- A digest of the password hash at that time. With another password, the token has ended.
    password text,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    expires_at timestamptz not null
);
create index widget_token_user on _touchstone.widget_token ("user");
create index widget_token_expires_at on _touchstone.widget_token (expires_at);
create index widget_token_key on _touchstone.widget_token (key);

-- What a page recorded before a report.
create table _touchstone.widget_context (
    issue text primary key,
    origin text not null,
    context jsonb not null check (pg_column_size(context) <= 131072),
    created_at timestamptz not null
);
create index widget_context_created_at on _touchstone.widget_context (created_at);

-- Reports without an account, until a tester claims one or an administrator decides about it.
create table _touchstone.widget_unsigned (
    id text primary key,
    key text not null references _touchstone.widget_key (id) on delete cascade,
    origin text not null,
    -- A digest of the random text that the page keeps.
    claim text not null unique check (claim ~ '^[0-9a-f]{64}$'),
    -- Null once it is decided.
    report jsonb check (pg_column_size(report) <= 262144),
    state text not null default 'waiting' check (state in ('waiting', 'claimed', 'accepted', 'deleted')),
    -- The number of the issue that it became.
    number bigint,
    created_at timestamptz not null,
    check ((state = 'waiting') = (report is not null))
);
create index widget_unsigned_key on _touchstone.widget_unsigned (key, created_at);
create index widget_unsigned_created_at on _touchstone.widget_unsigned (created_at);

-- The scripts of the versions of the widget that servers had, for pages that pin one.
create table _touchstone.widget_script (
    -- `<version>-<hash of the content>/<file>`.
    name text primary key check (name ~ '^[0-9A-Za-z.-]{1,80}/[a-z]{1,40}\.js$'),
    code text not null check (octet_length(code) <= 1048576),
    -- When a server last started with it.
    started_at timestamptz not null
);
