//! The one row of `_GlobalConfig`, in Parse Server's layout.

use parse_model::{Json, JsonMap};

use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::store::Db;

/// The application's parameters as they are stored.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct StoredConfig {
    /// The parameters.
    pub params: JsonMap,
    /// Which of them only the master key may read, by name; `None` if no server ever said.
    pub master_key_only: Option<JsonMap>,
}

/// The parameters, if any were ever saved.
pub async fn read(db: &Db) -> Result<Option<StoredConfig>, StoreError> {
    select(db, Sql::new(SELECT)).await
}

/// The same, locked against other writers until the transaction ends. The first save finds no row
/// to lock, so all of them queue at a lock rather than at the row.
pub async fn lock_global_config(db: &Db) -> Result<Option<StoredConfig>, StoreError> {
    db.rows(&Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.config'))")).await?;
    let mut sql = Sql::new(SELECT);
    sql.push(" for update");
    select(db, sql).await
}

/// Writes the parameters.
pub async fn write(db: &Db, config: &StoredConfig) -> Result<(), StoreError> {
    let flags = config.master_key_only.clone().unwrap_or_default();
    let mut sql = Sql::new(
        r#"insert into "_GlobalConfig" ("objectId", "params", "masterKeyOnly") values ('1', "#,
    );
    sql.bind(Json::Object(config.params.clone())).push(", ").bind(Json::Object(flags));
    sql.push(
        r#") on conflict ("objectId") do update
        set "params" = excluded."params", "masterKeyOnly" = excluded."masterKeyOnly""#,
    );
    db.execute(&sql).await?;
    Ok(())
}

const SELECT: &str =
    r#"select "params", "masterKeyOnly" from "_GlobalConfig" where "objectId" = '1'"#;

async fn select(db: &Db, sql: Sql) -> Result<Option<StoredConfig>, StoreError> {
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let map = |at: usize| -> Result<Option<JsonMap>, StoreError> {
        Ok(match cell::<Document>(row, at)? {
            Some(Document(Json::Object(map))) => Some(map),
            _ => None,
        })
    };
    Ok(Some(StoredConfig { params: map(0)?.unwrap_or_default(), master_key_only: map(1)? }))
}
