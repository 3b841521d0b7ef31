//! Databases that cases lease one after another.
//!
//! Cloning a database takes ten times as long as emptying one, so the clones of a template are
//! kept: a case that ends well gives its clone back, and the next one gets it with the rows of the
//! template and nothing else.

use std::sync::Mutex;

use tokio::sync::OnceCell;
use tokio_postgres::Client;

use crate::database::{self, Database};

/// What remembers a template's rows and restores them; lives in a schema of its own, in the
/// template and its clones.
const RESTORE: &str = include_str!("restore.sql");

/// A database with tables in it, made once per test binary.
#[derive(Debug)]
pub struct Template {
    database: OnceCell<Database>,
    /// The names of clones that no case is using.
    returned: Mutex<Vec<String>>,
}

impl Template {
    /// One that is made when the first case leases from it.
    pub const fn new() -> Template {
        Template { database: OnceCell::const_new(), returned: Mutex::new(Vec::new()) }
    }

    /// An unshared database that holds what `prepare` puts into an empty one.
    ///
    /// # Panics
    /// When our PostgreSQL does not answer.
    pub async fn lease(&'static self, prepare: impl AsyncFnOnce(&Database)) -> Database {
        let template = self
            .database
            .get_or_init(async || {
                let database = Database::fresh().await;
                prepare(&database).await;
                database.client().await.batch_execute(RESTORE).await.expect("a template");
                database.close().await;
                database
            })
            .await;
        let server = database::server().await;
        loop {
            let Some(name) = self.returned.lock().expect("the returned databases").pop() else {
                return template.cloned(&server, self).await;
            };
            if let Some(database) = self.restored(&server, &name).await {
                return database;
            }
            database::drop_by_name(&server, &name).await;
        }
    }

    /// Takes a clone back from a case that ended well.
    pub(crate) fn give_back(&self, name: String) {
        self.returned.lock().expect("the returned databases").push(name);
    }

    /// A returned clone as the template is, or `None` if the case has changed its tables.
    ///
    /// It gets a new name, so that a background task which outlived its case cannot find it again.
    async fn restored(&'static self, server: &Client, name: &str) -> Option<Database> {
        let renamed = database::next_name();
        database::disconnect_all(server, name).await;
        let rename = format!("alter database {name} rename to {renamed}");
        server.batch_execute(&rename).await.ok()?;
        let database = Database::leased(renamed, self);
        let client = database.client().await;
        let restored = client.query_one("select testkit.restore()", &[]).await;
        if restored.is_ok_and(|row| row.get(0)) {
            return Some(database);
        }
        database.discard(server).await;
        None
    }
}

impl Default for Template {
    fn default() -> Template {
        Template::new()
    }
}
