//! Databases that a Parse Server has filled.

use std::sync::Arc;

use parse_model::{
    Acl, Action, Class, ClassName, Date, FieldName, FieldType, Filter, Json, ObjectId, Value,
};
use parse_store::{Db, Insert, RowAccess, Select, Store};
use serde_json::json;
use testkit::{Database, case};

/// Two classes with the same columns, one of which has been rewritten by a deletion of a field.
const FOREIGN: &str = r#"
create table "_SCHEMA" ("className" varchar(120), "schema" jsonb, "isParseClass" bool, primary key ("className"));
create table "Plain" ("objectId" text primary key, "createdAt" timestamptz, "updatedAt" timestamptz,
    "x" double precision, "kid" text, "legacy" text, "stray" text, "_rperm" text[], "_wperm" text[]);
create table "Rewritten" ("objectId" text primary key, "createdAt" timestamptz, "updatedAt" timestamptz,
    "x" double precision, "kid" text, "legacy" text, "stray" text, "_rperm" text[], "_wperm" text[]);
insert into "Plain" values ('p1', '2020-01-01 00:00:00.123456+00', '2020-01-01 02:00:00+02', 5, 'k1', 'old', 'unlisted', '{*}', '{}');
insert into "Rewritten" select 'r1', "createdAt", "updatedAt", "x", "kid", "legacy", "stray", null, null from "Plain";
insert into "_SCHEMA" values ('Plain', '{"className":"Plain","odd":{"kept":true},"fields":{
    "objectId":{"type":"String"},"createdAt":{"type":"Date"},"updatedAt":{"type":"Date"},
    "x":{"type":"Number","required":true,"defaultValue":5,"extra":"kept"},
    "kid":{"type":"Pointer","targetClass":"Kid"},"legacy":"String",
    "_rperm":{"type":"Array","contents":{"type":"String"}},
    "_wperm":{"type":"Array","contents":{"type":"String"}}}}', true);
insert into "_SCHEMA" values ('Rewritten', '{"className":"Rewritten","fields":{
    "objectId":{"type":"String"},"createdAt":{"type":"Date"},"updatedAt":{"type":"Date"},
    "x":{"type":"Number","required":true,"defaultValue":5},
    "kid":{"type":"Pointer","targetClass":"Kid"},"legacy":{"type":"String"},"ACL":{"type":"ACL"}},
    "classLevelPermissions":{"find":{"*":true},"get":{"*":true},"count":{"*":true},
        "create":{"*":true},"update":{"*":true},"delete":{"*":true},"addField":{"*":true},
        "protectedFields":{"*":[]}}}', true);
"#;

async fn adopted() -> (Database, Store) {
    let database = Database::fresh().await;
    let client = database.client().await;
    client.batch_execute(FOREIGN).await.expect("a foreign database");
    let store = crate::open(&database).await;
    (database, store)
}

fn known(db: &Db, name: &'static str) -> Arc<Class> {
    db.class(&ClassName::from_static(name)).expect("an adopted class")
}

async fn only(db: &Db, class: &Arc<Class>) -> parse_model::Object {
    let everything = Filter::everything();
    let found =
        parse_store::object::find(db, class, &Select::new(&everything, RowAccess::Everything))
            .await;
    let [object] = <[_; 1]>::try_from(found.expect("objects")).expect("one object");
    object
}

#[test]
fn both_shapes_of_a_stored_class_have_the_same_fields() {
    case(async {
        let (_database, store) = adopted().await;
        let (plain, rewritten) = (known(&store.db(), "Plain"), known(&store.db(), "Rewritten"));
        assert_eq!(plain.fields, rewritten.fields);
        assert_eq!(plain.fields.len(), 3);
        assert_eq!(plain.fields["legacy"].ty, FieldType::String);
        assert!(plain.fields["x"].is_required);
        assert_eq!(plain.fields["x"].default, Some(json!(5)));
        assert!(plain.clp.is_none());
        let clp = rewritten.clp.as_ref().expect("explicit permissions");
        assert!(clp.permission(Action::Find).principals.contains("*"));
    });
}

#[test]
fn objects_of_both_shapes_are_read_with_their_permissions() {
    case(async {
        let (_database, store) = adopted().await;
        let db = store.db();
        let plain = only(&db, &known(&db, "Plain")).await;
        let acl = Acl { read: Some(vec!["*".to_owned()]), write: Some(Vec::new()) };
        assert_eq!(plain.acl, Some(acl));
        assert_eq!(plain.created_at.map(Date::iso).as_deref(), Some("2020-01-01T00:00:00.123Z"));
        assert_eq!(plain.fields.get("x"), Some(&Value::Number(5.0)));
        assert_eq!(plain.fields.get("stray"), None);
        let rewritten = only(&db, &known(&db, "Rewritten")).await;
        assert_eq!(rewritten.acl, None);
        assert_eq!(rewritten.fields, plain.fields);
    });
}

#[test]
fn both_shapes_take_new_objects_and_new_fields_and_keep_what_else_is_stored() {
    case(async {
        let (database, store) = adopted().await;
        let db = store.db();
        let client = database.client().await;
        for name in ["Plain", "Rewritten"] {
            let before = stored(&client, name).await;
            let fields = crate::fields(&[("fresh", FieldType::Boolean)]);
            let class = ClassName::from_static(name);
            let class =
                parse_store::ddl::extend_class(&db, &class, &fields).await.expect("a field");
            let acl = Acl { read: Some(vec!["ann".to_owned()]), write: None };
            let object = Insert {
                class: &class.name,
                id: &ObjectId::new("new"),
                created_at: Date::from_millis(0),
                updated_at: Date::from_millis(0),
                acl: Some(&acl),
                values: &[(crate::name("fresh"), true.into()), (crate::name("legacy"), "x".into())],
            };
            parse_store::object::insert(&db, &object).await.expect("an object");
            let strangers = ["*".to_owned()];
            let filter = Filter::equals(FieldName::from_static("objectId"), "new");
            let hidden = Select::new(&filter, RowAccess::ReadableBy(&strangers));
            assert!(
                parse_store::object::find(&db, &class, &hidden).await.expect("objects").is_empty()
            );

            let mut expected = before.clone();
            expected["fields"]["fresh"] = json!({ "type": "Boolean" });
            assert_eq!(stored(&client, name).await, expected);
        }
    });
}

#[test]
fn opening_a_database_again_changes_nothing() {
    case(async {
        let (database, store) = adopted().await;
        let client = database.client().await;
        let before = [stored(&client, "Plain").await, stored(&client, "_User").await];
        let again = crate::open(&database).await;
        assert_eq!(before, [stored(&client, "Plain").await, stored(&client, "_User").await]);
        let (one, other) = (store.schema(), again.schema());
        assert_eq!(one.classes().count(), other.classes().count());
    });
}

async fn stored(client: &tokio_postgres::Client, class: &str) -> Json {
    let sql = r#"select "schema"::text from "_SCHEMA" where "className" = $1"#;
    let row = client.query_one(sql, &[&class]).await.expect("a stored class");
    serde_json::from_str(row.get(0)).expect("JSON")
}
