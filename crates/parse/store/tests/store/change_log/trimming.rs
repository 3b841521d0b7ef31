//! What is kept of the log, and what becomes of those who come too late.

use parse_store::change_log::{self, Cursor};
use parse_store::{Db, Sql};
use testkit::{Database, case};

use super::{NUMBER, is_lost, live, look, put};

/// How old changes are when they may go, in these cases.
const OLD: i64 = 60;

/// Makes all entries of the log so much older.
async fn age(database: &Database, what: &str) {
    let sql = format!("update _touchstone.{what} - interval '2 minutes'");
    database.client().await.batch_execute(&sql).await.expect("an older log");
}

const CHANGES: &str = "change set at = at";
const NODES: &str = "change_cursor set seen_at = seen_at";

async fn kept(db: &Db) -> i64 {
    let rows = db.rows(&Sql::new("select count(*) from _touchstone.change")).await;
    rows.expect("a count")[0].get(0)
}

async fn trim(db: &Db) {
    while change_log::trim(db, OLD).await.expect("a trimmed log") {}
}

/// Trims, with these nodes reading on, until so much is left: other writers on this server delay
/// the trimming for a while.
async fn trim_to(db: &Db, nodes: &[&str], left: i64) {
    while kept(db).await != left {
        let here = change_log::current(db).await.expect("a place");
        for node in nodes {
            change_log::keep_cursor(db, node, &here).await.expect("a node");
        }
        trim(db).await;
    }
}

#[test]
fn what_is_old_goes_but_never_what_a_live_node_has_not_seen() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let mut slow = change_log::current(&db).await.expect("a place");
        change_log::keep_cursor(&db, "slow", &slow).await.expect("a node");
        for number in 0..5 {
            put(&db, &class, &format!("a{number}"), 1.0).await;
        }
        let quick = change_log::current(&db).await.expect("a place");
        change_log::keep_cursor(&db, "quick", &quick).await.expect("a node");
        age(&database, CHANGES).await;
        put(&db, &class, "young", 1.0).await;
        trim(&db).await;
        assert_eq!(kept(&db).await, 6, "kept for the slow node");
        assert!(!is_lost(&db, &slow).await);
        assert_eq!(look(&db, &mut slow).await.len(), 6);
        trim_to(&db, &["slow", "quick"], 1).await;
        let kept = change_log::kept_cursor(&db, "slow").await.expect("a node");
        assert!(!is_lost(&db, &kept.expect("a place")).await);
    });
}

#[test]
fn a_node_that_was_away_too_long_is_told_that_it_has_lost_its_place() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let away = change_log::current(&db).await.expect("a place");
        change_log::keep_cursor(&db, "away", &away).await.expect("a node");
        put(&db, &class, "missed", 1.0).await;
        age(&database, CHANGES).await;
        age(&database, NODES).await;
        trim_to(&db, &[], 0).await;
        assert!(is_lost(&db, &away).await);
        let known = change_log::kept_cursor(&db, "away").await.expect("a node");
        assert_eq!(known, None, "it is forgotten");
        let mut here = change_log::current(&db).await.expect("a place");
        put(&db, &class, "told", 1.0).await;
        assert_eq!(look(&db, &mut here).await.len(), 1, "from there it goes on");
    });
}

#[test]
fn changes_of_a_long_transaction_are_kept_until_they_could_be_seen() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let mut client = database.client().await;
        let long = client.transaction().await.expect("a transaction");
        long.batch_execute(r#"insert into "Live" ("objectId") values ('long')"#)
            .await
            .expect("a row");
        put(&db, &class, "other", 1.0).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        change_log::keep_cursor(&db, "node", &cursor).await.expect("a node");
        age(&database, CHANGES).await;
        long.batch_execute("update _touchstone.change set at = at - interval '2 minutes'")
            .await
            .expect("an older log");
        long.commit().await.expect("a commit");
        trim(&db).await;
        let ids: Vec<_> =
            look(&db, &mut cursor).await.into_iter().map(|change| change.id).collect();
        assert_eq!(ids, ["long"]);
    });
}

#[test]
fn a_place_in_another_database_or_another_time_is_lost() {
    case(async {
        let database = crate::database().await;
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let here = change_log::current(&db).await.expect("a place");
        let other = crate::database().await;
        let elsewhere = change_log::current(&live(&other, "Live").await.db()).await;
        assert!(is_lost(&db, &elsewhere.expect("a place")).await, "another database");
        let text = here.to_text();
        let (place, _) = text.split_once(' ').expect("a place and a snapshot");
        let later = Cursor::parse(&format!("{place} 9000000000:9000000001:")).expect("a cursor");
        assert!(is_lost(&db, &later).await, "a snapshot that this database has not reached");
        assert!(!is_lost(&db, &here).await);

        // A copy of a database holds a log whose transactions are numbered otherwise.
        put(&db, &class, "copied", 1.0).await;
        let client = database.client().await;
        client
            .batch_execute("update _touchstone.change_log set place = 'elsewhere'")
            .await
            .expect("a copy");
        assert!(is_lost(&db, &here).await);
        assert!(change_log::settle(&db).await.expect("a settled log"));
        assert!(!change_log::settle(&db).await.expect("a settled log"), "once");
        assert_eq!(kept(&db).await, 0);
    });
}
