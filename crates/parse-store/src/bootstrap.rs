//! What a database must have before the first request, in Parse Server's layout.

use parse_model::{ClassName, FieldName};

use crate::catalogue::to_stored;
use crate::ddl::column_type;
use crate::error::StoreError;
use crate::sql::Sql;
use crate::system::{self, USER_INTERNAL};
use crate::tx::Tx;

/// Tables, indexes and columns with fixed text. Everything is "if not exists": what another server
/// has made is left as it is.
const TABLES: &[&str] = &[
    r#"create table if not exists "_SCHEMA" ("className" varchar(120), "schema" jsonb, "isParseClass" bool, primary key ("className"))"#,
    r#"create table if not exists "_Hooks" ("functionName" text, "className" text, "triggerName" text, "url" text)"#,
    r#"create table if not exists "_GlobalConfig" ("objectId" text primary key, "params" jsonb, "masterKeyOnly" jsonb)"#,
    r#"create table if not exists "_GraphQLConfig" ("objectId" text primary key, "config" jsonb)"#,
    r#"create table if not exists "_Join:users:_Role" ("relatedId" varchar(120), "owningId" varchar(120), primary key ("relatedId", "owningId"))"#,
    r#"create table if not exists "_Join:roles:_Role" ("relatedId" varchar(120), "owningId" varchar(120), primary key ("relatedId", "owningId"))"#,
];

const INDEXES: &[&str] = &[
    r#"create unique index if not exists "_User_unique_username" on "_User" ("username")"#,
    r#"create unique index if not exists "_User_unique_email" on "_User" ("email")"#,
    r#"create index if not exists "case_insensitive_username" on "_User" (lower("username") varchar_pattern_ops)"#,
    r#"create index if not exists "case_insensitive_email" on "_User" (lower("email") varchar_pattern_ops)"#,
    r#"create index if not exists "_email_verify_token" on "_User" ("_email_verify_token")"#,
    r#"create index if not exists "_perishable_token" on "_User" ("_perishable_token")"#,
    r#"create unique index if not exists "_User_unique_authData_anonymous_id" on "_User" (("authData"->'anonymous'->>'id')) where ("authData"->'anonymous'->>'id') is not null"#,
    r#"create unique index if not exists "_Role_unique_name" on "_Role" ("name")"#,
    r#"create unique index if not exists "_Idempotency_unique_reqId" on "_Idempotency" ("reqId")"#,
    r#"create index if not exists "touchstone_session_token" on "_Session" ("sessionToken")"#,
    r#"create index if not exists "touchstone_session_user" on "_Session" ("user")"#,
    r#"create index if not exists "touchstone_role_owning" on "_Join:roles:_Role" ("owningId")"#,
    r#"create index if not exists "touchstone_installation_id" on "_Installation" ("installationId")"#,
    r#"create index if not exists "touchstone_installation_device" on "_Installation" ("deviceToken")"#,
];

/// How tables are kept whose rows change often, where nobody has decided about it: a sweep looks at
/// how much changed, and a change of what no index holds finds room on its page.
const STORAGE: &[&str] = &[r#"do $$ begin
        if exists (select from pg_class where oid = '"_Session"'::regclass and reloptions is null) then
            alter table "_Session" set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
        end if;
    end $$"#];

/// System classes whose tables are there from the start.
const CLASSES: &[&str] = &[
    "_User",
    "_Role",
    "_Session",
    "_Installation",
    "_PushStatus",
    "_JobStatus",
    "_JobSchedule",
    "_Audience",
    "_Idempotency",
];

/// Those of them that stand in `_SCHEMA` from the start; others appear there when first used.
const LISTED: &[&str] = &["_User", "_Role"];

/// Creates what is missing.
pub(crate) async fn run(tx: &Tx) -> Result<(), StoreError> {
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.schema'))")).await?;
    for text in TABLES {
        tx.execute(&Sql::new(text)).await?;
    }
    for name in CLASSES {
        table(tx, &ClassName::from_static(name)).await?;
    }
    for name in LISTED {
        listed(tx, &ClassName::from_static(name)).await?;
    }
    for text in INDEXES.iter().chain(STORAGE) {
        tx.execute(&Sql::new(text)).await?;
    }
    Ok(())
}

async fn table(tx: &Tx, class: &ClassName) -> Result<(), StoreError> {
    let mut sql = Sql::new("create table if not exists ");
    sql.table(class).push(
        r#" ("objectId" text primary key, "createdAt" timestamp with time zone, "updatedAt" timestamp with time zone, "_rperm" text[], "_wperm" text[])"#,
    );
    tx.execute(&sql).await?;
    let internal = if *class == "_User" { USER_INTERNAL } else { &[] };
    let fields = system::default_fields(class);
    for (name, ty) in
        fields.iter().map(|(name, ty)| (*name, ty)).chain(internal.iter().map(|(n, t)| (*n, t)))
    {
        if let Some(ty) = column_type(ty) {
            let mut sql = Sql::new("alter table ");
            sql.table(class).push(" add column if not exists ");
            sql.column(&FieldName::from_static(name)).push(" ").push(ty);
            tx.execute(&sql).await?;
        }
    }
    Ok(())
}

async fn listed(tx: &Tx, class: &ClassName) -> Result<(), StoreError> {
    let definition = system::with_defaults(parse_model::Class::new(class.clone()));
    let mut sql =
        Sql::new(r#"insert into "_SCHEMA" ("className", "schema", "isParseClass") values ("#);
    sql.bind(class.as_str()).push(", ").bind(to_stored(&definition));
    sql.push(", true) on conflict do nothing");
    tx.execute(&sql).await?;
    Ok(())
}
