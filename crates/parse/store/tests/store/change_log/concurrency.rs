//! Many writers at once: nothing is lost, nothing told twice, and each object's changes come in the
//! order in which they were committed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parse_store::change_log;
use testkit::{Database, Random, case_within};
use tokio::task::JoinSet;

use super::{NUMBER, live, look};

const WRITERS: u64 = 6;
const TRANSACTIONS: usize = 120;
const OBJECTS: usize = 12;

/// Counts objects up, one to three in a transaction, now and then rolled back; gives the number of
/// changes that were committed.
async fn write(database: Arc<Database>, mut random: Random) -> usize {
    let mut client = database.client().await;
    client.batch_execute("set application_name = 'touchstone writer'").await.expect("a name");
    let mut committed = 0;
    for _ in 0..TRANSACTIONS {
        let count = random.between(1, 3);
        // In one order, so that writers wait for one another and never in a circle.
        let objects: BTreeSet<usize> = (0..count).map(|_| random.below(OBJECTS)).collect();
        let tx = client.transaction().await.expect("a transaction");
        for object in &objects {
            let sql = r#"insert into "Live" ("objectId", "n") values ($1, 1)
                on conflict ("objectId") do update set "n" = "Live"."n" + 1"#;
            tx.execute(sql, &[&format!("o{object}")]).await.expect("a write");
            if random.once_in(8) {
                tokio::task::yield_now().await;
            }
        }
        if random.once_in(20) {
            tx.rollback().await.expect("a rollback");
        } else {
            tx.commit().await.expect("a commit");
            committed += objects.len();
        }
    }
    committed
}

#[test]
fn every_change_is_told_once_and_those_of_an_object_in_order_whoever_holds_a_transaction() {
    case_within(Duration::from_secs(60), async {
        let database = Arc::new(crate::database().await);
        let store = live(&database, "Live").await;
        let db = store.db();
        crate::class(&db, "Live", &NUMBER).await;
        let mut cursor = change_log::current(&db).await.expect("a place");
        // One transaction that has written and stays open all the while, and appears when it ends.
        let mut long = database.client().await;
        let long = long.transaction().await.expect("a transaction");
        long.batch_execute(r#"insert into "Live" ("objectId", "n") values ('long', 1)"#)
            .await
            .expect("a row");
        let is_over = Arc::new(AtomicBool::new(false));
        let mut random = crate::properties::random("writers");
        let mut writers = JoinSet::new();
        for _ in 0..WRITERS {
            writers.spawn(write(Arc::clone(&database), random.fork()));
        }
        let ended = Arc::clone(&is_over);
        let counting = async move {
            let mut committed = 0;
            while let Some(count) = writers.join_next().await {
                committed += count.expect("a writer");
            }
            ended.store(true, Ordering::SeqCst);
            committed
        };
        let reading = async {
            let mut told = Vec::new();
            loop {
                let was_over = is_over.load(Ordering::SeqCst);
                told.extend(look(&db, &mut cursor).await);
                if was_over {
                    return told;
                }
            }
        };
        let (committed, mut told) = tokio::join!(counting, reading);
        assert!(told.iter().all(|change| change.id != "long"));
        assert_eq!(told.len(), committed, "before the long transaction has ended");
        long.commit().await.expect("a commit");
        told.extend(look(&db, &mut cursor).await);
        assert_eq!(told.len(), committed + 1);
        assert_eq!(told.iter().map(|change| change.seq).collect::<BTreeSet<_>>().len(), told.len());
        let mut numbers: BTreeMap<String, i64> = BTreeMap::new();
        for change in told {
            let n = |row: Option<parse_model::JsonMap>| row.and_then(|row| row["n"].as_i64());
            let known = numbers.entry(change.id.clone()).or_default();
            assert_eq!(n(change.before).unwrap_or_default(), *known, "{} out of order", change.id);
            *known += 1;
            assert_eq!(n(change.after), Some(*known));
        }
    });
}

#[test]
fn a_transaction_of_another_database_holds_nobody_up() {
    case_within(Duration::from_secs(20), async {
        let (database, other) = (crate::database().await, Database::fresh().await);
        let store = live(&database, "Live").await;
        let db = store.db();
        let class = crate::class(&db, "Live", &NUMBER).await;
        let mut elsewhere = other.client().await;
        let long = elsewhere.transaction().await.expect("a transaction");
        // It has a transaction id, from the sequence of the whole server.
        long.batch_execute("create table long (n int)").await.expect("a write");
        let mut cursor = change_log::current(&db).await.expect("a place");
        for n in 0..3_u8 {
            super::put(&db, &class, &format!("o{n}"), f64::from(n)).await;
            assert_eq!(look(&db, &mut cursor).await.len(), 1, "told at once, and once");
        }
        long.commit().await.expect("a commit");
        assert!(look(&db, &mut cursor).await.is_empty());
    });
}
