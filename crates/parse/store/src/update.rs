//! Changing objects, every operation computed by the database in one statement.

use std::sync::Arc;

use parse_model::wire::to_json;
use parse_model::{Acl, Class, Date, FieldName, Filter, Json, Object, Op, Path};

use crate::RowAccess;
use crate::condition::{self, Operand};
use crate::error::StoreError;
use crate::insert::push_value;
use crate::row::{Columns, Layout};
use crate::sql::{Scope, Sql};
use crate::store::Db;

/// A change of objects.
#[derive(Debug, Clone)]
pub struct Update<'a> {
    /// Which objects.
    pub filter: &'a Filter,
    /// Which of them may be reached.
    pub reach: RowAccess<'a>,
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
    let place = Operand { schema: &schema, class, scope: Scope::OUTER, reach: change.reach };
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

/// Appends the new value of one column, after all that happens to it and inside it, in order.
fn assigned(sql: &mut Sql, ops: &[&(Path, Op)]) {
    let Some(((path, op), earlier)) = ops.split_last() else { return };
    let before = |sql: &mut Sql| {
        if earlier.is_empty() {
            sql.column_of(Scope::OUTER, &path.field);
        } else {
            assigned(sql, earlier);
        }
    };
    if path.is_nested() { nested(sql, &before, path, op) } else { whole(sql, &before, op) }
}

fn whole(sql: &mut Sql, before: &dyn Fn(&mut Sql), op: &Op) {
    let list = |sql: &mut Sql, function: &'static str, items: &[Json]| {
        sql.push(function).push("(coalesce(");
        before(sql);
        sql.push(", '[]'::jsonb), ").bind(Json::Array(items.to_vec())).push(")");
    };
    match op {
        Op::Set(value) => push_value(sql, value),
        Op::Delete | Op::Relate { .. } => {
            sql.push("null");
        }
        Op::Increment(amount) => {
            sql.push("(coalesce(");
            before(sql);
            sql.push(", 0) + ").bind(*amount).push(")");
        }
        Op::Add(items) => {
            sql.push("(coalesce(");
            before(sql);
            sql.push(", '[]'::jsonb) || ").bind(Json::Array(items.clone())).push(")");
        }
        Op::AddUnique(items) => list(sql, "_touchstone.add_unique", items),
        Op::Remove(items) => list(sql, "_touchstone.remove", items),
    }
}

fn nested(sql: &mut Sql, before: &dyn Fn(&mut Sql), path: &Path, op: &Op) {
    if matches!(op, Op::Delete | Op::Relate { .. }) {
        sql.push("_touchstone.delete_path(");
        before(sql);
        sql.push(", ").bind(path.inside.clone()).push(")");
        return;
    }
    sql.push(match op {
        Op::Increment(_) => "_touchstone.increment_path(",
        Op::Add(_) => "_touchstone.add_path(",
        Op::AddUnique(_) => "_touchstone.add_unique_path(",
        Op::Remove(_) => "_touchstone.remove_path(",
        _ => "_touchstone.set_path(",
    });
    sql.push("coalesce(");
    before(sql);
    sql.push(if is_index(path) { ", '[]'::jsonb), " } else { ", '{}'::jsonb), " });
    sql.bind(path.inside.clone()).push(", ");
    match op {
        Op::Increment(amount) => sql.bind(*amount),
        Op::Add(items) | Op::AddUnique(items) | Op::Remove(items) => {
            sql.bind(Json::Array(items.clone()))
        }
        Op::Set(value) => sql.bind(to_json(value)),
        Op::Delete | Op::Relate { .. } => sql.push("null"),
    };
    sql.push(")");
}

/// Whether the first step goes to an element of an array.
fn is_index(path: &Path) -> bool {
    let first = path.inside.first();
    first.is_some_and(|key| !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit()))
}
