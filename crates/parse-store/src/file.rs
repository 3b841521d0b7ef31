//! What is known of stored files beside their bytes, and which files objects refer to.

use parse_model::{ClassName, Date, FieldName, FieldType, Json, JsonMap};

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

/// The names of all files that objects refer to, gathered once in a table of the transaction.
///
/// PostgreSQL keeps them, not this process, so that millions of them cost no memory here.
#[derive(Debug)]
pub struct FileReferences<'a>(&'a Db);

impl FileReferences<'_> {
    /// Gathers them: columns of files, and files nested in documents, of every table there is.
    ///
    /// `db` must be a transaction, which the gathered names do not outlive.
    pub async fn gather(db: &Db) -> Result<FileReferences<'_>, StoreError> {
        // Every table is read from end to end, and the storage is listed meanwhile: the limits of
        // requests are not meant for this.
        db.execute(&Sql::new("set local statement_timeout = 0")).await?;
        db.execute(&Sql::new("set local idle_in_transaction_session_timeout = 0")).await?;
        db.execute(&Sql::new(
            "create temporary table touchstone_file_reference (name text primary key) on commit drop",
        ))
        .await?;
        for (class, field) in file_columns(db) {
            let mut sql = Sql::new("insert into touchstone_file_reference select distinct ");
            sql.column(&field).push(" from ").table(&class).push(" where ").column(&field);
            sql.push(" is not null on conflict do nothing");
            db.execute(&sql).await?;
        }
        for (table, column) in document_columns(db).await? {
            let mut sql = Sql::new(
                "insert into touchstone_file_reference select distinct found ->> 'name' from ",
            );
            sql.index(&table).push(" cross join lateral jsonb_path_query(");
            sql.index(&column).push(
                r#", 'lax $.** ? (@.__type == "File")') as found where found ->> 'name' is not null on conflict do nothing"#,
            );
            db.execute(&sql).await?;
        }
        Ok(FileReferences(db))
    }

    /// Which of these names objects refer to.
    pub async fn among(&self, names: Vec<String>) -> Result<Vec<String>, StoreError> {
        let mut sql = Sql::new("select name from touchstone_file_reference where name = any(");
        sql.bind(names).push(")");
        let rows = self.0.rows(&sql).await?;
        let mut found = Vec::with_capacity(rows.len());
        for row in &rows {
            found.extend(cell::<String>(row, 0)?);
        }
        Ok(found)
    }
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
