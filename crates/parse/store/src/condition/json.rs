//! Conditions on JSON: arrays, and places inside objects and arrays.

use parse_model::wire::to_json;
use parse_model::{Constraint, FieldName, Json, Path, Refusal, Value};

use super::Operand;
use crate::sql::{Scope, Sql};

/// Appends the expression a condition is about.
pub(crate) type Subject<'a> = &'a dyn Fn(&mut Sql);

/// Appends what lies at a path: `t0."address" #> '{city}'`.
pub(crate) fn inside(sql: &mut Sql, scope: Scope, path: &Path) {
    sql.push("(").column_of(scope, &path.field).push(" #> ").bind(path.inside.clone()).push(")");
}

/// Appends a condition on what lies at a path.
pub(super) fn condition(
    sql: &mut Sql,
    place: Operand<'_>,
    path: &Path,
    constraint: &Constraint,
) -> Result<(), Refusal> {
    let subject: Subject<'_> = &|sql| inside(sql, place.scope, path);
    match constraint {
        Constraint::Equal(value) => equal(sql, subject, value),
        Constraint::In(values) => {
            sql.push("(");
            if values.contains(&Value::Null) {
                absent(sql, subject);
                sql.push(" or ");
            }
            let items = values.iter().filter(|value| **value != Value::Null).map(to_json);
            is_or_has_any(sql, subject, items.collect());
            sql.push(")");
        }
        Constraint::Exists(exists) => {
            absent(sql, subject);
            if *exists {
                sql.push(" is not true");
            }
        }
        Constraint::Less(value) => compare(sql, subject, " < ", value),
        Constraint::LessOrEqual(value) => compare(sql, subject, " <= ", value),
        Constraint::Greater(value) => compare(sql, subject, " > ", value),
        Constraint::GreaterOrEqual(value) => compare(sql, subject, " >= ", value),
        Constraint::Matches(pattern) => {
            sql.push("_touchstone.some_text_matches(_touchstone.as_list(");
            subject(sql);
            sql.push("), ").bind(pattern.postgres()).push(")");
        }
        Constraint::ContainsAll(_)
        | Constraint::ContainsAllMatching(_)
        | Constraint::ContainedBy(_) => return of_list(sql, subject, constraint),
        // A place inside a field is JSON like any other.
        Constraint::Near { .. }
        | Constraint::WithinCircle { .. }
        | Constraint::WithinBox(..)
        | Constraint::WithinPolygon(_)
        | Constraint::Covers(_) => sql.never(),
        _ => {
            return Err(Refusal::query(format!(
                "this constraint cannot be used inside a field: {path}"
            )));
        }
    }
    Ok(())
}

/// Appends a condition that only arrays meet.
pub(super) fn of_list(
    sql: &mut Sql,
    subject: Subject<'_>,
    constraint: &Constraint,
) -> Result<(), Refusal> {
    let call = |sql: &mut Sql, function: &'static str, items: Json| {
        sql.push(function);
        subject(sql);
        sql.push(", ").bind(items).push(")");
    };
    match constraint {
        Constraint::ContainsAll(values) if values.is_empty() => sql.never(),
        Constraint::ContainsAll(values) => {
            call(sql, "_touchstone.has_all(", values.iter().map(to_json).collect());
        }
        Constraint::ContainedBy(values) => {
            call(sql, "_touchstone.all_within(", values.iter().map(to_json).collect());
        }
        Constraint::ContainsAllMatching(patterns) => {
            sql.push("(true");
            for pattern in patterns {
                sql.push(" and _touchstone.some_text_matches(");
                subject(sql);
                sql.push(", ").bind(pattern.postgres()).push(")");
            }
            sql.push(")");
        }
        _ => sql.never(),
    }
    Ok(())
}

/// Appends "the array is this, or has it among its elements" for a whole column.
pub(super) fn list_is_or_has(sql: &mut Sql, scope: Scope, field: &FieldName, value: &Value) {
    let item = to_json(value);
    match value {
        // For plain values containment is exact, and an index can answer it.
        Value::Bool(_) | Value::Number(_) | Value::Text(_) => {
            sql.push("(").column_of(scope, field).push(" @> ");
            sql.bind(Json::Array(vec![item])).push(")");
        }
        _ => {
            sql.push("_touchstone.is_or_has(").column_of(scope, field).push(", ");
            sql.bind(item).push(")");
        }
    }
}

/// Appends "it is one of these, or an array with one of these among its elements".
pub(super) fn is_or_has_any(sql: &mut Sql, subject: Subject<'_>, items: Vec<Json>) {
    sql.push("_touchstone.is_or_has_any(");
    subject(sql);
    sql.push(", ").bind(Json::Array(items)).push(")");
}

fn absent(sql: &mut Sql, subject: Subject<'_>) {
    sql.push("(coalesce(");
    subject(sql);
    sql.push(", 'null') = 'null'::jsonb)");
}

fn equal(sql: &mut Sql, subject: Subject<'_>, value: &Value) {
    if *value == Value::Null {
        return absent(sql, subject);
    }
    sql.push("_touchstone.is_or_has(");
    subject(sql);
    sql.push(", ").bind(to_json(value)).push(")");
}

fn compare(sql: &mut Sql, subject: Subject<'_>, operator: &'static str, value: &Value) {
    let kind = match value {
        Value::Number(_) => "number",
        Value::Text(_) => "string",
        Value::Bool(_) => "boolean",
        Value::Date(date) => {
            sql.push("(_touchstone.moment(");
            subject(sql);
            sql.push(")").push(operator).bind(*date).push(")");
            return;
        }
        _ => return sql.never(),
    };
    // Only values of one kind are compared: across kinds jsonb has an order of its own.
    sql.push("(jsonb_typeof(");
    subject(sql);
    sql.push(") = '").push(kind).push("' and ");
    subject(sql);
    sql.push(operator).bind(to_json(value)).push(")");
}
