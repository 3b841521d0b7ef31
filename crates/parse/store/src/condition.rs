//! Filters as SQL.
//!
//! Every condition made here is true exactly when the in-memory matcher says yes. It may be null
//! where the matcher says no, never the other way round; negations are written `is not true`, so
//! null counts as no everywhere.

pub(crate) mod column;
pub(crate) mod geo;
pub(crate) mod json;
pub(crate) mod sub_query;
pub(crate) mod text;

use parse_model::query::matches::holds_when_absent;
use parse_model::{Class, Constraint, FieldType, Filter, Path, Refusal, Schema};

use crate::RowAccess;
use crate::sql::{Scope, Sql};

/// Where a condition stands: in which class, under which name, with whose rights.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Operand<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) class: &'a Class,
    pub(crate) scope: Scope,
    pub(crate) reach: RowAccess<'a>,
}

/// Appends "the caller may reach this row".
pub(crate) fn reachable(sql: &mut Sql, scope: Scope, reach: RowAccess<'_>) {
    let (column, principals) = match reach {
        RowAccess::Everything => {
            sql.push("true");
            return;
        }
        RowAccess::ReadableBy(principals) => (r#"."_rperm""#, principals),
        RowAccess::WritableBy(principals) => (r#"."_wperm""#, principals),
    };
    sql.push("(").scope(scope).push(column).push(" is null or ");
    sql.scope(scope).push(column).push(" && ").bind(principals).push(")");
}

/// Appends `filter` as one condition.
pub(crate) fn condition(sql: &mut Sql, place: Operand<'_>, filter: &Filter) -> Result<(), Refusal> {
    match filter {
        Filter::All(parts) => joined(sql, place, parts, " and ", "true"),
        Filter::Any(parts) => joined(sql, place, parts, " or ", "false"),
        Filter::Nor(parts) => {
            joined(sql, place, parts, " or ", "false")?;
            // `is not true` rather than `not`: an absent field must satisfy a negated condition.
            sql.push(" is not true");
            Ok(())
        }
        Filter::Field(path, constraint) => field(sql, place, path, constraint),
        Filter::RelatedTo { owner, key } => {
            sub_query::related_to(sql, place, owner, key);
            Ok(())
        }
    }
}

fn joined(
    sql: &mut Sql,
    place: Operand<'_>,
    parts: &[Filter],
    separator: &'static str,
    of_none: &'static str,
) -> Result<(), Refusal> {
    sql.push("(");
    if parts.is_empty() {
        sql.push(of_none);
    }
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            sql.push(separator);
        }
        condition(sql, place, part)?;
    }
    sql.push(")");
    Ok(())
}

fn field(
    sql: &mut Sql,
    place: Operand<'_>,
    path: &Path,
    constraint: &Constraint,
) -> Result<(), Refusal> {
    let Some(ty) = place.class.field_type(path.field.as_str()) else {
        sql.push(if holds_when_absent(constraint) { "true" } else { "false" });
        return Ok(());
    };
    if let Some(positive) = negated(constraint) {
        sql.push("(");
        field(sql, place, path, &positive)?;
        sql.push(" is not true)");
        return Ok(());
    }
    match (ty, path.is_nested()) {
        (FieldType::Relation(_), _) => sub_query::membership(sql, place, &path.field, constraint),
        (FieldType::Object | FieldType::Array, true) => {
            json::condition(sql, place, path, constraint)
        }
        (_, true) => {
            // Nothing lies inside a value that is neither object nor array.
            sql.push(if holds_when_absent(constraint) { "true" } else { "false" });
            Ok(())
        }
        (_, false) => column::condition(sql, place, &path.field, ty, constraint),
    }
}

/// What a negative constraint negates.
fn negated(constraint: &Constraint) -> Option<Constraint> {
    Some(match constraint {
        Constraint::NotEqual(value) => Constraint::Equal(value.clone()),
        Constraint::NotIn(values) => Constraint::In(values.clone()),
        Constraint::NotInQuery(query) => Constraint::InQuery(query.clone()),
        Constraint::DontSelect(query, path) => Constraint::Select(query.clone(), path.clone()),
        _ => return None,
    })
}
