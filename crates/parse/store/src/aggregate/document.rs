//! An object as one JSON document, spelled as clients see it.

use std::collections::BTreeSet;

use parse_model::{Class, FieldName, FieldType};

use super::expression::record;
use crate::sql::{Scope, Sql};

/// Appends the document of a row, with all public fields or only those that are wanted.
pub(super) fn document(sql: &mut Sql, class: &Class, wanted: Option<&BTreeSet<String>>) {
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted.contains(name));
    let every = parse_model::schema::EVERY_CLASS.iter();
    let every = every.map(|(name, ty)| (FieldName::from_static(name), ty.clone()));
    let own = class.public_fields().map(|(name, field)| (name.clone(), field.ty.clone()));
    let entries: Vec<(String, (FieldName, FieldType))> = every
        .chain(own)
        .filter(|(name, ty)| is_wanted(name.as_str()) && has_column(ty))
        .map(|(name, ty)| (name.as_str().to_owned(), (name, ty)))
        .collect();
    record(sql, &entries, &|sql, (name, ty)| column(sql, Scope::OUTER, name, ty));
}

fn has_column(ty: &FieldType) -> bool {
    !matches!(ty, FieldType::Relation(_) | FieldType::Acl)
}

/// Appends a column as the JSON that clients see; null if it is null.
pub(super) fn column(sql: &mut Sql, scope: Scope, name: &FieldName, ty: &FieldType) {
    match ty {
        FieldType::String | FieldType::Number | FieldType::Boolean => {
            sql.push("to_jsonb(").column_of(scope, name).push(")");
        }
        FieldType::Date => {
            sql.push("_touchstone.date_json(").column_of(scope, name).push(")");
        }
        FieldType::GeoPoint => {
            sql.push("_touchstone.place_json(").column_of(scope, name).push(")");
        }
        FieldType::Polygon => {
            sql.push("_touchstone.area_json(").column_of(scope, name).push(")");
        }
        FieldType::Pointer(class) => {
            sql.push("case when ").column_of(scope, name).push(" is not null then ");
            sql.push("jsonb_build_object('__type', 'Pointer', 'className', ");
            sql.bind(class.as_str()).push(", 'objectId', ").column_of(scope, name).push(") end");
        }
        FieldType::File => {
            sql.push("case when ").column_of(scope, name).push(" is not null then ");
            sql.push("jsonb_build_object('__type', 'File', 'name', ");
            sql.column_of(scope, name).push(") end");
        }
        FieldType::Object | FieldType::Array | FieldType::Bytes => {
            sql.column_of(scope, name);
        }
        FieldType::Relation(_) | FieldType::Acl => {
            sql.push("null::jsonb");
        }
    }
}
