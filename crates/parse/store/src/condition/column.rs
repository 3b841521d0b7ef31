//! Conditions on a whole column.

use parse_model::wire::to_json;
use parse_model::{Constraint, Date, FieldName, FieldType, Json, Refusal, Value};

use super::{Operand, geo, json, sub_query, text};
use crate::sql::{Bind, Sql};

/// Appends a condition on a column of the given type.
pub(super) fn condition(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    ty: &FieldType,
    constraint: &Constraint,
) -> Result<(), Refusal> {
    match constraint {
        Constraint::Equal(value) => equal(sql, place, field, ty, value),
        Constraint::Less(value) => compare(sql, place, field, ty, " < ", value),
        Constraint::LessOrEqual(value) => compare(sql, place, field, ty, " <= ", value),
        Constraint::Greater(value) => compare(sql, place, field, ty, " > ", value),
        Constraint::GreaterOrEqual(value) => compare(sql, place, field, ty, " >= ", value),
        Constraint::In(values) => one_of(sql, place, field, ty, values),
        Constraint::Exists(exists) => {
            sql.push("(").column_of(place.scope, field);
            sql.push(if *exists { " is not null)" } else { " is null)" });
        }
        Constraint::ContainsAll(values) => contains_all(sql, place, field, ty, values),
        Constraint::ContainsAllMatching(_) | Constraint::ContainedBy(_) => match ty {
            FieldType::Array => {
                return json::of_list(
                    sql,
                    &|sql| {
                        sql.column_of(place.scope, field);
                    },
                    constraint,
                );
            }
            _ => sql.never(),
        },
        Constraint::Matches(pattern) => match ty {
            FieldType::String => {
                sql.push("(").column_of(place.scope, field).push(" ~ ");
                sql.bind(pattern.postgres()).push(")");
            }
            _ => sql.never(),
        },
        Constraint::Text(search) => match ty {
            FieldType::String => text::condition(sql, place.scope, field, search)?,
            _ => sql.never(),
        },
        Constraint::Near { .. }
        | Constraint::WithinCircle { .. }
        | Constraint::WithinBox(..)
        | Constraint::WithinPolygon(_)
        | Constraint::Covers(_) => geo::condition(sql, place.scope, field, ty, constraint),
        Constraint::InQuery(query) => return sub_query::in_query(sql, place, field, ty, query),
        Constraint::Select(query, path) => {
            return sub_query::select(sql, place, field, ty, query, path);
        }
        // The caller has turned these into the negation of their opposites.
        Constraint::NotEqual(_)
        | Constraint::NotIn(_)
        | Constraint::NotInQuery(_)
        | Constraint::DontSelect(..) => sql.never(),
    }
    Ok(())
}

/// The operand as the column would hold it; `None` if it cannot.
///
/// A text with U+0000 is in no column, because PostgreSQL stores none.
pub(crate) fn operand(ty: &FieldType, value: &Value) -> Option<Bind> {
    Some(match (ty, value) {
        (FieldType::String, Value::Text(text)) if !text.contains('\0') => Bind::Text(text.clone()),
        (FieldType::Number, Value::Number(number)) => Bind::Number(*number),
        (FieldType::Boolean, Value::Bool(flag)) => Bind::Bool(*flag),
        (FieldType::Date, Value::Date(date)) => Bind::Date(*date),
        (FieldType::Date, Value::Text(text)) => Bind::Date(Date::parse(text)?),
        (FieldType::Pointer(_), Value::Pointer(pointer)) => Bind::Text(pointer.id.clone()),
        // A bare id is as good as a pointer: the class is the field's.
        (FieldType::Pointer(_), Value::Text(id)) if !id.contains('\0') => Bind::Text(id.clone()),
        (FieldType::File, Value::File(file)) => Bind::Text(file.name.clone()),
        (FieldType::Bytes, Value::Bytes(_)) | (FieldType::Object, Value::Map(_)) => {
            Bind::Json(to_json(value))
        }
        _ => return None,
    })
}

fn equal(sql: &mut Sql, place: Operand<'_>, field: &FieldName, ty: &FieldType, value: &Value) {
    match (ty, value) {
        (_, Value::Null) => {
            sql.push("(").column_of(place.scope, field).push(" is null)");
        }
        (FieldType::Array, _) => json::list_is_or_has(sql, place.scope, field, value),
        (FieldType::GeoPoint, Value::GeoPoint(point)) => {
            sql.push("(").column_of(place.scope, field).push("[0] = ").bind(point.longitude);
            sql.push(" and ").column_of(place.scope, field).push("[1] = ").bind(point.latitude);
            sql.push(")");
        }
        (FieldType::Polygon, Value::Polygon(polygon)) => {
            sql.push("(").column_of(place.scope, field).push(" ~= any(");
            sql.bind(geo::rings(polygon)).push("::polygon[]))");
        }
        _ => match operand(ty, value) {
            Some(bind) => {
                sql.push("(").column_of(place.scope, field).push(" = ").bind(bind).push(")");
            }
            None => sql.never(),
        },
    }
}

fn compare(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    ty: &FieldType,
    operator: &'static str,
    value: &Value,
) {
    let is_ordered =
        matches!(ty, FieldType::String | FieldType::Number | FieldType::Boolean | FieldType::Date);
    match operand(ty, value) {
        Some(bind) if is_ordered => {
            sql.push("(").column_of(place.scope, field).push(operator).bind(bind).push(")");
        }
        _ => sql.never(),
    }
}

fn one_of(sql: &mut Sql, place: Operand<'_>, field: &FieldName, ty: &FieldType, values: &[Value]) {
    sql.push("(");
    if values.contains(&Value::Null) {
        sql.column_of(place.scope, field).push(" is null or ");
    }
    match listed(ty, values) {
        Some(list) => {
            sql.column_of(place.scope, field).push(" = any(").bind(list).push(")");
        }
        None if *ty == FieldType::Array => {
            let items = values.iter().filter(|value| **value != Value::Null).map(to_json);
            json::is_or_has_any(
                sql,
                &|sql| {
                    sql.column_of(place.scope, field);
                },
                items.collect(),
            );
        }
        None => {
            for value in values.iter().filter(|value| **value != Value::Null) {
                equal(sql, place, field, ty, value);
                sql.push(" or ");
            }
            sql.push("false");
        }
    }
    sql.push(")");
}

/// All operands as one array, for types that have one.
fn listed(ty: &FieldType, values: &[Value]) -> Option<Bind> {
    let binds = values.iter().filter_map(|value| operand(ty, value));
    Some(match ty {
        FieldType::String | FieldType::Pointer(_) | FieldType::File => Bind::Texts(
            binds
                .filter_map(|bind| match bind {
                    Bind::Text(text) => Some(text),
                    _ => None,
                })
                .collect(),
        ),
        FieldType::Number => Bind::Numbers(
            binds
                .filter_map(|bind| match bind {
                    Bind::Number(number) => Some(number),
                    _ => None,
                })
                .collect(),
        ),
        FieldType::Date => Bind::Dates(
            binds
                .filter_map(|bind| match bind {
                    Bind::Date(date) => Some(date),
                    _ => None,
                })
                .collect(),
        ),
        _ => return None,
    })
}

fn contains_all(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    ty: &FieldType,
    values: &[Value],
) {
    match (ty, values) {
        (_, []) => sql.never(),
        (FieldType::Array, _) => {
            let items: Vec<Json> = values.iter().map(to_json).collect();
            // The first half is implied by the second and can use an index.
            sql.push("(").column_of(place.scope, field).push(" @> ");
            sql.bind(Json::Array(items.clone())).push(" and _touchstone.has_all(");
            sql.column_of(place.scope, field).push(", ").bind(Json::Array(items)).push("))");
        }
        (FieldType::Pointer(_), [only @ Value::Pointer(_)]) => equal(sql, place, field, ty, only),
        _ => sql.never(),
    }
}
