//! The change log: what is written into it, and how it is read.

mod bulk;
mod concurrency;
mod row;
mod still;
mod trimming;

use std::sync::Arc;

use parse_model::{Class, ClassName, FieldType, JsonMap, Value};
use parse_store::change_log::{self, Change, Cursor, Look};
use parse_store::{Db, LiveClasses, Store};
use testkit::{Database, case};

/// A store on which these classes are live, and the place behind everything.
pub(crate) async fn live(database: &Database, patterns: &str) -> Store {
    let store = crate::open(database).await;
    store.set_live_classes(classes(patterns));
    let db = store.db();
    change_log::settle(&db).await.expect("a log");
    change_log::attach(&db, &classes(patterns)).await.expect("triggers");
    store
}

fn classes(patterns: &str) -> LiveClasses {
    LiveClasses::parse(patterns).expect("patterns")
}

/// What was committed since; the cursor moves on.
pub(crate) async fn look(db: &Db, cursor: &mut Cursor) -> Vec<Change> {
    let mut all = Vec::new();
    loop {
        match change_log::since(db, cursor, 7).await.expect("a look") {
            Look::Changes { changes, cursor: next } => {
                *cursor = next;
                all.extend(changes);
                if !cursor.has_more() {
                    return all;
                }
            }
            Look::Lost { .. } => panic!("the place in the log is lost"),
        }
    }
}

pub(crate) async fn is_lost(db: &Db, cursor: &Cursor) -> bool {
    matches!(change_log::since(db, cursor, 100).await.expect("a look"), Look::Lost { .. })
}

async fn put(db: &Db, class: &Arc<Class>, id: &str, n: f64) {
    crate::put(db, class, id, &[(crate::name("n"), Value::Number(n))]).await;
}

const NUMBER: [(&str, FieldType); 1] = [("n", FieldType::Number)];

#[test]
fn whatever_happens_to_an_object_of_a_live_class_is_logged_with_both_rows() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live.*").await;
        let db = store.db();
        let class = crate::class(&db, "LiveThing", &NUMBER).await;
        let quiet = crate::class(&db, "Quiet", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        put(&db, &class, "a", 1.0).await;
        put(&db, &quiet, "q", 1.0).await;
        // An operator's own statements count too.
        let client = database.client().await;
        client.batch_execute(r#"update "LiveThing" set "n" = 2"#).await.expect("an update");
        client.batch_execute(r#"delete from "LiveThing""#).await.expect("a removal");
        let changes = look(&db, &mut cursor).await;
        let n = |row: &Option<JsonMap>| row.as_ref().and_then(|row| row["n"].as_f64());
        let told: Vec<_> = changes.iter().map(|c| (n(&c.before), n(&c.after), c.is_ours)).collect();
        assert_eq!(
            told,
            [(None, Some(1.0), true), (Some(1.0), Some(2.0), false), (Some(2.0), None, false)]
        );
        assert!(changes.iter().all(|change| change.class == class.name && change.id == "a"));
        assert!(look(&db, &mut cursor).await.is_empty(), "nothing is returned twice");
    });
}

#[test]
fn what_is_rolled_back_is_not_told_and_a_savepoint_is_no_transaction() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        let mut client = database.client().await;
        let lost = client.transaction().await.expect("a transaction");
        lost.batch_execute(r#"insert into "Live" ("objectId") values ('lost')"#)
            .await
            .expect("a row");
        put(&db, &class, "kept", 1.0).await;
        assert_eq!(look(&db, &mut cursor).await.len(), 1);
        lost.rollback().await.expect("a rollback");
        client
            .batch_execute(
                r#"begin; insert into "Live" ("objectId") values ('one'); savepoint s;
                insert into "Live" ("objectId") values ('two'); rollback to s;
                insert into "Live" ("objectId") values ('three'); release s; commit"#,
            )
            .await
            .expect("a transaction");
        let ids: Vec<_> =
            look(&db, &mut cursor).await.into_iter().map(|change| change.id).collect();
        assert_eq!(ids, ["one", "three"]);
    });
}

#[test]
fn secrets_never_enter_the_log() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, ".*").await;
        let db = store.db();
        let mut cursor = change_log::current(&db).await.expect("a place");
        let client = database.client().await;
        for statement in [
            r#"insert into "_User" ("objectId", "username", "_hashed_password", "authData", "_perishable_token", "_rperm")
                values ('u', 'ada', 'secret', '{"x":{"id":"secret"}}', 'secret', '{*}')"#,
            r#"update "_User" set "updatedAt" = now(), "_hashed_password" = 'secret too', "_password_history" = '["secret"]'"#,
            r#"alter table "_User" add column "_made_later" text"#,
            r#"update "_User" set "updatedAt" = now(), "_made_later" = 'secret'"#,
            r#"insert into "_Session" ("objectId", "sessionToken", "user") values ('s', 'r:secret', 'u')"#,
            r#"delete from "_User""#,
        ] {
            client.batch_execute(statement).await.expect("a statement");
        }
        let changes = look(&db, &mut cursor).await;
        assert_eq!(changes.len(), 5);
        for row in changes.iter().flat_map(|change| [&change.before, &change.after]).flatten() {
            let text = serde_json::to_string(row).expect("JSON");
            assert!(!text.contains("secret"), "{text}");
        }
        assert_eq!(changes[0].after.as_ref().map(|row| &row["username"]), Some(&"ada".into()));
        let raw = client
            .query_one(
                "select count(*) from _touchstone.change c where c::text like '%secret%'",
                &[],
            )
            .await;
        assert_eq!(raw.expect("a count").get::<_, i64>(0), 0);
    });
}

#[test]
fn a_live_class_that_another_node_has_just_made_stays_logged() {
    case(async {
        let database = crate::database().await;
        let (maker, other) = (live(&database, "Live.*").await, live(&database, "Live.*").await);
        let class = crate::class(&maker.db(), "LiveThing", &NUMBER).await;
        assert!(other.db().class(&class.name).is_none(), "the other has not read it yet");
        change_log::attach(&other.db(), &classes("Live.*")).await.expect("triggers");
        let mut cursor = change_log::current(&maker.db()).await.expect("a place");
        put(&maker.db(), &class, "a", 1.0).await;
        assert_eq!(look(&maker.db(), &mut cursor).await.len(), 1);
    });
}

#[test]
fn triggers_come_and_go_with_the_classes_that_are_live() {
    case(async {
        let database = Database::fresh().await;
        let client = database.client().await;
        // A database of a Parse Server, with the class already there.
        client
            .batch_execute(
                r#"create table "_SCHEMA" ("className" varchar(120), "schema" jsonb, "isParseClass" bool, primary key ("className"));
                create table "Game" ("objectId" text primary key, "createdAt" timestamptz, "updatedAt" timestamptz,
                    "n" double precision, "words" tsvector, "_rperm" text[], "_wperm" text[]);
                insert into "_SCHEMA" values ('Game', '{"className":"Game","fields":{"n":{"type":"Number"}}}', true)"#,
            )
            .await
            .expect("a database of a Parse Server");
        let store = live(&database, "Game").await;
        let db = store.db();
        let none = change_log::unlogged(&db, &classes("Game")).await.expect("triggers");
        assert!(none.missing.is_empty() && none.needless.is_empty(), "{none:?}");
        let mut cursor = change_log::current(&db).await.expect("a place");
        let insert = r#"insert into "Game" ("objectId", "words") values ($1, 'a b')"#;
        client.execute(insert, &[&"g"]).await.expect("a row");
        let changes = look(&db, &mut cursor).await;
        let row = changes[0].after.as_ref().expect("a row");
        assert!(row.contains_key("n") && !row.contains_key("words"), "{row:?}");

        let nothing = LiveClasses::default();
        change_log::attach(&db, &nothing).await.expect("no triggers");
        client.execute(insert, &[&"h"]).await.expect("a row");
        assert!(look(&db, &mut cursor).await.is_empty());
        let missing = change_log::unlogged(&db, &classes("Game")).await.expect("triggers").missing;
        assert_eq!(missing, [ClassName::from_static("Game")]);
        change_log::attach(&db, &classes("Game")).await.expect("a trigger again");
        let class = db.class(&ClassName::from_static("Game")).expect("a class");
        parse_store::ddl::drop_class(&db, &class).await.expect("its trigger goes with it");
    });
}
