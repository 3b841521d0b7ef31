//! Removing objects.

use std::sync::Arc;

use parse_model::{Class, ClassName, FieldType, Filter};

use crate::RowAccess;
use crate::condition::{self, Operand};
use crate::error::StoreError;
use crate::sql::{Scope, Sql};
use crate::store::Db;

/// Removes objects and says how many there were.
///
/// Rows of relations and pointers that lead to them stay, as they do in Parse Server.
pub async fn delete(
    db: &Db,
    class: &Arc<Class>,
    filter: &Filter,
    reach: RowAccess<'_>,
) -> Result<u64, StoreError> {
    let schema = db.schema();
    let place = Operand { schema: &schema, class, scope: Scope::OUTER, reach };
    let mut sql = Sql::new("delete from ");
    sql.table(&class.name).push(" as ").scope(Scope::OUTER).push(" where ");
    condition::reachable(&mut sql, Scope::OUTER, reach);
    sql.push(" and ");
    condition::condition(&mut sql, place, filter)?;
    db.execute(&sql).await
}

/// Empties a class and its relations; the class itself stays.
pub async fn purge(db: &Db, class: &Class) -> Result<(), StoreError> {
    let tx = db.in_transaction();
    let outcome = purge_in(&tx, class).await;
    tx.finish_for(db, outcome).await
}

async fn purge_in(tx: &Db, class: &Class) -> Result<(), StoreError> {
    tx.execute(&Sql::new("set local statement_timeout = 0")).await?;
    let mut sql = Sql::new("delete from ");
    sql.table(&class.name);
    tx.execute(&sql).await?;
    for (name, field) in &class.fields {
        if matches!(field.ty, FieldType::Relation(_)) {
            let mut sql = Sql::new("delete from ");
            sql.table(&ClassName::join(name, &class.name));
            tx.execute(&sql).await?;
        }
    }
    Ok(())
}
