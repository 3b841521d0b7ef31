//! A real standby answers the reads that may lag.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use parse_model::query::ReadPreference;
use parse_model::{FieldType, Filter};
use parse_store::{Db, RowAccess, Select, Sql, Store, StoreOptions, Timeouts};
use testkit::{Database, case, case_within};

/// The standby that `scripts/services` makes.
const STANDBY: &str = "postgres://touchstone@127.0.0.1:24330";
/// How far it may lag before something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs for as long as the test needs it, and longer only if it ran before.
struct Standby {
    was_up: bool,
}

impl Standby {
    fn up() -> Standby {
        let was_up = std::net::TcpStream::connect("127.0.0.1:24330").is_ok();
        services("replica-up");
        Standby { was_up }
    }
}

impl Drop for Standby {
    fn drop(&mut self) {
        if !self.was_up {
            services("replica-down");
        }
    }
}

fn services(command: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/services");
    let status = Command::new(script).arg(command).status().expect("scripts/services");
    assert!(status.success(), "scripts/services {command} failed; run it by hand to see why");
}

#[test]
fn reads_that_may_lag_are_answered_by_the_standby() {
    let _standby = Standby::up();
    case_within(2 * PATIENCE, async {
        let database = Database::fresh().await;
        let store = Store::open(&StoreOptions {
            url: database.url(),
            replica_url: Some(format!("{STANDBY}/{}", database.name())),
            pipelined_connections: 2,
            client_queries: parse_store::ClientQueryOptions::default(),
            write_connections: 4,
            transaction_connections: 2,
            mixed_fleet: false,
            timeouts: Timeouts::default(),
            ca_file: None,
        })
        .await
        .expect("a store with a standby");
        let db = store.db();
        let class = crate::class(&db, "Copied", &[("x", FieldType::String)]).await;
        crate::put(&db, &class, "o", &[(crate::name("x"), "text".into())]).await;

        let everything = Filter::everything();
        let select = Select {
            from: ReadPreference::Secondary,
            ..Select::new(&everything, RowAccess::Everything)
        };
        let started = Instant::now();
        loop {
            match parse_store::object::find(&db, &class, &select).await {
                Ok(objects) if objects.len() == 1 => break,
                late => assert!(started.elapsed() < PATIENCE, "the standby has only {late:?}"),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(is_standby(&db, ReadPreference::Secondary).await);
        assert!(!is_standby(&db, ReadPreference::Primary).await);
        let tx = store.begin();
        assert!(!is_standby(&tx, ReadPreference::Secondary).await, "a transaction has one place");
    });
}

async fn is_standby(db: &Db, preference: ReadPreference) -> bool {
    let rows = db.rows_from(&Sql::new("select pg_is_in_recovery()"), preference).await;
    rows.expect("an answer")[0].get(0)
}

#[test]
fn an_address_that_asks_for_a_server_that_takes_writes_is_read_from_without_writing() {
    case(async {
        let database = crate::database().await;
        let mut options = crate::options(&database, 1);
        let mark = if options.url.contains('?') { '&' } else { '?' };
        options.url.push(mark);
        options.url.push_str("target_session_attrs=read-write");
        let store = Store::open(&options).await.expect("a primary takes writes");
        let write = Sql::new("create table written (n bigint)");
        assert!(store.read_only().rows(&write).await.is_err());
        assert_eq!(store.read_only().rows(&Sql::new("select 1::bigint")).await.unwrap().len(), 1);
    });
}
