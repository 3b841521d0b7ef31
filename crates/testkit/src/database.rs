//! A database for one test.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio_postgres::{Client, NoTls};

/// Our private server. Tests make databases of their own there and touch no other.
pub const SERVER: &str = "postgres://touchstone@127.0.0.1:54329";

/// What the names of all test databases begin with; the number of their process follows.
const PREFIX: &str = "touchstone_test_";

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A database that is dropped when the test succeeds.
///
/// After a failure it stays, to be looked at, and is dropped by a later run.
#[derive(Debug)]
pub struct Database {
    name: String,
}

impl Database {
    /// Makes one.
    ///
    /// # Panics
    /// When our PostgreSQL does not answer.
    pub async fn fresh() -> Database {
        Database::made("template1").await
    }

    /// Makes one with everything that is in this one.
    ///
    /// # Panics
    /// When somebody is connected to this one, which [`Database::close`] prevents.
    pub async fn copied(&self) -> Database {
        Database::made(&self.name).await
    }

    /// Lets nobody in any more, and sends away who is there.
    ///
    /// # Panics
    /// When our PostgreSQL does not answer.
    pub async fn close(&self) {
        let server = connect(&format!("{SERVER}/postgres")).await;
        let name = &self.name;
        for statement in [
            format!("alter database {name} allow_connections false"),
            format!(
                "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '{name}'"
            ),
        ] {
            server.batch_execute(&statement).await.expect("a closed database");
        }
    }

    async fn made(pattern: &str) -> Database {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("{PREFIX}{}_{number}", std::process::id());
        let server = connect(&format!("{SERVER}/postgres")).await;
        if number == 0 {
            drop_left_over(&server).await;
        }
        // The number of this process is ours alone, so whatever has the name is long over.
        for statement in [
            format!("drop database if exists {name} with (force)"),
            format!("create database {name} template {pattern}"),
        ] {
            server.batch_execute(&statement).await.expect("a new database");
        }
        Database { name }
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("{SERVER}/{}", self.name)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A connection of the test's own.
    pub async fn client(&self) -> Client {
        connect(&self.url()).await
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the data of this case is still in {}", self.url());
            return;
        }
        let statement = format!("drop database if exists {} with (force)", self.name);
        // A thread of its own, because a runtime cannot wait inside another.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime to drop a database").block_on(async {
                let server = connect(&format!("{SERVER}/postgres")).await;
                server.batch_execute(&statement).await.expect("the database dropped");
            });
        });
        if dropped.join().is_err() {
            eprintln!("{} could not be dropped", self.name);
        }
    }
}

/// Connects, and keeps the connection running in the background.
async fn connect(url: &str) -> Client {
    let connected = tokio_postgres::connect(url, NoTls).await;
    let (client, connection) = connected
        .unwrap_or_else(|error| panic!("no database at {url} ({error}): start it with `just up`"));
    #[expect(clippy::disallowed_methods, reason = "lives and dies with the client beside it")]
    tokio::spawn(connection);
    client
}

/// Drops the test databases of processes that are no more.
async fn drop_left_over(server: &Client) {
    let rows = server
        .query("select datname::text from pg_database where starts_with(datname, $1)", &[&PREFIX])
        .await
        .expect("the names of databases");
    for name in rows.iter().map(|row| row.get::<_, String>(0)) {
        let process = name.strip_prefix(PREFIX).and_then(|rest| rest.split('_').next());
        let is_over = process
            .and_then(|number| number.parse::<u32>().ok())
            .is_some_and(|number| !std::path::Path::new(&format!("/proc/{number}")).exists());
        if is_over {
            // Another run may be dropping it too.
            let statement = format!("drop database if exists \"{name}\" with (force)");
            let _ = server.batch_execute(&statement).await;
        }
    }
}
