-- The audit log, and the result of the invariant check.

-- The last entry: numbers have no gaps, and each entry is hashed together with the one before it.
create table _touchstone.audit_head (is_only boolean primary key default true check (is_only), seq bigint not null, hash text not null);
insert into _touchstone.audit_head (seq, hash) values (0, repeat('0', 64));
create unique index "AuditEntry_seq" on "AuditEntry" ("seq");
create index "AuditEntry_at" on "AuditEntry" ("at");
create index "AuditEntry_target" on "AuditEntry" ("targetType", "targetId");
create index "AuditEntry_actor" on "AuditEntry" ("actor", "seq");

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
end $$;
create trigger chained before insert on "AuditEntry" for each row execute function _touchstone.chain_audit();
create trigger only_grows before update or delete on "AuditEntry"
    for each row execute function _touchstone.refuse_change();
create trigger only_grows_whole before truncate on "AuditEntry"
    for each statement execute function _touchstone.refuse_change();

-- The last result of the invariant check.
create table _touchstone.invariant_report (
    is_only boolean primary key default true check (is_only), at timestamptz not null, differences jsonb not null);
