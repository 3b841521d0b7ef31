//! Who belongs to a relation.

use parse_model::op::Membership;
use parse_model::{ClassName, FieldName, ObjectId};

use crate::error::StoreError;
use crate::sql::Sql;
use crate::store::Db;

/// Adds and removes members of one object's relation. Doing it twice changes nothing more.
pub async fn change_members(
    db: &Db,
    class: &ClassName,
    field: &FieldName,
    owner: &ObjectId,
    steps: &[Membership],
) -> Result<(), StoreError> {
    let table = ClassName::join(field, class);
    for step in steps {
        let sql = match step {
            Membership::Add(ids) | Membership::Remove(ids) if ids.is_empty() => continue,
            Membership::Add(ids) => {
                let mut sql = Sql::new("insert into ");
                sql.table(&table).push(r#" ("relatedId", "owningId") select unnest("#);
                sql.bind(ids.as_slice()).push("), ").bind(owner.as_str());
                sql.push(" on conflict do nothing");
                sql
            }
            Membership::Remove(ids) => {
                let mut sql = Sql::new("delete from ");
                sql.table(&table).push(r#" where "owningId" = "#).bind(owner.as_str());
                sql.push(r#" and "relatedId" = any("#).bind(ids.as_slice()).push(")");
                sql
            }
        };
        db.execute(&sql).await?;
    }
    Ok(())
}
