//! Classes as `_SCHEMA` keeps them.

use parse_model::{Class, ClassName, Clp, Field, FieldName, FieldType, Json, JsonMap, Schema};
use serde_json::json;

use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::store::Db;
use crate::system;

/// Reads all classes.
pub(crate) async fn read(db: &Db) -> Result<Schema, StoreError> {
    let sql = Sql::new(r#"select "className"::text, "schema" from "_SCHEMA""#);
    let rows = db.rows(&sql).await?;
    let mut classes: Vec<Class> = system::volatile_classes().collect();
    for row in &rows {
        let name = cell::<String>(row, 0)?.unwrap_or_default();
        let stored = cell::<Document>(row, 1)?.map_or(Json::Null, |Document(json)| json);
        if let Some(name) = ClassName::parse(&name) {
            classes.push(from_stored(name, &stored));
        }
    }
    Ok(classes.into_iter().collect())
}

/// Reads one class, seeing what this transaction has done.
pub(crate) async fn read_class(db: &Db, name: &ClassName) -> Result<Option<Class>, StoreError> {
    let mut sql = Sql::new(r#"select "schema" from "_SCHEMA" where "className" = "#);
    sql.bind(name.as_str());
    let rows = db.rows(&sql).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let stored = cell::<Document>(row, 0)?.map_or(Json::Null, |Document(json)| json);
    Ok(Some(from_stored(name.clone(), &stored)))
}

/// Reads a row of `_SCHEMA`, which comes in two shapes: with `_rperm` and `_wperm` among the
/// fields, or with `ACL` after a Parse Server has deleted a field.
fn from_stored(name: ClassName, stored: &Json) -> Class {
    let mut class = Class::new(name);
    let fields = stored.get("fields").and_then(Json::as_object);
    for (field, definition) in fields.into_iter().flatten() {
        let is_implied = matches!(
            field.as_str(),
            "objectId" | "createdAt" | "updatedAt" | "ACL" | "_rperm" | "_wperm" | "password"
        );
        if is_implied {
            continue;
        }
        let known = FieldName::stored(field).zip(Field::parse(definition));
        if let Some((field, definition)) = known.filter(|(_, f)| f.ty != FieldType::Acl) {
            class.fields.insert(field, definition);
        }
    }
    class.clp = match stored.get("classLevelPermissions") {
        Some(Json::Object(clp)) => Some(Clp::from_stored(clp.clone())),
        _ => None,
    };
    class.indexes = stored.get("indexes").and_then(Json::as_object).cloned();
    system::with_defaults(class)
}

/// The row of `_SCHEMA` for a new class, exactly as Parse Server writes it.
pub(crate) fn to_stored(class: &Class) -> Json {
    let list = json!({ "type": "Array", "contents": { "type": "String" } });
    let mut fields = JsonMap::new();
    for (name, ty) in parse_model::schema::EVERY_CLASS {
        fields.insert((*name).to_owned(), ty.to_json());
    }
    for (name, field) in &class.fields {
        fields.insert(name.as_str().to_owned(), field.to_json());
    }
    if class.name == "_User" {
        fields.insert("_hashed_password".to_owned(), FieldType::String.to_json());
    }
    fields.insert("_rperm".to_owned(), list.clone());
    fields.insert("_wperm".to_owned(), list);
    let mut stored = JsonMap::new();
    stored.insert("className".to_owned(), Json::from(class.name.as_str()));
    stored.insert("fields".to_owned(), Json::Object(fields));
    if let Some(clp) = &class.clp {
        stored.insert("classLevelPermissions".to_owned(), Json::Object(clp.stored.clone()));
    }
    if let Some(indexes) = &class.indexes {
        stored.insert("indexes".to_owned(), Json::Object(indexes.clone()));
    }
    Json::Object(stored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_shapes_of_a_stored_class_are_read() {
        let plain = json!({"fields": {"objectId": {"type": "String"}, "x": {"type": "Number"},
            "_rperm": {"type": "Array"}, "_wperm": {"type": "Array"}}});
        let rewritten = json!({"fields": {"objectId": {"type": "String"}, "x": {"type": "Number"},
            "ACL": {"type": "ACL"}}});
        let name = ClassName::from_static("Note");
        assert_eq!(from_stored(name.clone(), &plain), from_stored(name, &rewritten));
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut class = Class::new(ClassName::from_static("Note"));
        class.fields.insert(
            FieldName::from_static("kid"),
            Field::of(FieldType::Pointer(ClassName::from_static("Child"))),
        );
        assert_eq!(from_stored(class.name.clone(), &to_stored(&class)), class);
    }
}
