//! Statements that take too long.

use std::time::{Duration, Instant};

use parse_model::Code;
use parse_model::query::ReadPreference;
use parse_store::{ClientQueryOptions, Lane, Sql, Store, StoreError, StoreOptions, Timeouts};
use testkit::{Database, case};

/// Short, but long enough for a quick statement on a busy machine.
const SOON: Duration = Duration::from_secs(1);

/// Without an end to anything; each case sets the one it is about.
const ENDLESS: Timeouts = Timeouts {
    reading: Duration::ZERO,
    statement: Duration::ZERO,
    lock: Duration::ZERO,
    idle_transaction: Duration::ZERO,
    commit: Duration::ZERO,
    connection_wait: Duration::ZERO,
};

async fn store(database: &Database, timeouts: Timeouts) -> Store {
    let options = StoreOptions {
        url: database.url(),
        replica_url: None,
        pipelined_connections: 1,
        client_queries: ClientQueryOptions { slow: SOON, ..ClientQueryOptions::default() },
        write_connections: 1,
        transaction_connections: 2,
        mixed_fleet: false,
        timeouts,
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
        let database = crate::database().await;
        let db =
            store(&database, Timeouts { reading: SOON, statement: SOON, ..ENDLESS }).await.db();
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
        is_timeout(db.store().begin().rows(&slow).await);
        assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
        assert_eq!(reads(&quick).await.unwrap().len(), 1, "the connection is still of use");
    });
}

/// What can be held by one transaction at a time.
fn lock() -> Sql {
    Sql::new("select pg_advisory_xact_lock(4711)::text")
}

#[test]
fn waiting_for_what_others_hold_has_an_end() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, Timeouts { lock: SOON, ..ENDLESS }).await;
        let holder = store.begin();
        holder.rows(&lock()).await.unwrap();
        is_timeout(store.db().rows(&lock()).await);
    });
}

#[test]
fn a_transaction_that_does_nothing_gives_back_what_it_holds() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, Timeouts { idle_transaction: SOON, ..ENDLESS }).await;
        let holder = store.begin();
        holder.rows(&lock()).await.unwrap();
        assert_eq!(store.db().rows(&lock()).await.unwrap().len(), 1);
        assert!(holder.rows(&lock()).await.is_err(), "the transaction is over");
    });
}

#[test]
fn a_client_query_in_a_transaction_has_the_time_of_a_slow_one_and_what_follows_has_its_own() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, ENDLESS).await;
        let (slow, quick) = (Sql::new("select pg_sleep(30)::text"), Sql::new("select 1::bigint"));
        let within = async |tx: &parse_store::Db, sql| {
            tx.rows_in(sql, ReadPreference::Primary, Lane::Heavy).await
        };
        let tx = store.begin();
        tx.rows(&quick).await.unwrap();
        is_timeout(within(&tx, &slow).await);
        let tx = store.begin();
        tx.rows(&quick).await.unwrap();
        assert_eq!(within(&tx, &quick).await.unwrap().len(), 1);
        let limit =
            tx.rows(&Sql::new("select current_setting('statement_timeout')")).await.unwrap();
        assert_eq!(limit[0].get::<_, &str>(0), "0");
    });
}

/// A table whose rows do something when the transaction that wrote them commits.
async fn on_commit(store: &Store, function: &'static str) {
    let setup = [
        "create table slow (n bigint)",
        function,
        "create constraint trigger at_the_end after insert on slow deferrable initially deferred
            for each row execute function at_the_end()",
    ];
    for text in setup {
        store.db().rows(&Sql::new(text)).await.expect("a statement");
    }
}

async fn written(store: &Store) -> i64 {
    store.db().read(&Sql::new("select count(*) from slow")).await.expect("a count")[0].get(0)
}

#[test]
fn a_commit_that_is_not_answered_in_time_has_an_unknown_outcome_and_is_not_cancelled() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, Timeouts { commit: SOON, ..ENDLESS }).await;
        let sleep = "create function at_the_end() returns trigger language plpgsql as
            'begin perform pg_sleep(2); return new; end'";
        on_commit(&store, sleep).await;
        let tx = store.begin();
        tx.execute(&Sql::new("insert into slow values (1)")).await.unwrap();
        let outcome = tx.commit().await;
        assert!(matches!(outcome, Err(StoreError::OutcomeUnknown(_))), "{outcome:?}");
        // What was written is locked until the commit is through, and stands then.
        let lock = Sql::new("lock table slow in exclusive mode");
        let waiting = store.begin();
        waiting.execute(&lock).await.unwrap();
        waiting.rollback().await.unwrap();
        assert_eq!(written(&store).await, 1);
        assert!(tx.commit().await.is_err(), "nothing more can be done in it");
    });
}

#[test]
fn a_commit_during_which_the_session_ends_has_an_unknown_outcome() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, ENDLESS).await;
        let end = "create function at_the_end() returns trigger language plpgsql as
            'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'";
        on_commit(&store, end).await;
        let tx = store.begin();
        tx.execute(&Sql::new("insert into slow values (1)")).await.unwrap();
        let outcome = tx.commit().await;
        assert!(matches!(outcome, Err(StoreError::OutcomeUnknown(_))), "{outcome:?}");
        assert_eq!(written(&store).await, 0);
    });
}

#[test]
fn a_commit_that_is_refused_has_a_known_outcome() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, Timeouts { commit: SOON, ..ENDLESS }).await;
        let refuse = "create function at_the_end() returns trigger language plpgsql as
            'begin raise exception ''no''; end'";
        on_commit(&store, refuse).await;
        let tx = store.begin();
        tx.execute(&Sql::new("insert into slow values (1)")).await.unwrap();
        let outcome = tx.commit().await;
        assert!(matches!(outcome, Err(StoreError::Database(_))), "{outcome:?}");
        assert_eq!(written(&store).await, 0);
    });
}

#[test]
fn a_transaction_waits_for_a_connection_only_so_long() {
    case(async {
        let database = crate::database().await;
        let store = store(&database, Timeouts { connection_wait: SOON, ..ENDLESS }).await;
        let quick = Sql::new("select 1::bigint");
        let (one, two) = (store.begin(), store.begin());
        one.rows(&quick).await.unwrap();
        two.rows(&quick).await.unwrap();
        let third = store.begin().rows(&quick).await;
        assert!(matches!(third, Err(StoreError::Busy)), "{third:?}");
        one.rollback().await.unwrap();
        assert_eq!(store.begin().rows(&quick).await.unwrap().len(), 1);
    });
}
