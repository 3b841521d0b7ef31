//! Making objects.

use parse_model::{Acl, ClassName, Date, FieldName, ObjectId, Value};

use crate::condition::geo::polygon_text;
use crate::error::StoreError;
use crate::sql::{Bind, Sql};
use crate::store::Db;

/// A new object.
#[derive(Debug, Clone)]
pub struct Insert<'a> {
    /// Its class.
    pub class: &'a ClassName,
    /// Its id.
    pub id: &'a ObjectId,
    /// When it is made.
    pub created_at: Date,
    /// When it was last changed; the same, unless an import says otherwise.
    pub updated_at: Date,
    /// Who may do what.
    pub acl: Option<&'a Acl>,
    /// Its fields. Nulls are not stored.
    pub values: &'a [(FieldName, Value)],
}

/// Writes a new object.
pub async fn insert(db: &Db, object: &Insert<'_>) -> Result<(), StoreError> {
    db.execute(&statement(object)).await?;
    Ok(())
}

fn statement(object: &Insert<'_>) -> Sql {
    let mut sql = Sql::new("insert into ");
    sql.table(object.class).push(r#" ("objectId", "createdAt", "updatedAt""#);
    let stored = || object.values.iter().filter(|(_, value)| is_stored(value));
    for (name, _) in stored() {
        sql.push(", ").column(name);
    }
    let lists = object.acl.map(|acl| (&acl.read, &acl.write));
    if let Some((read, write)) = lists {
        if read.is_some() {
            sql.push(r#", "_rperm""#);
        }
        if write.is_some() {
            sql.push(r#", "_wperm""#);
        }
    }
    sql.push(") values (").bind(object.id.as_str()).push(", ").bind(object.created_at);
    sql.push(", ").bind(object.updated_at);
    for (_, value) in stored() {
        sql.push(", ");
        push_value(&mut sql, value);
    }
    if let Some((read, write)) = lists {
        for list in [read, write].into_iter().flatten() {
            sql.push(", ").bind(list.as_slice());
        }
    }
    sql.push(")");
    sql
}

fn is_stored(value: &Value) -> bool {
    match value {
        Value::Null | Value::Relation(_) => false,
        Value::Pointer(pointer) => !pointer.id.is_empty(),
        _ => true,
    }
}

/// Appends a value as its column holds it.
pub(crate) fn push_value(sql: &mut Sql, value: &Value) {
    match value {
        Value::Null | Value::Relation(_) => sql.push("null"),
        Value::Bool(flag) => sql.bind(*flag),
        Value::Number(number) => sql.bind(*number),
        Value::Text(text) => sql.bind(text.as_str()),
        Value::Date(date) => sql.bind(*date),
        Value::Pointer(pointer) if pointer.id.is_empty() => sql.push("null"),
        Value::Pointer(pointer) => sql.bind(pointer.id.as_str()),
        Value::Included(object) => sql.bind(object.id.as_str()),
        Value::File(file) => sql.bind(file.name.as_str()),
        Value::GeoPoint(place) => {
            sql.push("point(").bind(place.longitude).push(", ").bind(place.latitude).push(")")
        }
        Value::Polygon(polygon) => sql.bind(polygon_text(polygon)).push("::polygon"),
        Value::Bytes(_) | Value::List(_) | Value::Map(_) => {
            sql.bind(Bind::Json(parse_model::wire::to_json(value)))
        }
    };
}
