//! What one statement does to many objects.

use parse_store::change_log;
use testkit::case;

use super::{NUMBER, live, look};

const MAKE: &str = r#"insert into "LiveThing" ("objectId", "n") values ('a', 1), ('b', 1), ('c', 1)
    on conflict ("objectId") do update set "n" = "LiveThing"."n" + 1"#;

#[test]
fn each_object_that_a_statement_makes_or_changes_is_logged_once() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live.*").await;
        let db = store.db();
        crate::class(&db, "LiveThing", &NUMBER).await;
        let client = database.client().await;
        client
            .batch_execute(r#"insert into "LiveThing" ("objectId", "n") values ('b', 1)"#)
            .await
            .expect("a row");
        let mut cursor = change_log::current(&db).await.expect("a place");
        client.batch_execute(MAKE).await.expect("rows");
        // In one transaction an object has one change, with its final state.
        let both = format!(
            "begin; {MAKE}; insert into \"LiveThing\" (\"objectId\", \"n\") values ('d', 1); \
            update \"LiveThing\" set \"n\" = 9 where \"objectId\" = 'd'; commit"
        );
        let empty = r#"insert into "LiveThing" ("objectId", "n") select 'x', 1 where false"#;
        let told = async |cursor: &mut _| -> Vec<_> {
            let n =
                |row: &Option<parse_model::JsonMap>| row.as_ref().and_then(|row| row["n"].as_i64());
            let changes = look(&db, cursor).await;
            let mut told: Vec<_> =
                changes.iter().map(|c| (c.id.clone(), n(&c.before), n(&c.after))).collect();
            told.sort();
            told
        };
        let id = str::to_owned;
        assert_eq!(
            told(&mut cursor).await,
            [(id("a"), None, Some(1)), (id("b"), Some(1), Some(2)), (id("c"), None, Some(1))]
        );
        client.batch_execute(&both).await.expect("rows");
        client.batch_execute(empty).await.expect("no row");
        assert_eq!(
            told(&mut cursor).await,
            [
                (id("a"), Some(1), Some(2)),
                (id("b"), Some(2), Some(3)),
                (id("c"), Some(1), Some(2)),
                (id("d"), None, Some(9)),
            ]
        );
    });
}
