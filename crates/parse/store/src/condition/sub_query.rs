//! Conditions that ask another table: sub-queries and relations.
//!
//! They become part of the one statement, with the caller's reach applied inside as well.

use std::sync::Arc;

use parse_model::query::SubQuery;
use parse_model::{
    Class, ClassName, Constraint, FieldName, FieldType, Path, Pointer, Refusal, Value,
};

use super::{Operand, condition, json, reachable};
use crate::RowAccess;
use crate::sql::{Scope, Sql};

/// The class a sub-query asks, and its own place.
fn class_of<'a>(place: Operand<'a>, query: &SubQuery) -> Option<&'a Arc<Class>> {
    let named = place.schema.class(&query.class);
    match &query.redirect {
        None => named,
        Some(key) => place.schema.class(named?.field_type(key.as_str())?.target()?),
    }
}

/// Appends `from <class> where <reach> and <filter>` for the table of a sub-query.
fn from_where(
    sql: &mut Sql,
    place: Operand<'_>,
    class: &Class,
    query: &SubQuery,
) -> Result<(), Refusal> {
    let scope = place.scope.inner();
    // A sub-query reads, whatever the statement around it does.
    let reach = match place.reach {
        RowAccess::WritableBy(principals) => RowAccess::ReadableBy(principals),
        other => other,
    };
    let inner = Operand { class, scope, reach, schema: place.schema };
    sql.push(" from ").table(&class.name).push(" as ").scope(scope).push(" where ");
    reachable(sql, scope, reach);
    sql.push(" and ");
    condition(sql, inner, &query.filter)
}

/// Appends "the column points to an object the sub-query finds".
pub(super) fn in_query(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    ty: &FieldType,
    query: &SubQuery,
) -> Result<(), Refusal> {
    let Some(class) = class_of(place, query) else {
        sql.push("false");
        return Ok(());
    };
    let inner = place.scope.inner();
    match ty {
        FieldType::Pointer(target) if *target == class.name => {
            sql.push("(").column_of(place.scope, field).push(" in (select ").scope(inner);
            sql.push(r#"."objectId""#);
            from_where(sql, place, class, query)?;
            sql.push("))");
        }
        FieldType::Array => {
            sql.push("exists (select 1");
            from_where(sql, place, class, query)?;
            sql.push(" and ").column_of(place.scope, field).push(" @> jsonb_build_array(");
            sql.push("jsonb_build_object('__type', 'Pointer', 'className', ");
            sql.bind(class.name.as_str()).push(", 'objectId', ").scope(inner);
            sql.push(r#"."objectId")))"#);
        }
        _ => sql.never(),
    }
    Ok(())
}

/// Appends "the column equals a value that some object of the sub-query has at a path".
pub(super) fn select(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    ty: &FieldType,
    query: &SubQuery,
    path: &Path,
) -> Result<(), Refusal> {
    let Some(class) = class_of(place, query) else {
        sql.push("false");
        return Ok(());
    };
    let Some(key_type) = class.field_type(path.field.as_str()) else {
        sql.push("false");
        return Ok(());
    };
    let inner = place.scope.inner();
    if key_type == ty && !path.is_nested() && is_plain(ty) {
        sql.push("(").column_of(place.scope, field).push(" in (select ");
        sql.column_of(inner, &path.field);
        from_where(sql, place, class, query)?;
        sql.push("))");
        return Ok(());
    }
    let is_id = matches!(key_type, FieldType::Pointer(_)) && path.inside == ["objectId"];
    if *ty == FieldType::String && is_id {
        sql.push("(").column_of(place.scope, field).push(" in (select ");
        sql.column_of(inner, &path.field);
        from_where(sql, place, class, query)?;
        sql.push("))");
        return Ok(());
    }
    if as_json(&mut Sql::default(), place.scope, field, ty).is_none()
        || selected(&mut Sql::default(), inner, path, key_type).is_none()
    {
        sql.push("false");
        return Ok(());
    }
    sql.push("exists (select 1");
    from_where(sql, place, class, query)?;
    sql.push(" and _touchstone.is_or_has_any(");
    as_json(sql, place.scope, field, ty);
    sql.push(", _touchstone.as_list(");
    selected(sql, inner, path, key_type);
    sql.push(")))");
    Ok(())
}

/// Appends what a sub-query selects of each object, as JSON. A pointer is an object to a sub-query
/// that selects from inside it; nothing lies inside other values.
fn selected(sql: &mut Sql, scope: Scope, path: &Path, ty: &FieldType) -> Option<()> {
    match ty {
        _ if !path.is_nested() => as_json(sql, scope, &path.field, ty),
        FieldType::Object | FieldType::Array => {
            json::inside(sql, scope, path);
            Some(())
        }
        FieldType::Pointer(_) => {
            sql.push("(case when ").column_of(scope, &path.field).push(" is not null then ");
            as_json(sql, scope, &path.field, ty)?;
            sql.push(" #> ").bind(path.inside.clone()).push(" end)");
            Some(())
        }
        _ => None,
    }
}

fn is_plain(ty: &FieldType) -> bool {
    matches!(
        ty,
        FieldType::String
            | FieldType::Number
            | FieldType::Boolean
            | FieldType::Date
            | FieldType::Pointer(_)
            | FieldType::File
    )
}

/// Appends a column as JSON, where values of different columns can be compared that way.
fn as_json(sql: &mut Sql, scope: Scope, field: &FieldName, ty: &FieldType) -> Option<()> {
    match ty {
        FieldType::String | FieldType::Number | FieldType::Boolean => {
            sql.push("to_jsonb(").column_of(scope, field).push(")");
        }
        FieldType::Pointer(class) => {
            sql.push("jsonb_build_object('__type', 'Pointer', 'className', ");
            sql.bind(class.as_str()).push(", 'objectId', ").column_of(scope, field).push(")");
        }
        FieldType::Object | FieldType::Array => {
            sql.column_of(scope, field);
        }
        _ => return None,
    }
    Some(())
}

/// Appends "this object belongs to the relation `key` of `owner`".
///
/// A user who cannot read the owner sees no members.
pub(super) fn related_to(sql: &mut Sql, place: Operand<'_>, owner: &Pointer, key: &FieldName) {
    let owning = place.schema.class(&owner.class);
    let is_relation = owning.is_some_and(|class| {
        matches!(class.field_type(key.as_str()), Some(FieldType::Relation(_)))
    });
    if !is_relation {
        sql.push("false");
        return;
    }
    sql.push("(").scope(place.scope).push(r#"."objectId" in (select "relatedId" from "#);
    sql.table(&ClassName::join(key, &owner.class)).push(r#" where "owningId" = "#);
    sql.bind(owner.id.as_str()).push(")");
    if place.reach != RowAccess::Everything {
        let inner = place.scope.inner();
        sql.push(" and exists (select 1 from ").table(&owner.class).push(" as ").scope(inner);
        sql.push(" where ").scope(inner).push(r#"."objectId" = "#).bind(owner.id.as_str());
        sql.push(" and ");
        reachable(sql, inner, place.reach);
        sql.push(")");
    }
    sql.push(")");
}

/// Appends "this object has one of these in its relation". Other constraints match nothing.
pub(super) fn membership(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    constraint: &Constraint,
) -> Result<(), Refusal> {
    if let Constraint::InQuery(query) = constraint {
        return membership_in(sql, place, field, query);
    }
    let members: Vec<String> = match constraint {
        Constraint::Equal(Value::Pointer(pointer)) => vec![pointer.id.clone()],
        Constraint::In(values) => values
            .iter()
            .filter_map(|value| value.as_pointer().map(|pointer| pointer.id.clone()))
            .collect(),
        _ => Vec::new(),
    };
    if members.is_empty() {
        sql.never();
        return Ok(());
    }
    sql.push("(").scope(place.scope).push(r#"."objectId" in (select "owningId" from "#);
    sql.table(&ClassName::join(field, &place.class.name)).push(r#" where "relatedId" = any("#);
    sql.bind(members).push(")))");
    Ok(())
}

/// Appends "this object has something in its relation that the sub-query finds".
fn membership_in(
    sql: &mut Sql,
    place: Operand<'_>,
    field: &FieldName,
    query: &SubQuery,
) -> Result<(), Refusal> {
    let Some(class) = class_of(place, query) else {
        sql.never();
        return Ok(());
    };
    sql.push("(").scope(place.scope).push(r#"."objectId" in (select "owningId" from "#);
    sql.table(&ClassName::join(field, &place.class.name)).push(r#" where "relatedId" in (select "#);
    sql.scope(place.scope.inner()).push(r#"."objectId""#);
    from_where(sql, place, class, query)?;
    sql.push(")))");
    Ok(())
}
