//! Everything in a database as it was at one moment, read row by row; and the state of a database
//! before and after a restore.
//!
//! All tables are read from one exported snapshot, which `pg_dump` joins by its name: what is
//! digested here is what is dumped there, despite concurrent writers.

mod digest;
mod libpq;
mod restoration;
mod session;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use parse_model::Json;
use serde_json::json;
use tokio_postgres::{Client, Row};

use crate::connection::parameters;
use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::store_options::StoreOptions;

pub use digest::RowDigest;
pub use libpq::environment;
pub use restoration::Restoration;

/// A table whose rows are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its schema.
    pub schema: String,
    /// Its name.
    pub name: String,
    /// The columns that have values of their own.
    pub columns: Vec<String>,
    /// About how many rows it has, as far as PostgreSQL has looked.
    pub about_rows: u64,
    /// How many bytes it takes on disk.
    pub bytes: u64,
}

impl Table {
    /// `copy "schema"."name" ("column", …)`, without where to.
    fn copied(&self) -> Sql {
        let mut sql = Sql::new("copy ");
        sql.index(&self.schema).push(".").index(&self.name);
        for (at, column) in self.columns.iter().enumerate() {
            sql.push(if at == 0 { " (" } else { ", " }).index(column);
        }
        sql.push(if self.columns.is_empty() { "" } else { ")" });
        sql
    }
}

/// Everything as it was at one moment, held until this is dropped.
///
/// Tables cannot be altered, emptied or dropped meanwhile; reading and writing go on.
#[derive(Debug)]
pub struct Snapshot {
    client: Client,
    id: String,
}

impl Snapshot {
    /// Takes a snapshot, or joins one that another session has exported and holds.
    pub async fn take(
        options: &StoreOptions,
        exported: Option<&str>,
    ) -> Result<Snapshot, StoreError> {
        let client = session::open(options).await?;
        client.batch_execute("begin isolation level repeatable read read only").await?;
        if let Some(id) = exported {
            // SET takes no parameters, so what it is given is made sure to be an id first.
            let is_id = id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
            if !is_id || id.is_empty() {
                return Err(StoreError::Unavailable(format!("{id} names no snapshot")));
            }
            client.batch_execute(&format!("set transaction snapshot '{id}'")).await?;
        }
        client.batch_execute(include_str!("snapshot/lock.sql")).await?;
        let row = client.query_one("select pg_export_snapshot()", &[]).await?;
        let id = row.try_get(0)?;
        client.batch_execute("set local search_path = ''").await?;
        Ok(Snapshot { client, id })
    }

    /// Its name, by which other connections join it while it is held.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// What server it is of, and when it was taken there.
    pub async fn about(&self) -> Result<Json, StoreError> {
        about(&self.client).await
    }

    /// The tables, by schema and name.
    pub async fn tables(&self) -> Result<Vec<Table>, StoreError> {
        tables(&self.client).await
    }

    /// The uploaded files that are known here and not to be removed: name and size of each.
    pub async fn files(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let is_there = "select to_regclass('_touchstone.file') is not null";
        if !self.client.query_one(is_there, &[]).await?.try_get::<_, bool>(0)? {
            return Ok(Vec::new());
        }
        let names = "select name, size from _touchstone.file where removed_at is null";
        let rows = self.client.query(names, &[]).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// The name that is written in the folder in which files were kept last, and where that was, as
    /// the node said that used it.
    pub async fn last_folder(&self) -> Result<Option<(String, String)>, StoreError> {
        let is_there = "select to_regclass('_touchstone.file_folder') is not null";
        if !self.client.query_one(is_there, &[]).await?.try_get::<_, bool>(0)? {
            return Ok(None);
        }
        let row = self.client.query_opt(crate::file_folder::LAST, &[]).await?;
        row.map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).transpose()
    }

    /// The rows of a table, as lines of text.
    pub async fn rows(
        &self,
        table: &Table,
    ) -> Result<BoxStream<'static, Result<Bytes, StoreError>>, StoreError> {
        copied_out(&self.client, table).await
    }
}

/// Something that answers questions about the database it holds.
pub trait Documents: Sync {
    /// Runs a statement whose first column is jsonb, and gives that column.
    fn documents<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<Vec<Json>, StoreError>>;
}

impl Documents for Snapshot {
    fn documents<'a>(&'a self, sql: &'a Sql) -> BoxFuture<'a, Result<Vec<Json>, StoreError>> {
        Box::pin(documents(&self.client, sql))
    }
}

async fn about(client: &Client) -> Result<Json, StoreError> {
    let row = client
        .query_one(
            "select current_setting('server_version'), current_database()::text, \
             to_char(now() at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')",
            &[],
        )
        .await?;
    let text = |at: usize| row.try_get::<_, String>(at);
    Ok(json!({ "version": text(0)?, "database": text(1)?, "at": text(2)? }))
}

async fn tables(client: &Client) -> Result<Vec<Table>, StoreError> {
    let rows = client.query(include_str!("snapshot/tables.sql"), &[]).await?;
    let number = |row: &Row, at: usize| -> Result<u64, StoreError> {
        Ok(u64::try_from(row.try_get::<_, i64>(at)?).unwrap_or_default())
    };
    let table = |row: &Row| -> Result<Table, StoreError> {
        Ok(Table {
            schema: row.try_get(0)?,
            name: row.try_get(1)?,
            columns: row.try_get(2)?,
            about_rows: number(row, 3)?,
            bytes: number(row, 4)?,
        })
    };
    rows.iter().map(table).collect()
}

async fn copied_out(
    client: &Client,
    table: &Table,
) -> Result<BoxStream<'static, Result<Bytes, StoreError>>, StoreError> {
    let mut sql = table.copied();
    sql.push(" to stdout");
    let rows = client.copy_out(sql.text()).await?;
    Ok(rows.map_err(StoreError::from).boxed())
}

async fn documents(client: &Client, sql: &Sql) -> Result<Vec<Json>, StoreError> {
    // Statements of an application name its tables as requests do.
    client.batch_execute("set local search_path to default").await?;
    let rows = client.query(sql.text(), &parameters(sql.binds())).await?;
    client.batch_execute("set local search_path = ''").await?;
    let mut found = Vec::with_capacity(rows.len());
    for row in &rows {
        found.extend(cell::<Document>(row, 0)?.map(|Document(json)| json));
    }
    Ok(found)
}
