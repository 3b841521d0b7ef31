//! The distinct values of a field.

use std::sync::Arc;

use parse_model::query::ReadPreference;
use parse_model::{Class, FieldType, Filter, Json, Path};

use super::document;
use crate::RowAccess;
use crate::condition::{Operand, condition, json};
use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::{Scope, Sql};
use crate::store::Db;

/// Every value that objects have in a field, or at a place inside one, each once. Arrays count as
/// their elements; absent values do not count.
pub async fn distinct(
    db: &Db,
    class: &Arc<Class>,
    filter: &Filter,
    path: &Path,
    from: ReadPreference,
) -> Result<Vec<Json>, StoreError> {
    let Some(ty) = class.field_type(path.field.as_str()) else { return Ok(Vec::new()) };
    let is_deep = matches!(ty, FieldType::Object | FieldType::Array);
    if matches!(ty, FieldType::Relation(_) | FieldType::Acl) || (path.is_nested() && !is_deep) {
        return Ok(Vec::new());
    }
    let mut sql = Sql::new("select distinct t1.v from (select ");
    sql.push("unnest(array(select jsonb_array_elements(_touchstone.as_list(");
    if path.is_nested() {
        json::inside(&mut sql, Scope::OUTER, path);
    } else {
        document::column(&mut sql, Scope::OUTER, &path.field, ty);
    }
    sql.push(")))) as v from ").table(&class.name).push(" as ").scope(Scope::OUTER).push(" where ");
    let schema = db.schema();
    let place =
        Operand { schema: &schema, class, scope: Scope::OUTER, reach: RowAccess::Everything };
    condition(&mut sql, place, filter)?;
    sql.push(") as t1 where t1.v <> 'null'::jsonb order by t1.v");
    let rows = db.rows_from(&sql, from).await?;
    let mut values = Vec::with_capacity(rows.len());
    for row in &rows {
        values.extend(cell::<Document>(row, 0)?.map(|Document(json)| json));
    }
    Ok(values)
}
