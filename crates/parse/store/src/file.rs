//! What is known of stored files beside their bytes, and which files objects refer to.

use std::collections::HashSet;

use parse_model::{ClassName, Date, FieldName, FieldType, Json, JsonMap};
use sha2::{Digest, Sha256};

use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::store::Db;

/// What is known of one stored file.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredFile {
    /// Its name in the storage.
    pub name: String,
    /// Who uploaded it; `None` for the server, the public, or the master key.
    pub owner: Option<String>,
    /// How many bytes it has.
    pub size: u64,
    /// What it was said, or found, to be.
    pub content_type: Option<String>,
    /// What clients wrote on it.
    pub metadata: JsonMap,
    /// What clients sorted it by.
    pub tags: JsonMap,
    /// When it was stored.
    pub created_at: Date,
}

/// Writes down a file that has been stored.
pub async fn record(db: &Db, file: &StoredFile) -> Result<(), StoreError> {
    let mut sql = Sql::new(
        "insert into _touchstone.file (name, owner, size, content_type, metadata, tags, created_at) values (",
    );
    sql.bind(file.name.as_str()).push(", ");
    optional(&mut sql, file.owner.as_deref());
    sql.push(", ").bind(i64::try_from(file.size).unwrap_or(i64::MAX)).push(", ");
    optional(&mut sql, file.content_type.as_deref());
    sql.push(", ").bind(Json::Object(file.metadata.clone()));
    sql.push(", ").bind(Json::Object(file.tags.clone()));
    sql.push(", ").bind(file.created_at).push(
        ") on conflict (name) do update set owner = excluded.owner, size = excluded.size, \
         content_type = excluded.content_type, metadata = excluded.metadata, \
         tags = excluded.tags, created_at = excluded.created_at, removed_at = null",
    );
    db.execute(&sql).await?;
    Ok(())
}

fn optional(sql: &mut Sql, text: Option<&str>) {
    match text {
        Some(text) => sql.bind(text),
        None => sql.push("null"),
    };
}

/// What was written down of a file; `None` for one that another program stored.
pub async fn find(db: &Db, name: &str) -> Result<Option<(JsonMap, JsonMap)>, StoreError> {
    let mut sql = Sql::new("select metadata, tags from _touchstone.file where name = ");
    sql.bind(name);
    let rows = db.rows_from(&sql, parse_model::query::ReadPreference::Primary).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let map = |at: usize| {
        cell::<Document>(row, at).map(|document| match document {
            Some(Document(Json::Object(map))) => map,
            _ => JsonMap::new(),
        })
    };
    Ok(Some((map(0)?, map(1)?)))
}

/// Deletes the row of a file that has been deleted.
pub async fn forget(db: &Db, name: &str) -> Result<(), StoreError> {
    let mut sql = Sql::new("delete from _touchstone.file where name = ");
    sql.bind(name);
    db.execute(&sql).await?;
    Ok(())
}

/// The names of some files whose bytes are to go, the longest waiting first.
pub async fn removed(db: &Db, limit: i64) -> Result<Vec<String>, StoreError> {
    let text = "select name from _touchstone.file where removed_at is not null order by removed_at limit $1::int8";
    let rows = db.rows(&Sql::fixed(text, [limit.into()])).await?;
    rows.iter().map(|row| Ok(cell::<String>(row, 0)?.unwrap_or_default())).collect()
}

/// How many bytes a user has uploaded since a moment.
pub async fn uploaded_since(db: &Db, owner: &str, since: Date) -> Result<u64, StoreError> {
    let mut sql =
        Sql::new("select coalesce(sum(size), 0)::bigint from _touchstone.file where owner = ");
    sql.bind(owner).push(" and created_at > ").bind(since);
    let rows = db.rows(&sql).await?;
    let sum = match rows.first() {
        Some(row) => cell::<i64>(row, 0)?.unwrap_or_default(),
        None => 0,
    };
    Ok(u64::try_from(sum).unwrap_or_default())
}

/// How many names are fetched at once.
const PAGE: &str = "fetch 10000 from file_reference";

/// The names of all files that objects refer to.
///
/// Each is kept as a part of its hash, so that a million of them take a few dozen megabytes. Two
/// names with the same hash would make an orphan stay, and never make a file go.
#[derive(Debug, Default)]
pub struct FileReferences(HashSet<[u8; 16]>);

impl FileReferences {
    /// Gathers them: columns of files, and files nested in documents, of every table there is.
    ///
    /// `db` must be a transaction, because names are read with cursors.
    pub async fn gather(db: &Db) -> Result<FileReferences, StoreError> {
        // Every table is read from end to end: the limits of requests are not meant for this.
        db.execute(&Sql::new("set local statement_timeout = 0")).await?;
        db.execute(&Sql::new("set local idle_in_transaction_session_timeout = 0")).await?;
        let mut references = FileReferences::default();
        for (class, field) in file_columns(db) {
            let mut sql = Sql::new("declare file_reference no scroll cursor for select ");
            sql.column(&field).push(" as name from ").table(&class).push(" where ");
            sql.column(&field).push(" is not null");
            references.read(db, &sql).await?;
        }
        for (table, column) in document_columns(db).await? {
            let mut sql = Sql::new(
                "declare file_reference no scroll cursor for select found ->> 'name' as name from ",
            );
            sql.index(&table).push(" cross join lateral jsonb_path_query(");
            sql.index(&column).push(
                r#", 'lax $.** ? (@.__type == "File")') as found where found ->> 'name' is not null"#,
            );
            references.read(db, &sql).await?;
        }
        Ok(references)
    }

    /// Reads what a cursor gives.
    async fn read(&mut self, db: &Db, declaration: &Sql) -> Result<(), StoreError> {
        db.execute(declaration).await?;
        loop {
            let rows = db.rows(&Sql::new(PAGE)).await?;
            if rows.is_empty() {
                break;
            }
            for row in &rows {
                self.0.extend(cell::<String>(row, 0)?.map(|name| hashed(&name)));
            }
        }
        db.execute(&Sql::new("close file_reference")).await.map(drop)
    }

    /// Whether an object refers to a file of this name.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains(&hashed(name))
    }
}

fn hashed(name: &str) -> [u8; 16] {
    let mut part = [0; 16];
    part.copy_from_slice(&Sha256::digest(name)[..16]);
    part
}

fn file_columns(db: &Db) -> Vec<(ClassName, FieldName)> {
    let schema = db.schema();
    let mut columns = Vec::new();
    for class in schema.classes() {
        for (name, field) in &class.fields {
            if field.ty == FieldType::File {
                columns.push((class.name.clone(), name.clone()));
            }
        }
    }
    columns
}

/// Every JSON column beside our own tables, whether its class is known or internal.
async fn document_columns(db: &Db) -> Result<Vec<(String, String)>, StoreError> {
    let sql = Sql::new(
        "select c.relname::text, a.attname::text from pg_attribute a \
         join pg_class c on c.oid = a.attrelid \
         where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') \
         and a.atttypid = 'jsonb'::regtype and a.attnum > 0 and not a.attisdropped",
    );
    let rows = db.rows(&sql).await?;
    let mut columns = Vec::with_capacity(rows.len());
    for row in &rows {
        let name = |at: usize| cell::<String>(row, at).map(Option::unwrap_or_default);
        columns.push((name(0)?, name(1)?));
    }
    Ok(columns)
}
