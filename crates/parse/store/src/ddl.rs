//! All the DDL there is at run time.
//!
//! Changes of classes queue behind one lock, read the stored class again under it, and are
//! announced to the other nodes at the commit. Outside a transaction each change is one of its own:
//! holding the table's lock through the rest of a request would block the class for all callers.

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_model::{
    Class, ClassName, Clp, Code, Field, FieldName, FieldType, Json, JsonMap, Refusal,
};
use serde_json::json;

use crate::change_log;
use crate::error::StoreError;
use crate::notify::Invalidation;
use crate::sql::Sql;
use crate::store::Db;
use crate::stored_class::{read_class, to_stored};
use crate::system::{USER_INTERNAL, with_defaults};

/// The longest name PostgreSQL keeps whole; it cuts longer ones without a word, and two fields that
/// differ only after the cut would share a column.
const LONGEST_NAME: usize = 63;

/// How many fields a class can have. A table has room for 1600 columns, those that were dropped and
/// our own included.
const MOST_FIELDS: usize = 1500;

/// What the schema API changes about a class.
#[derive(Debug, Clone, Default)]
pub struct ClassChange {
    /// Fields to add.
    pub add: BTreeMap<FieldName, Field>,
    /// Fields to replace the options of (required, default), the type staying what it is.
    pub redefine: BTreeMap<FieldName, Field>,
    /// Fields to remove with everything in them.
    pub remove: Vec<FieldName>,
    /// What becomes of the permissions.
    pub clp: ClpChange,
    /// Indexes to make: name and key, `{"field": 1}`.
    pub add_indexes: Vec<(String, JsonMap)>,
    /// Indexes to drop.
    pub remove_indexes: Vec<String>,
    /// Whether the class lists its indexes from now on, even if it has none of its own.
    pub lists_indexes: bool,
}

/// What becomes of the permissions of a class.
#[derive(Debug, Clone, Default)]
pub enum ClpChange {
    /// They stay.
    #[default]
    Keep,
    /// They are those of a class that was never given any.
    Reset,
    /// They are these.
    Set(JsonMap),
}

/// The class as it is now, locked until the transaction of `tx` ends.
pub async fn lock_class(tx: &Db, name: &ClassName) -> Result<Option<Class>, StoreError> {
    debug_assert!(tx.is_transaction(), "a lock that ends at once holds nothing");
    lock(tx).await?;
    read_class(tx, name).await
}

/// Makes a class that does not exist yet.
pub async fn create_class(db: &Db, class: Class) -> Result<Arc<Class>, StoreError> {
    let tx = db.in_transaction();
    let outcome = async {
        lock(&tx).await?;
        if read_class(&tx, &class.name).await?.is_some() {
            return Err(exists(&class.name).into());
        }
        let class = with_defaults(class);
        has_room(&class, 0)?;
        create(&tx, &class).await?;
        publish(&tx, class).await
    };
    let outcome = outcome.await;
    tx.finish_for(db, outcome).await
}

fn exists(name: &ClassName) -> Refusal {
    Refusal::new(Code::INVALID_CLASS_NAME, format!("Class {name} already exists."))
}

/// Makes sure that a class exists and has these fields. The second to come finds it done; a field
/// that exists with another type is refused.
pub async fn extend_class(
    db: &Db,
    name: &ClassName,
    fields: &BTreeMap<FieldName, Field>,
) -> Result<Arc<Class>, StoreError> {
    let tx = db.in_transaction();
    let outcome = extend_in(&tx, name, fields).await;
    tx.finish_for(db, outcome).await
}

async fn extend_in(
    tx: &Db,
    name: &ClassName,
    fields: &BTreeMap<FieldName, Field>,
) -> Result<Arc<Class>, StoreError> {
    lock(tx).await?;
    let mut class = match read_class(tx, name).await? {
        Some(class) => class,
        None => {
            let class = with_defaults(Class::new(name.clone()));
            create(tx, &class).await?;
            class
        }
    };
    let unknown = fields.keys().filter(|field| class.field_type(field.as_str()).is_none());
    has_room(&class, unknown.count())?;
    for (field, definition) in fields {
        match class.field_type(field.as_str()) {
            Some(ty) if *ty == definition.ty => {}
            Some(ty) => return Err(class.mismatch(field.as_str(), ty, &definition.ty).into()),
            None => {
                add_field(tx, name, field, definition).await?;
                class.fields.insert(field.clone(), definition.clone());
            }
        }
    }
    publish(tx, class).await
}

/// Changes a class as the schema API asks. What is asked has been checked before.
pub async fn change_class(
    db: &Db,
    name: &ClassName,
    change: ClassChange,
) -> Result<Arc<Class>, StoreError> {
    let tx = db.in_transaction();
    let outcome = change_in(&tx, name, change).await;
    tx.finish_for(db, outcome).await
}

async fn change_in(
    tx: &Db,
    name: &ClassName,
    change: ClassChange,
) -> Result<Arc<Class>, StoreError> {
    lock(tx).await?;
    let Some(mut class) = read_class(tx, name).await? else {
        let message = format!("Class {name} does not exist.");
        return Err(Refusal::new(Code::INVALID_CLASS_NAME, message).into());
    };
    for field in &change.remove {
        if let Some(definition) = class.fields.remove(field) {
            drop_field(tx, name, field, &definition).await?;
        }
    }
    let lost = lost_indexes(&class, &change.remove);
    has_room(&class, change.add.len())?;
    for (field, definition) in change.add {
        add_field(tx, name, &field, &definition).await?;
        class.fields.insert(field, definition);
    }
    for (field, definition) in change.redefine {
        set_stored(
            tx,
            name,
            vec!["fields".to_owned(), field.as_str().to_owned()],
            definition.to_json(),
        )
        .await?;
        class.fields.insert(field, definition);
    }
    let permissions = match change.clp {
        ClpChange::Keep => None,
        ClpChange::Reset => Some((Json::Null, None)),
        ClpChange::Set(clp) => Some((Json::Object(clp.clone()), Some(Clp::from_stored(clp)))),
    };
    if let Some((stored, clp)) = permissions {
        set_stored(tx, name, vec!["classLevelPermissions".to_owned()], stored).await?;
        class.clp = clp;
    }
    let removed: Vec<String> = change.remove_indexes.into_iter().chain(lost).collect();
    if change.lists_indexes || !change.add_indexes.is_empty() || !removed.is_empty() {
        change_indexes(tx, &mut class, change.add_indexes, &removed).await?;
    }
    publish(tx, class).await
}

/// Removes a class with its table and its relations.
pub async fn drop_class(db: &Db, class: &Class) -> Result<(), StoreError> {
    let tx = db.in_transaction();
    let outcome = drop_in(&tx, class).await;
    tx.finish_for(db, outcome).await
}

async fn drop_in(tx: &Db, class: &Class) -> Result<(), StoreError> {
    lock(tx).await?;
    for (field, definition) in &class.fields {
        if matches!(definition.ty, FieldType::Relation(_)) {
            drop_table(tx, &ClassName::join(field, &class.name)).await?;
        }
    }
    drop_table(tx, &class.name).await?;
    unlist(tx, &class.name).await
}

/// Takes a class out of the list and leaves its table.
pub async fn unlist_class(db: &Db, name: &ClassName) -> Result<(), StoreError> {
    let tx = db.in_transaction();
    let outcome = unlist_in(&tx, name).await;
    tx.finish_for(db, outcome).await
}

async fn unlist_in(tx: &Db, name: &ClassName) -> Result<(), StoreError> {
    lock(tx).await?;
    unlist(tx, name).await
}

async fn unlist(tx: &Db, name: &ClassName) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"delete from "_SCHEMA" where "className" = "#);
    sql.bind(name.as_str());
    tx.execute(&sql).await?;
    notify_schema_change(tx).await?;
    if let Db::Tx(_, inner) = tx {
        inner.set_schema(Arc::new(tx.schema().without(name)));
    }
    Ok(())
}

/// Takes the lock on the schema until the transaction ends.
async fn lock(tx: &Db) -> Result<(), StoreError> {
    tx.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.schema'))")).await?;
    // Waiting for locks stays bounded; the work under them takes as long as the table is large.
    tx.execute(&Sql::new("set local statement_timeout = 0")).await?;
    Ok(())
}

/// Publishes the changed class to the rest of the transaction, and to all nodes at its commit.
async fn publish(tx: &Db, class: Class) -> Result<Arc<Class>, StoreError> {
    notify_schema_change(tx).await?;
    let class = Arc::new(class);
    if let Db::Tx(_, inner) = tx {
        inner.set_schema(Arc::new(tx.schema().with((*class).clone())));
    }
    Ok(class)
}

async fn notify_schema_change(tx: &Db) -> Result<(), StoreError> {
    tx.rows(&Invalidation::Schema.sql()).await?;
    if tx.store().is_mixed_fleet() {
        tx.rows(&Invalidation::schema_for_parse_server()).await?;
    }
    Ok(())
}

/// Refuses more fields than a table has room for.
fn has_room(class: &Class, more: usize) -> Result<(), Refusal> {
    if class.fields.len() + more > MOST_FIELDS {
        return Err(Refusal::forbidden(format!(
            "Class {} cannot have more than {MOST_FIELDS} fields.",
            class.name
        )));
    }
    Ok(())
}

/// Refuses the name of a table that PostgreSQL would cut.
fn class_fits(name: &ClassName) -> Result<(), Refusal> {
    if name.as_str().len() > LONGEST_NAME {
        return Err(Refusal::new(
            Code::INVALID_CLASS_NAME,
            format!("Invalid classname: names can have at most {LONGEST_NAME} characters."),
        ));
    }
    Ok(())
}

/// Refuses the name of a column that PostgreSQL would cut, and of a relation whose table it would.
fn field_fits(class: &ClassName, field: &FieldName, ty: &FieldType) -> Result<(), Refusal> {
    let length = match ty {
        FieldType::Relation(_) => ClassName::join(field, class).as_str().len(),
        _ => field.as_str().len(),
    };
    if length > LONGEST_NAME {
        return Err(Refusal::key(format!(
            "Invalid field name: names can have at most {LONGEST_NAME} characters."
        )));
    }
    Ok(())
}

async fn create(tx: &Db, class: &Class) -> Result<(), StoreError> {
    class_fits(&class.name)?;
    for (name, field) in &class.fields {
        field_fits(&class.name, name, &field.ty)?;
    }
    let mut sql = Sql::new("create table if not exists ");
    sql.table(&class.name).push(
        r#" ("objectId" text primary key, "createdAt" timestamp with time zone, "updatedAt" timestamp with time zone"#,
    );
    for (name, field) in &class.fields {
        if let Some(ty) = column_type(&field.ty) {
            sql.push(", ").column(name).push(" ").push(ty);
        }
    }
    if class.name == "_User" {
        for (name, ty) in USER_INTERNAL {
            let is_listed = class.fields.contains_key(*name);
            if let Some(ty) = column_type(ty).filter(|_| !is_listed) {
                sql.push(", ").column(&FieldName::from_static(name)).push(" ").push(ty);
            }
        }
    }
    sql.push(r#", "_rperm" text[], "_wperm" text[])"#);
    tx.execute(&sql).await?;
    for (name, field) in &class.fields {
        if matches!(field.ty, FieldType::Relation(_)) {
            create_join(tx, &class.name, name).await?;
        }
    }
    let mut sql =
        Sql::new(r#"insert into "_SCHEMA" ("className", "schema", "isParseClass") values ("#);
    sql.bind(class.name.as_str()).push(", ").bind(to_stored(class)).push(", true)");
    sql.push(" on conflict do nothing");
    tx.execute(&sql).await?;
    if tx.store().live_classes().is_some_and(|live| live.matches(&class.name)) {
        tx.rows(&change_log::logged(&class.name)).await?;
    }
    Ok(())
}

async fn create_join(tx: &Db, class: &ClassName, field: &FieldName) -> Result<(), StoreError> {
    let mut sql = Sql::new("create table if not exists ");
    sql.table(&ClassName::join(field, class)).push(
        r#" ("relatedId" varchar(120), "owningId" varchar(120), primary key ("relatedId", "owningId"))"#,
    );
    tx.execute(&sql).await?;
    Ok(())
}

async fn drop_table(tx: &Db, class: &ClassName) -> Result<(), StoreError> {
    let mut sql = Sql::new("drop table if exists ");
    sql.table(class);
    tx.execute(&sql).await?;
    Ok(())
}

async fn add_field(
    tx: &Db,
    class: &ClassName,
    name: &FieldName,
    field: &Field,
) -> Result<(), StoreError> {
    field_fits(class, name, &field.ty)?;
    match column_type(&field.ty) {
        Some(ty) => {
            let mut sql = Sql::new("alter table ");
            sql.table(class).push(" add column if not exists ").column(name).push(" ").push(ty);
            tx.execute(&sql).await?;
        }
        None => create_join(tx, class, name).await?,
    }
    let path = vec!["fields".to_owned(), name.as_str().to_owned()];
    set_stored(tx, class, path, field.to_json()).await
}

async fn drop_field(
    tx: &Db,
    class: &ClassName,
    name: &FieldName,
    field: &Field,
) -> Result<(), StoreError> {
    if matches!(field.ty, FieldType::Relation(_)) {
        drop_table(tx, &ClassName::join(name, class)).await?;
    } else {
        let mut sql = Sql::new("alter table ");
        sql.table(class).push(" drop column if exists ").column(name);
        tx.execute(&sql).await?;
    }
    let mut sql = Sql::new(r#"update "_SCHEMA" set "schema" = "schema" #- "#);
    sql.bind(vec!["fields".to_owned(), name.as_str().to_owned()]);
    sql.push(r#" where "className" = "#).bind(class.as_str());
    tx.execute(&sql).await?;
    Ok(())
}

/// Sets one path of the stored class and leaves whatever else stands there.
async fn set_stored(
    tx: &Db,
    class: &ClassName,
    path: Vec<String>,
    value: Json,
) -> Result<(), StoreError> {
    let mut sql = Sql::new(r#"update "_SCHEMA" set "schema" = jsonb_set("schema", "#);
    sql.bind(path).push(", ").bind(value).push(r#") where "className" = "#).bind(class.as_str());
    tx.execute(&sql).await?;
    Ok(())
}

/// Indexes that go with the fields they are made of.
fn lost_indexes(class: &Class, removed: &[FieldName]) -> Vec<String> {
    let is_lost = |key: &Json| removed.iter().any(|field| key.get(field.as_str()).is_some());
    let indexes = class.indexes.iter().flatten();
    indexes.filter(|(_, key)| is_lost(key)).map(|(name, _)| name.clone()).collect()
}

/// Refuses the name of another class's index: PostgreSQL knows only one index of a name.
async fn check_index_name(tx: &Db, class: &ClassName, name: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new(
        "select 1 from pg_indexes where schemaname = current_schema() and indexname = left(",
    );
    sql.bind(name).push(", 63) and tablename <> ").bind(class.as_str());
    if tx.rows(&sql).await?.is_empty() {
        return Ok(());
    }
    Err(Refusal::query(format!("Index {name} exists, cannot update.")).into())
}

async fn change_indexes(
    tx: &Db,
    class: &mut Class,
    added: Vec<(String, JsonMap)>,
    removed: &[String],
) -> Result<(), StoreError> {
    let class_name = &class.name;
    let indexes = class.indexes.get_or_insert_with(|| {
        let mut indexes = JsonMap::new();
        indexes.insert("_id_".to_owned(), json!({ "_id": 1 }));
        indexes
    });
    for name in removed {
        check_index_name(tx, &class.name, name).await?;
        let mut sql = Sql::new("drop index if exists ");
        sql.index(name);
        tx.execute(&sql).await?;
        indexes.remove(name);
    }
    for (name, key) in added {
        check_index_name(tx, &class.name, &name).await?;
        tx.execute(&created_index(class_name, &name, &key)).await?;
        indexes.insert(name, Json::Object(key));
    }
    let stored = Json::Object(indexes.clone());
    set_stored(tx, &class.name, vec!["indexes".to_owned()], stored).await
}

/// An index of columns; or, where one of them is marked `"text"`, of the words in those that are.
fn created_index(class: &ClassName, name: &str, key: &JsonMap) -> Sql {
    let is_text = |kind: &Json| kind.as_str() == Some("text");
    let of_words = key.values().any(is_text);
    let mut sql = Sql::new("create index if not exists ");
    sql.index(name).push(" on ").table(class).push(if of_words { " using gin (" } else { " (" });
    let fields = key.iter().filter(|(_, kind)| !of_words || is_text(kind));
    let fields = fields.filter_map(|(field, _)| FieldName::stored(field));
    for (at, field) in fields.enumerate() {
        sql.push(if at > 0 { ", " } else { "" });
        if of_words {
            sql.push("to_tsvector('english'::regconfig, ").column(&field).push(")");
        } else {
            sql.column(&field);
        }
    }
    sql.push(")");
    sql
}

/// The column a field needs; relations and permissions need none of their own.
pub(crate) fn column_type(ty: &FieldType) -> Option<&'static str> {
    Some(match ty {
        FieldType::String | FieldType::Pointer(_) | FieldType::File => "text",
        FieldType::Number => "double precision",
        FieldType::Boolean => "boolean",
        FieldType::Date => "timestamp with time zone",
        FieldType::Object | FieldType::Array | FieldType::Bytes => "jsonb",
        FieldType::GeoPoint => "point",
        FieldType::Polygon => "polygon",
        FieldType::Relation(_) | FieldType::Acl => return None,
    })
}
