//! Statements that take too long.

use std::time::{Duration, Instant};

use parse_model::Code;
use parse_model::query::ReadPreference;
use parse_store::{Patience, Sql, Store, StoreError, StoreOptions};
use testkit::{Database, case};

async fn impatient(database: &Database) -> Store {
    let soon = Duration::from_millis(200);
    let options = StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: 1,
        write_connections: 1,
        transaction_connections: 2,
        mixed_fleet: false,
        patience: Patience { reading: soon, statement: soon, lock: soon, idle_transaction: soon },
        ca_file: None,
    };
    Store::open(&options).await.expect("a store")
}

#[track_caller]
fn is_timeout<T: std::fmt::Debug>(outcome: Result<T, StoreError>) {
    match outcome {
        Err(StoreError::Refused(refusal)) => assert_eq!(refusal.code, Code::TIMEOUT),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_slow_statement_is_cut_short_on_every_kind_of_connection() {
    case(async {
        let database = Database::fresh().await;
        let db = impatient(&database).await.db();
        let slow = Sql::new("select pg_sleep(30)::text");
        let quick = Sql::new("select 1::bigint");
        let began = Instant::now();
        // On the one pipelined connection the quick statement waits behind the slow one, and is
        // answered although that one was cut.
        let reads = |sql| db.rows_from(sql, ReadPreference::Primary);
        let (cut, answered) = tokio::join!(reads(&slow), reads(&quick));
        is_timeout(cut);
        assert_eq!(answered.unwrap().len(), 1);
        is_timeout(db.rows(&slow).await);
        is_timeout(db.store().begin().await.unwrap().rows(&slow).await);
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert_eq!(reads(&quick).await.unwrap().len(), 1, "the connection is still of use");
    });
}

#[test]
fn waiting_for_what_others_hold_has_an_end() {
    case(async {
        let database = Database::fresh().await;
        let store = impatient(&database).await;
        let holder = store.begin().await.unwrap();
        holder.rows(&Sql::new("select pg_advisory_xact_lock(4711)::text")).await.unwrap();
        let wants = Sql::new("select pg_advisory_xact_lock(4711)::text");
        is_timeout(store.db().rows(&wants).await);
    });
}
