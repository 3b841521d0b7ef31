//! A database for one test.

use std::future::poll_fn;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::{OnceCell, oneshot};
use tokio_postgres::{AsyncMessage, Client, NoTls};

use crate::case::setting;
use crate::template::Template;

/// Our private server, or the one that `TOUCHSTONE_TEST_SERVER` names. Tests make databases of their
/// own there and touch no other.
pub static SERVER: LazyLock<String> = LazyLock::new(|| {
    let named = setting("TOUCHSTONE_TEST_SERVER");
    named.unwrap_or_else(|| "postgres://touchstone@127.0.0.1:54329".to_owned())
});

/// What the names of all test databases begin with; the number of their process follows.
const PREFIX: &str = "touchstone_test_";

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A database that is dropped, or given back to whom it was leased from, when the test succeeds.
///
/// After a failure it stays, to be looked at, and is dropped by a later run.
#[derive(Debug)]
pub struct Database {
    name: String,
    lessor: Option<&'static Template>,
}

impl Database {
    /// Makes an empty one.
    ///
    /// # Panics
    /// When our PostgreSQL does not answer.
    pub async fn fresh() -> Database {
        let server = server().await;
        let name = clone_of(&server, "template1").await;
        Database { name, lessor: None }
    }

    /// A copy of this one, which must have no connections.
    pub(crate) async fn cloned(&self, server: &Client, lessor: &'static Template) -> Database {
        let name = clone_of(server, &self.name).await;
        // What a case writes need not survive a power cut.
        let relaxed = format!("alter database {name} set synchronous_commit = off");
        server.batch_execute(&relaxed).await.expect("a setting of a database");
        Database::leased(name, lessor)
    }

    pub(crate) fn leased(name: String, lessor: &'static Template) -> Database {
        Database { name, lessor: Some(lessor) }
    }

    /// Drops it at once.
    pub(crate) async fn discard(mut self, server: &Client) {
        drop_by_name(server, &self.name).await;
        self.name.clear();
    }

    /// Refuses new connections, and ends the existing ones.
    pub(crate) async fn close(&self) {
        let server = server().await;
        let closed = format!("alter database {} allow_connections false", self.name);
        server.batch_execute(&closed).await.expect("a closed database");
        disconnect_all(&server, &self.name).await;
    }

    /// Where it is.
    pub fn url(&self) -> String {
        format!("{}/{}", *SERVER, self.name)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A connection of the test's own.
    pub async fn client(&self) -> Client {
        connect(&self.url()).await
    }

    /// What is notified on a channel from now on.
    ///
    /// # Panics
    /// When our PostgreSQL does not answer.
    pub async fn notified(&self, channel: &str) -> UnboundedReceiver<String> {
        let opened = tokio_postgres::connect(&self.url(), NoTls).await;
        let (client, mut connection) = opened.expect("a connection that listens");
        let (sender, heard) = unbounded_channel();
        let listen = format!("listen {channel}");
        let (begun, begins) = oneshot::channel();
        #[expect(clippy::disallowed_methods, reason = "ends when the receiver is dropped")]
        tokio::spawn(async move {
            let listening = async {
                client.batch_execute(&listen).await.expect("a listener");
                let _ = begun.send(());
                sender.closed().await;
            };
            let hearing = async {
                while let Some(Ok(message)) = poll_fn(|cx| connection.poll_message(cx)).await {
                    if let AsyncMessage::Notification(note) = message {
                        let _ = sender.send(note.payload().to_owned());
                    }
                }
            };
            tokio::select! { () = listening => {}, () = hearing => {} }
        });
        begins.await.expect("a listener");
        heard
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let name = std::mem::take(&mut self.name);
        if name.is_empty() {
            return;
        }
        if std::thread::panicking() {
            eprintln!("the data of this case is still in {}/{name}", *SERVER);
            return;
        }
        if let Some(lessor) = self.lessor {
            lessor.give_back(name);
            return;
        }
        // A thread of its own, because a runtime cannot wait inside another.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime to drop a database").block_on(async {
                drop_by_name(&server().await, &name).await;
            });
        });
        if dropped.join().is_err() {
            eprintln!("a database could not be dropped");
        }
    }
}

/// A name that no database of this process has had.
pub(crate) fn next_name() -> String {
    format!("{PREFIX}{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

async fn clone_of(server: &Client, template: &str) -> String {
    static LEFT_OVER: OnceCell<()> = OnceCell::const_new();
    LEFT_OVER.get_or_init(|| drop_left_over(server)).await;
    let name = next_name();
    // The number of this process is ours alone, so a database of that name is of a process long
    // gone.
    drop_by_name(server, &name).await;
    let create = format!("create database {name} template {template}");
    server.batch_execute(&create).await.expect("a new database");
    name
}

pub(crate) async fn drop_by_name(server: &Client, name: &str) {
    let statement = format!("drop database if exists {name} with (force)");
    server.batch_execute(&statement).await.expect("the database dropped");
}

/// Ends every connection to a database, and returns when they are gone.
pub(crate) async fn disconnect_all(server: &Client, name: &str) {
    let statement =
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1";
    server.query(statement, &[&name]).await.expect("no connections");
}

/// A connection from which databases are made, renamed and dropped.
pub(crate) async fn server() -> Client {
    connect(&format!("{}/postgres", *SERVER)).await
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
