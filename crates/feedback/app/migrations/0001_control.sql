-- What the database itself holds of the rules about people, settings and the record of what administrators did.

-- A moment as the protocol writes it.
create function _touchstone.iso(moment timestamptz) returns text
    language sql immutable parallel safe
    return to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- Rows that trust hangs on are never changed or removed, by nobody.
create function _touchstone.refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% only grows: nothing in it is changed or removed', tg_table_name using errcode = '23514';
end
$$;

alter table "_User"
    add constraint "_User_status" check ("status" in ('active', 'limited', 'suspended', 'deleted')),
    add constraint "_User_trust_level" check ("trustLevel" between 0 and 4),
    add constraint "_User_risk_state" check ("riskState" in ('clear', 'watch', 'held')),
    add constraint "_User_counts" check ("acceptedCount" >= 0 and "decidedCount" >= 0 and "spamCount" >= 0);
create index "_User_administrators" on "_User" ("objectId") where "isAdmin";

create unique index "Invitation_code" on "Invitation" ("codeDigest");
alter table "Invitation"
    alter column "codeDigest" set not null,
    alter column "maxUses" set not null,
    alter column "uses" set not null,
    add constraint "Invitation_uses" check ("uses" >= 0 and "uses" <= "maxUses"),
    add constraint "Invitation_max_uses" check ("maxUses" between 1 and 100000);
create unique index "InvitationUse_user" on "InvitationUse" ("user");
create index "InvitationUse_invitation" on "InvitationUse" ("invitation");

create unique index "Setting_key" on "Setting" ("key");
create unique index "SettingRevision_key_version" on "SettingRevision" ("key", "version");
create trigger only_grows before update or delete on "SettingRevision"
    for each row execute function _touchstone.refuse_change();

-- One-time tokens of the first start. Only digests are kept.
create table _touchstone.setup_token (digest text primary key, made_at timestamptz not null default now());

-- The record of what administrators did: numbered without gaps, each entry sealed together with the one before it.
create table _touchstone.audit_head (is_only boolean primary key default true check (is_only), seq bigint not null, hash text not null);
insert into _touchstone.audit_head (seq, hash) values (0, repeat('0', 64));

create function _touchstone.audit_seal(entry "AuditEntry") returns text
    language sql stable
    return encode(sha256(convert_to(jsonb_build_array(
        entry."seq", _touchstone.iso(entry."at"), entry."actor", entry."actorName", entry."actorRole", entry."action",
        entry."targetType", entry."targetId", entry."targetLabel", entry."before", entry."after", entry."prevHash"
    )::text, 'UTF8')), 'hex');

create function _touchstone.chain_audit() returns trigger language plpgsql as $$
declare
    head record;
begin
    update _touchstone.audit_head set seq = seq + 1 returning seq, hash into head;
    new."seq" := head.seq;
    new."prevHash" := head.hash;
    new."hash" := _touchstone.audit_seal(new);
    update _touchstone.audit_head set hash = new."hash";
    return new;
end
$$;
create trigger chained before insert on "AuditEntry" for each row execute function _touchstone.chain_audit();
create trigger only_grows before update or delete on "AuditEntry"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "AuditEntry"
    for each statement execute function _touchstone.refuse_change();
create unique index "AuditEntry_seq" on "AuditEntry" ("seq");
create index "AuditEntry_at" on "AuditEntry" ("at");
create index "AuditEntry_target" on "AuditEntry" ("targetType", "targetId");
create index "AuditEntry_actor" on "AuditEntry" ("actor", "seq");

-- The role that lets administrators read what is kept from testers; it mirrors "isAdmin".
insert into "_Role" ("objectId", "createdAt", "updatedAt", "name", "_rperm", "_wperm")
    select 'administra', now(), now(), 'administrators', '{}', '{}'
    where not exists (select from "_Role" where "name" = 'administrators');
insert into "_Join:users:_Role" ("relatedId", "owningId")
    select person."objectId", role."objectId" from "_User" person, "_Role" role
    where person."isAdmin" and role."name" = 'administrators'
    on conflict do nothing;
