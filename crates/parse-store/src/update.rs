//! Changing objects, every operation computed by the database in one statement.

use std::sync::Arc;

use parse_model::wire::to_json;
use parse_model::{Acl, Class, Date, FieldName, Filter, Json, Object, Op, Path};

use crate::condition::{self, Place};
use crate::error::StoreError;
use crate::insert::push_value;
use crate::row::{Columns, Layout};
use crate::sql::{Scope, Sql};
use crate::store::Db;
use crate::Reach;

/// A change of objects.
#[derive(Debug, Clone)]
pub struct Update<'a> {
    /// Which objects.
    pub filter: &'a Filter,
    /// Which of them may be reached.
    pub reach: Reach<'a>,
    /// What happens to which field. Relations are changed elsewhere.
    pub ops: &'a [(Path, Op)],
    /// New permissions, if they change.
    pub acl: Option<&'a Acl>,
    /// When; nothing leaves the time as it is.
    pub updated_at: Option<Date>,
    /// Which fields to bring back as they are afterwards.
    pub returning: Columns<'a>,
}

/// Changes objects and gives them as they are afterwards.
pub async fn update(
    db: &Db,
    class: &Arc<Class>,
    change: &Update<'_>,
) -> Result<Vec<Object>, StoreError> {
    let layout = Layout::new(class, change.returning);
    let schema = db.schema();
    let place = Place { schema: &schema, class, scope: Scope::OUTER, reach: change.reach };
    let mut sql = Sql::new("update ");
    sql.table(&class.name).push(" as ").scope(Scope::OUTER).push(" set ");
    assignments(&mut sql, change);
    sql.push(" where ");
    condition::reachable(&mut sql, Scope::OUTER, change.reach);
    sql.push(" and ");
    condition::condition(&mut sql, place, change.filter)?;
    sql.push(" returning ");
    layout.select(&mut sql, Scope::OUTER);
    let rows = db.rows(&sql).await?;
    rows.iter().map(|row| layout.object(class, row)).collect()
}

fn assignments(sql: &mut Sql, change: &Update<'_>) {
    let mut lead = "";
    let mut next = |sql: &mut Sql| {
        sql.push(lead);
        lead = ", ";
    };
    let mut done: Vec<&FieldName> = Vec::with_capacity(change.ops.len());
    for (path, op) in change.ops {
        if matches!(op, Op::Relate { .. }) || done.contains(&&path.field) {
            continue;
        }
        done.push(&path.field);
        next(sql);
        sql.column(&path.field).push(" = ");
        let same_field: Vec<&(Path, Op)> =
            change.ops.iter().filter(|(other, _)| other.field == path.field).collect();
        assigned(sql, &same_field);
    }
    if let Some(acl) = change.acl {
        for (column, list) in [(r#""_rperm" = "#, &acl.read), (r#""_wperm" = "#, &acl.write)] {
            next(sql);
            sql.push(column);
            match list {
                Some(list) => sql.bind(list.as_slice()),
                None => sql.push("null"),
            };
        }
    }
    match change.updated_at {
        Some(at) => {
            next(sql);
            sql.push(r#""updatedAt" = "#).bind(at);
        }
        None if lead.is_empty() => {
            sql.push(r#""updatedAt" = "#).scope(Scope::OUTER).push(r#"."updatedAt""#);
        }
        None => {}
    }
}

/// Appends the new value of one column, after all that happens to it and inside it.
fn assigned(sql: &mut Sql, ops: &[&(Path, Op)]) {
    let Some(((path, op), earlier)) = ops.split_last().map(|(last, rest)| ((&last.0, &last.1), rest))
    else {
        return;
    };
    if !path.is_nested() {
        return whole(sql, &path.field, op);
    }
    let before = |sql: &mut Sql| {
        if earlier.is_empty() {
            let empty = if is_index(path) { ", '[]'::jsonb)" } else { ", '{}'::jsonb)" };
            sql.push("coalesce(").column_of(Scope::OUTER, &path.field).push(empty);
        } else {
            assigned(sql, earlier);
        }
    };
    nested(sql, &before, &path.inside, op);
}

fn is_index(path: &Path) -> bool {
    path.inside.first().is_some_and(|segment| segment.bytes().all(|b| b.is_ascii_digit()))
}

fn whole(sql: &mut Sql, field: &FieldName, op: &Op) {
    let list = |sql: &mut Sql, function: &'static str, items: &[Json]| {
        sql.push(function).push("(coalesce(").column_of(Scope::OUTER, field);
        sql.push(", '[]'::jsonb), ").bind(Json::Array(items.to_vec())).push(")");
    };
    match op {
        Op::Set(value) => push_value(sql, value),
        Op::Delete | Op::Relate { .. } => {
            sql.push("null");
        }
        Op::Increment(amount) => {
            sql.push("coalesce(").column_of(Scope::OUTER, field).push(", 0) + ").bind(*amount);
        }
        Op::Add(items) => {
            sql.push("coalesce(").column_of(Scope::OUTER, field).push(", '[]'::jsonb) || ");
            sql.bind(Json::Array(items.clone()));
        }
        Op::AddUnique(items) => list(sql, "touchstone.add_unique", items),
        Op::Remove(items) => list(sql, "touchstone.remove", items),
    }
}

fn nested(sql: &mut Sql, before: &dyn Fn(&mut Sql), inside: &[String], op: &Op) {
    let path = inside.to_vec();
    match op {
        Op::Delete | Op::Relate { .. } => {
            sql.push("(");
            before(sql);
            sql.push(" #- ").bind(path).push(")");
        }
        Op::Set(value) => {
            sql.push("touchstone.set_path(");
            before(sql);
            sql.push(", ").bind(path).push(", ").bind(to_json(value)).push(")");
        }
        Op::Increment(amount) => {
            sql.push("touchstone.increment_path(");
            before(sql);
            sql.push(", ").bind(path).push(", ").bind(*amount).push(")");
        }
        Op::Add(items) | Op::AddUnique(items) | Op::Remove(items) => {
            sql.push(match op {
                Op::Add(_) => "touchstone.add_path(",
                Op::AddUnique(_) => "touchstone.add_unique_path(",
                _ => "touchstone.remove_path(",
            });
            before(sql);
            sql.push(", ").bind(path).push(", ").bind(Json::Array(items.clone())).push(")");
        }
    }
}
