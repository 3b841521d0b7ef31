//! The store against a real PostgreSQL.

mod adoption;
mod aggregate;
mod bounds;
mod change_log;
mod ddl;
mod generate;
mod migration;
mod prepared;
mod properties;
mod reach;
mod replica;
mod snapshot;
mod timeouts;

use std::collections::BTreeMap;
use std::sync::Arc;

use parse_model::{Class, ClassName, Date, Field, FieldName, FieldType, Json, ObjectId, Value};
use std::time::Duration;

use parse_store::{Db, Insert, Store, StoreOptions, Timeouts};
use testkit::{Database, Template};

/// A database on which the store has been opened before.
async fn database() -> Database {
    static OPENED: Template = Template::new();
    OPENED.lease(async |database: &Database| drop(open(database).await)).await
}

/// Opens the store on a test's own database.
async fn open(database: &Database) -> Store {
    open_with(database, 4).await
}

/// The same with so many connections of each kind that statements share.
async fn open_with(database: &Database, shared: usize) -> Store {
    Store::open(&options(database, shared)).await.expect("a store on a fresh database")
}

fn options(database: &Database, shared: usize) -> StoreOptions {
    StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: shared,
        client_queries: parse_store::ClientQueryOptions::default(),
        write_connections: shared,
        transaction_connections: 8,
        mixed_fleet: false,
        // For ever: what is measured here is not time, and the machine may be busy.
        timeouts: Timeouts {
            reading: Duration::ZERO,
            statement: Duration::ZERO,
            lock: Duration::ZERO,
            idle_transaction: Duration::ZERO,
            commit: Duration::ZERO,
            connection_wait: Duration::ZERO,
        },
        ca_file: None,
    }
}

fn name(text: &str) -> FieldName {
    FieldName::parse(text).expect("a field name")
}

pub(crate) fn fields(list: &[(&str, FieldType)]) -> BTreeMap<FieldName, Field> {
    list.iter().map(|(field, ty)| (name(field), Field::of(ty.clone()))).collect()
}

/// Makes a class with these fields.
async fn class(db: &Db, class: &'static str, list: &[(&str, FieldType)]) -> Arc<Class> {
    let mut new = Class::new(ClassName::from_static(class));
    new.fields = fields(list);
    parse_store::ddl::create_class(db, new).await.expect("a new class")
}

/// Writes an object whose fields are given as JSON.
async fn put(db: &Db, class: &Class, id: &str, values: &[(FieldName, Value)]) {
    let now = Date::from_millis(1_600_000_000_000);
    let object = Insert {
        class: &class.name,
        id: &ObjectId::new(id),
        created_at: now,
        updated_at: now,
        acl: None,
        values,
    };
    parse_store::object::insert(db, &object).await.expect("a new object");
}

fn value(json: Json) -> Value {
    parse_model::wire::value_from(json).expect("a value")
}
