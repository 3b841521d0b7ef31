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
