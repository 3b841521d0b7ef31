//! Which roles a user has.

use crate::error::StoreError;
use crate::row::cell;
use crate::sql::Sql;
use crate::store::Db;

/// The names of all roles of a user, inherited ones included, in a stable order: a cache sees
/// whether they have changed.
///
/// A role that is listed in the `roles` relation of another receives that other role's permissions,
/// so the search goes from the user's own roles to the roles that list them. It stops at cycles.
pub async fn roles_of(db: &Db, user_id: &str) -> Result<Vec<String>, StoreError> {
    let mut sql = Sql::new(
        r#"with recursive held(id) as (
            select "owningId" from "_Join:users:_Role" where "relatedId" = "#,
    );
    sql.bind(user_id).push(
        r#" union select inherits."owningId" from "_Join:roles:_Role" as inherits
            join held on inherits."relatedId" = held.id)
        select role."name" from "_Role" as role join held on role."objectId" = held.id
        where role."name" is not null order by role."name" collate "C""#,
    );
    let rows = db.read(&sql).await?;
    let mut names = Vec::with_capacity(rows.len());
    for row in &rows {
        names.extend(cell::<String>(row, 0)?);
    }
    Ok(names)
}
