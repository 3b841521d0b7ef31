//! Which node runs a periodic task.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// Locks a task until the transaction ends; false if another node has it.
pub async fn try_lock_task(db: &Db, name: &str) -> Result<bool, StoreError> {
    db.execute(&Sql::new("set local idle_in_transaction_session_timeout = 0")).await?;
    let mut sql =
        Sql::new("select pg_try_advisory_xact_lock(hashtext('touchstone.chore'), hashtext(");
    sql.bind(name).push("))");
    let rows = db.rows(&sql).await?;
    let claimed = rows.first().map(|row| cell::<bool>(row, 0)).transpose()?;
    Ok(claimed.flatten().unwrap_or(false))
}
