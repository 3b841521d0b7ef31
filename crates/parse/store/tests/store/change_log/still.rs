//! What the log does not tell: what was never committed, what changes nothing, what is written in
//! bulk.

use parse_model::JsonMap;
use parse_store::change_log::{self, Change, Cursor};
use parse_store::{Db, Sql};
use testkit::{Database, case};

use super::{NUMBER, is_lost, live, look};

/// The logged numbers of the rows before and after.
fn numbers(changes: &[Change]) -> Vec<(Option<f64>, Option<f64>)> {
    let n = |row: &Option<JsonMap>| row.as_ref().and_then(|row| row["n"].as_f64());
    changes.iter().map(|change| (n(&change.before), n(&change.after))).collect()
}

async fn told(database: &Database, db: &Db, cursor: &mut Cursor, batch: &str) -> Vec<Change> {
    database.client().await.batch_execute(batch).await.expect("statements");
    look(db, cursor).await
}

#[test]
fn an_object_is_told_once_for_each_transaction_as_it_was_committed() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        crate::class(&db, "Live", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        for (batch, expected) in [
            (
                r#"begin; insert into "Live" ("objectId", "n") values ('a', 1); update "Live" set "n" = 2;
                update "Live" set "n" = 3; commit"#,
                vec![(None, Some(3.0))],
            ),
            (
                r#"begin; update "Live" set "n" = 4; update "Live" set "n" = 5; commit"#,
                vec![(Some(3.0), Some(5.0))],
            ),
            // Back where it was, made and gone, a savepoint that is undone.
            (r#"begin; update "Live" set "n" = 6; update "Live" set "n" = 5; commit"#, vec![]),
            (
                r#"begin; insert into "Live" ("objectId", "n") values ('b', 1);
                delete from "Live" where "objectId" = 'b'; commit"#,
                vec![],
            ),
            (
                r#"begin; update "Live" set "n" = 7; savepoint s; update "Live" set "n" = 8; rollback to s; commit"#,
                vec![(Some(5.0), Some(7.0))],
            ),
            // Removed and made again: another object of the same name.
            (
                r#"begin; delete from "Live"; insert into "Live" ("objectId", "n") values ('a', 9);
                update "Live" set "n" = 10; commit"#,
                vec![(Some(7.0), None), (None, Some(10.0))],
            ),
            (
                r#"begin; update "Live" set "n" = 11; delete from "Live"; commit"#,
                vec![(Some(10.0), None)],
            ),
        ] {
            let changes = told(&database, &db, &mut cursor, batch).await;
            assert_eq!(numbers(&changes), expected, "{batch}");
        }
    });
}

#[test]
fn a_write_that_changes_nothing_is_not_told() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        crate::class(&db, "Live", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        told(
            &database,
            &db,
            &mut cursor,
            r#"insert into "Live" ("objectId", "n") values ('a', 1)"#,
        )
        .await;
        let changes = told(&database, &db, &mut cursor, r#"update "Live" set "n" = "n""#).await;
        assert_eq!(numbers(&changes), []);
    });
}

#[test]
fn a_transaction_that_keeps_still_is_not_told_and_the_next_one_is() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        crate::class(&db, "Live", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        let tx = store.begin();
        for sql in [
            change_log::keep_still(),
            Sql::new(r#"insert into "Live" ("objectId", "n") values ('a', 1)"#),
            Sql::new(r#"update "Live" set "n" = 2"#),
        ] {
            tx.execute(&sql).await.expect("a statement");
        }
        tx.commit().await.expect("a commit");
        assert_eq!(numbers(&look(&db, &mut cursor).await), []);
        // On the same connection, and on whichever else.
        for n in ["3", "4", "5"] {
            let tx = store.begin();
            let sql = r#"update "Live" set "n" = "n" + 1"#;
            tx.execute(&Sql::new(sql)).await.expect("a statement");
            tx.commit().await.expect("a commit");
            let n = n.parse::<f64>().expect("a number");
            assert_eq!(numbers(&look(&db, &mut cursor).await), [(Some(n - 1.0), Some(n))]);
        }
    });
}

#[test]
fn whoever_wrote_in_bulk_or_emptied_a_class_has_everybody_ask_again() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        crate::class(&db, "Live", &NUMBER).await;
        let before = change_log::current(&db).await.expect("a place");
        db.execute(&change_log::refetch()).await.expect("a row");
        assert!(is_lost(&db, &before).await);
        let after = change_log::current(&db).await.expect("a place");
        assert!(!is_lost(&db, &after).await);
        database.client().await.batch_execute(r#"truncate "Live""#).await.expect("an empty class");
        assert!(is_lost(&db, &after).await);
    });
}
