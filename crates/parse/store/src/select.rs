//! Reading: objects, how many there are, and how PostgreSQL would find them.

use std::sync::Arc;

use parse_model::query::{Constraint, Filter, Order, OrderBy, ReadPreference};
use parse_model::{Class, FieldName, FieldType, Json, Object, Path, Refusal, Value};

use crate::RowAccess;
use crate::client_query::Lane;
use crate::condition::{self, geo, json, text};
use crate::error::StoreError;
use crate::row::{Columns, Document, Layout, cell};
use crate::sql::{Scope, Sql};
use crate::store::Db;

/// What to read.
#[derive(Debug, Clone)]
pub struct Select<'a> {
    /// Which objects of the class.
    pub filter: &'a Filter,
    /// Which of them may be reached.
    pub reach: RowAccess<'a>,
    /// In what order.
    pub order: &'a [Order],
    /// How many at most.
    pub limit: Option<u64>,
    /// How many to pass over.
    pub skip: u64,
    /// Which fields.
    pub columns: Columns<'a>,
    /// Also bring how well each object fits a full-text search, as `score`.
    pub with_score: bool,
    /// Lock the rows until the transaction ends.
    pub for_update: bool,
    /// Which server may answer.
    pub from: ReadPreference,
    /// On which of its connections.
    pub lane: Lane,
}

impl<'a> Select<'a> {
    /// Everything the filter matches and `reach` allows, all public fields.
    pub fn new(filter: &'a Filter, reach: RowAccess<'a>) -> Select<'a> {
        Select {
            filter,
            reach,
            order: &[],
            limit: None,
            skip: 0,
            columns: Columns::Public,
            with_score: false,
            for_update: false,
            from: ReadPreference::Primary,
            lane: Lane::Own,
        }
    }

    /// The statement that [`find`] sends.
    pub fn sql(&self, db: &Db, class: &Class) -> Result<Sql, StoreError> {
        statement(db, class, self, &Layout::new(class, self.columns))
    }
}

/// The objects of a class.
pub async fn find(
    db: &Db,
    class: &Arc<Class>,
    select: &Select<'_>,
) -> Result<Vec<Object>, StoreError> {
    let layout = Layout::new(class, select.columns);
    let sql = statement(db, class, select, &layout)?;
    // A row that is locked is locked by the transaction.
    let rows = if select.for_update {
        db.rows(&sql).await?
    } else {
        db.rows_in(&sql, select.from, select.lane).await?
    };
    let mut objects = Vec::with_capacity(rows.len());
    for row in &rows {
        let mut object = layout.object(class, row)?;
        if select.with_score
            && let Some(score) = cell::<f64>(row, row.len() - 1)?
        {
            object.fields.insert(FieldName::from_static("score"), Value::Number(score));
        }
        objects.push(object);
    }
    Ok(objects)
}

/// How many objects there are, exactly.
pub async fn count(db: &Db, class: &Arc<Class>, select: &Select<'_>) -> Result<u64, StoreError> {
    let mut sql = Sql::new("select count(*) from ");
    sql.table(&class.name).push(" as ").scope(Scope::OUTER);
    where_clause(&mut sql, db, class, select)?;
    let rows = db.rows_in(&sql, select.from, select.lane).await?;
    let count = rows.first().map(|row| cell::<i64>(row, 0)).transpose()?.flatten();
    Ok(count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default())
}

/// How PostgreSQL would answer, in its own words.
pub async fn explain(db: &Db, class: &Arc<Class>, select: &Select<'_>) -> Result<Json, StoreError> {
    let layout = Layout::new(class, select.columns);
    let mut sql = Sql::new("explain (analyze, format json) ");
    append(&mut sql, db, class, select, &layout)?;
    let rows = db.rows_in(&sql, select.from, select.lane).await?;
    let plan = rows.first().map(|row| cell::<Document>(row, 0)).transpose()?.flatten();
    Ok(plan.map_or(Json::Null, |Document(json)| json))
}

fn statement(
    db: &Db,
    class: &Class,
    select: &Select<'_>,
    layout: &Layout,
) -> Result<Sql, StoreError> {
    let mut sql = Sql::new("");
    append(&mut sql, db, class, select, layout)?;
    Ok(sql)
}

fn append(
    sql: &mut Sql,
    db: &Db,
    class: &Class,
    select: &Select<'_>,
    layout: &Layout,
) -> Result<(), StoreError> {
    sql.push("select ");
    layout.select(sql, Scope::OUTER);
    let search = text_search(class, select.filter);
    if select.with_score {
        sql.push(", ");
        match search {
            Some((path, search)) => text::rank(sql, Scope::OUTER, path, search)?,
            None => {
                sql.push("null::float8");
            }
        }
    }
    sql.push(" from ").table(&class.name).push(" as ").scope(Scope::OUTER);
    where_clause(sql, db, class, select)?;
    order_clause(sql, class, select)?;
    if let Some(limit) = select.limit {
        sql.push(" limit ").bind(i64::try_from(limit).unwrap_or(i64::MAX));
    }
    if select.skip > 0 {
        sql.push(" offset ").bind(i64::try_from(select.skip).unwrap_or(i64::MAX));
    }
    if select.for_update {
        sql.push(" for update");
    }
    Ok(())
}

fn where_clause(
    sql: &mut Sql,
    db: &Db,
    class: &Class,
    select: &Select<'_>,
) -> Result<(), StoreError> {
    sql.push(" where ");
    let schema = db.schema();
    let place =
        condition::Operand { schema: &schema, class, scope: Scope::OUTER, reach: select.reach };
    condition::reachable(sql, Scope::OUTER, select.reach);
    sql.push(" and ");
    condition::condition(sql, place, select.filter)?;
    Ok(())
}

fn order_clause(sql: &mut Sql, class: &Class, select: &Select<'_>) -> Result<(), Refusal> {
    let mut lead = " order by ";
    let mut separate = |sql: &mut Sql| {
        sql.push(lead);
        lead = ", ";
    };
    if let Some((path, center)) = nearest(class, select.filter) {
        // Nearness is an order of its own and wins over any other.
        separate(sql);
        geo::distance(sql, Scope::OUTER, &path.field, center);
        return Ok(());
    }
    for order in select.order {
        match &order.by {
            OrderBy::Score => {
                if let Some((path, search)) = text_search(class, select.filter) {
                    separate(sql);
                    text::rank(sql, Scope::OUTER, path, search)?;
                    sql.push(" desc");
                }
                continue;
            }
            OrderBy::Field(path) => {
                let Some(ty) = class.field_type(path.field.as_str()) else { continue };
                if !is_orderable(path, ty) {
                    continue;
                }
                separate(sql);
                if path.is_nested() {
                    json::inside(sql, Scope::OUTER, path);
                } else {
                    sql.column_of(Scope::OUTER, &path.field);
                }
            }
        }
        sql.push(if order.is_descending { " desc" } else { " asc" });
    }
    Ok(())
}

fn is_orderable(path: &Path, ty: &FieldType) -> bool {
    match ty {
        FieldType::GeoPoint | FieldType::Polygon | FieldType::Relation(_) | FieldType::Acl => false,
        FieldType::Object | FieldType::Array => true,
        _ => !path.is_nested(),
    }
}

fn nearest<'a>(class: &Class, filter: &'a Filter) -> Option<(&'a Path, parse_model::GeoPoint)> {
    first(filter, &|filter| match filter {
        Filter::Field(path, Constraint::Near { center, .. })
            if is_whole(class, path, &FieldType::GeoPoint) =>
        {
            Some((path, *center))
        }
        _ => None,
    })
}

fn text_search<'a>(
    class: &Class,
    filter: &'a Filter,
) -> Option<(&'a Path, &'a parse_model::query::TextSearch)> {
    first(filter, &|filter| match filter {
        Filter::Field(path, Constraint::Text(search))
            if is_whole(class, path, &FieldType::String) =>
        {
            Some((path, search))
        }
        _ => None,
    })
}

/// Whether a path is a whole field of this type. On any other the condition matches nothing, and
/// there is nothing to order by.
fn is_whole(class: &Class, path: &Path, ty: &FieldType) -> bool {
    !path.is_nested() && class.field_type(path.field.as_str()) == Some(ty)
}

/// The first part of a conjunction that `pick` takes.
fn first<'a, T>(filter: &'a Filter, pick: &dyn Fn(&'a Filter) -> Option<T>) -> Option<T> {
    match filter {
        Filter::All(parts) => parts.iter().find_map(|part| first(part, pick)),
        other => pick(other),
    }
}
