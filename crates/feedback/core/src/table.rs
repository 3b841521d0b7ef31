//! Statements about the product's tables.

use parse_engine::{Error, WhileDoing};
use parse_model::Json;
use parse_store::{Access, Db, Sql};
use serde::de::DeserializeOwned;

/// The rows of a statement whose first column is a JSON document.
pub async fn rows<T: DeserializeOwned>(
    db: &Db,
    sql: &Sql,
    access: Access,
) -> Result<Vec<T>, Error> {
    let documents = db.documents(sql, access).await;
    typed_all(documents.while_doing("reading the product's tables")?)
}

/// Deserializes documents.
pub(crate) fn typed_all<T: DeserializeOwned>(documents: Vec<Json>) -> Result<Vec<T>, Error> {
    documents.into_iter().map(typed).collect()
}

/// Runs a statement and gives the number of rows it touched.
pub async fn execute(db: &Db, sql: &Sql) -> Result<u64, Error> {
    db.execute(sql).await.while_doing("writing the product's tables")
}

fn typed<T: DeserializeOwned>(document: Json) -> Result<T, Error> {
    serde_json::from_value(document).map_err(|error| Error::Failed {
        doing: "reading a row of the product's tables",
        source: Box::new(error),
    })
}
