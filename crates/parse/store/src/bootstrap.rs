//! What a database must have before the first request, in Parse Server's layout.

use std::collections::HashSet;

use parse_model::{ClassName, FieldName};

use crate::ddl::column_type;
use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::stored_class::to_stored;
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

/// Indexes, by name, with what stands before and after it.
const INDEXES: &[(&str, &str, &str)] = &[
    ("_User_unique_username", "create unique index ", r#" on "_User" ("username")"#),
    ("_User_unique_email", "create unique index ", r#" on "_User" ("email")"#),
    (
        "case_insensitive_username",
        "create index ",
        r#" on "_User" (lower("username") varchar_pattern_ops)"#,
    ),
    (
        "case_insensitive_email",
        "create index ",
        r#" on "_User" (lower("email") varchar_pattern_ops)"#,
    ),
    ("_email_verify_token", "create index ", r#" on "_User" ("_email_verify_token")"#),
    ("_perishable_token", "create index ", r#" on "_User" ("_perishable_token")"#),
    (
        "_User_unique_authData_anonymous_id",
        "create unique index ",
        r#" on "_User" (("authData"->'anonymous'->>'id')) where ("authData"->'anonymous'->>'id') is not null"#,
    ),
    ("_Role_unique_name", "create unique index ", r#" on "_Role" ("name")"#),
    ("_Idempotency_unique_reqId", "create unique index ", r#" on "_Idempotency" ("reqId")"#),
    ("touchstone_session_token", "create index ", r#" on "_Session" ("sessionToken")"#),
    ("touchstone_session_user", "create index ", r#" on "_Session" ("user")"#),
    ("touchstone_role_owning", "create index ", r#" on "_Join:roles:_Role" ("owningId")"#),
    ("touchstone_installation_id", "create index ", r#" on "_Installation" ("installationId")"#),
    ("touchstone_installation_device", "create index ", r#" on "_Installation" ("deviceToken")"#),
];

/// The storage parameters of tables whose rows change often, unless the operator has set them:
/// autovacuum runs by the number of changes, and an update without an indexed column finds room on
/// its page.
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

/// Those of them that are in `_SCHEMA` from the start; others appear there when first used.
const LISTED: &[&str] = &["_User", "_Role"];

/// Creates what is missing. Existing objects are not touched: even `if not exists` would wait for
/// all users of a table, and make all later ones wait.
pub(crate) async fn run(tx: &Tx) -> Result<(), StoreError> {
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.schema'))")).await?;
    for text in TABLES {
        tx.execute(&Sql::new(text)).await?;
    }
    let there = Present::read(tx).await?;
    for name in CLASSES {
        table(tx, &ClassName::from_static(name), &there).await?;
    }
    for name in LISTED {
        listed(tx, &ClassName::from_static(name)).await?;
    }
    for (name, before, after) in INDEXES {
        if !there.relations.contains(*name) {
            let mut sql = Sql::new(before);
            sql.push("\"").push(name).push("\"").push(after);
            tx.execute(&sql).await?;
        }
    }
    for text in STORAGE {
        tx.execute(&Sql::new(text)).await?;
    }
    Ok(())
}

/// What a database has.
struct Present {
    /// Tables and indexes.
    relations: HashSet<String>,
    /// Columns of tables.
    columns: HashSet<(String, String)>,
}

impl Present {
    async fn read(tx: &Tx) -> Result<Present, StoreError> {
        let here = "relnamespace = current_schema()::regnamespace";
        let mut sql = Sql::new("select relname::text from pg_class where ");
        sql.push(here);
        let mut relations = HashSet::new();
        for row in &tx.rows(&sql).await? {
            relations.extend(cell::<String>(row, 0)?);
        }
        let mut sql = Sql::new(
            "select relname::text, attname::text from pg_attribute join pg_class c on c.oid = attrelid \
             where attnum > 0 and not attisdropped and relname = any (",
        );
        let classes: Vec<String> = CLASSES.iter().map(|name| (*name).to_owned()).collect();
        sql.bind(classes).push("::text[]) and ").push(here);
        let mut columns = HashSet::new();
        for row in &tx.rows(&sql).await? {
            columns.extend(cell::<String>(row, 0)?.zip(cell::<String>(row, 1)?));
        }
        Ok(Present { relations, columns })
    }
}

async fn table(tx: &Tx, class: &ClassName, there: &Present) -> Result<(), StoreError> {
    if !there.relations.contains(class.as_str()) {
        let mut sql = Sql::new("create table ");
        sql.table(class).push(
            r#" ("objectId" text primary key, "createdAt" timestamp with time zone, "updatedAt" timestamp with time zone, "_rperm" text[], "_wperm" text[])"#,
        );
        tx.execute(&sql).await?;
    }
    let internal = if *class == "_User" { USER_INTERNAL } else { &[] };
    let fields = system::default_fields(class);
    for (name, ty) in
        fields.iter().map(|(name, ty)| (*name, ty)).chain(internal.iter().map(|(n, t)| (*n, t)))
    {
        let is_there = there.columns.contains(&(class.as_str().to_owned(), name.to_owned()));
        if let Some(ty) = column_type(ty).filter(|_| !is_there) {
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
