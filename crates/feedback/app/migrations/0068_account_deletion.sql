-- Accounts that are to be deleted, and from when on. Until then it can be called off.
create table _touchstone.account_deletion (
    "user" text primary key,
    texts text not null check (texts in ('keep', 'erase')),
    asked_at timestamptz not null,
    due_at timestamptz not null
);
create index account_deletion_due on _touchstone.account_deletion (due_at);
