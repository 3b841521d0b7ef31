-- E-mail: signing keys of links, unsubscriptions and failures.

-- Signing keys of links in e-mails. Links never expire, so keys are never deleted. A new key gets a higher version.
create table _touchstone.mail_key (
    version smallint primary key check (version between 1 and 255),
    key bytea not null check (length(key) = 32),
    made_at timestamptz not null default now()
);
insert into _touchstone.mail_key (version, key)
values (1, sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- Unsubscriptions by link or complaint: one kind of notification, `digest`, or `all`.
create table _touchstone.mail_suppression (
    "user" text not null,
    scope text not null,
    at timestamptz not null,
    via text not null check (via in ('one_click', 'page', 'complaint')),
    primary key ("user", scope)
);

-- True if a user has unsubscribed from a kind of e-mail.
create function _touchstone.mail_suppressed(person text, of_kind text) returns boolean language sql stable
    return exists (select from _touchstone.mail_suppression s where s."user" = person and s.scope in (of_kind, 'all'));

-- Temporary failures. Three within fourteen days count as a permanent one.
create table _touchstone.mail_bounce (
    "user" text not null,
    at timestamptz not null,
    status text
);
create index mail_bounce_user on _touchstone.mail_bounce ("user", at);

-- A new address is another mailbox: failures and complaints of the old one are deleted.
create function _touchstone.new_mail_address() returns trigger language plpgsql as $$
begin
    delete from _touchstone.channel_address where "user" = new."objectId" and channel = 'mail';
    delete from _touchstone.mail_bounce where "user" = new."objectId";
    delete from _touchstone.mail_suppression where "user" = new."objectId" and via = 'complaint';
    return null;
end $$;
create trigger new_mail_address after update of "email" on "_User" for each row
    when (old."email" is distinct from new."email") execute function _touchstone.new_mail_address();
