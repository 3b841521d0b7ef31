//! Pipelines of stages, each over what the one before leaves.
//!
//! An object becomes one JSON document as clients see it; every stage is a sub-select that takes
//! documents and gives documents. Whatever a client names (a field, an alias) is bound as a value:
//! no name becomes SQL text here.

mod distinct;
mod document;
mod expression;
mod outline;
pub mod parse;
mod stage;

use std::sync::Arc;

use parse_model::query::ReadPreference;
use parse_model::{Class, Filter, Json};

pub use distinct::distinct;
pub use expression::{DatePart, Expression};

use crate::error::StoreError;
use crate::row::{Document, cell};
use crate::sql::Sql;
use crate::store::Db;

/// The way to a value in a document, from its top.
pub type FieldPath = Vec<String>;

/// One stage of a pipeline.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// Only the documents that pass.
    Match(Filter),
    /// One document for each value of a key, which it has as its `objectId`.
    Group {
        /// By what.
        key: Expression,
        /// What to find out about each group, by alias.
        accumulators: Vec<(String, Accumulator)>,
    },
    /// Only these, each at its place.
    Project(Vec<(FieldPath, Expression)>),
    /// All but these.
    Exclude(Vec<FieldPath>),
    /// In this order; true is descending.
    Sort(Vec<(FieldPath, bool)>),
    /// So many at most.
    Limit(u64),
    /// All but so many.
    Skip(u64),
    /// One document for each element of an array.
    Unwind {
        /// Where the array is.
        path: FieldPath,
        /// Where to put the number of the element.
        index: Option<String>,
        /// Whether a document without elements stays.
        keeps_empty: bool,
    },
    /// How many there are, under this name; no document if there are none.
    Count(String),
    /// So many at random.
    Sample(u64),
}

/// What to find out about a group.
#[derive(Debug, Clone, PartialEq)]
pub enum Accumulator {
    /// The sum of the numbers.
    Sum(Expression),
    /// The mean of the numbers.
    Average(Expression),
    /// The least value.
    Least(Expression),
    /// The greatest value.
    Greatest(Expression),
    /// The value of the first document.
    First(Expression),
    /// The value of the last document.
    Last(Expression),
    /// All values.
    Push(Expression),
    /// Each value once.
    AddToSet(Expression),
    /// How many documents.
    Count,
}

/// Runs a pipeline over the objects that pass a filter.
///
/// Values that are absent are null or missing in the answer.
pub async fn aggregate(
    db: &Db,
    class: &Arc<Class>,
    filter: &Filter,
    stages: &[Stage],
    from: ReadPreference,
) -> Result<Vec<Json>, StoreError> {
    let sql = statement(db, class, filter, stages)?;
    let rows = db.rows_from(&sql, from).await?;
    let mut documents = Vec::with_capacity(rows.len());
    for row in &rows {
        documents.extend(cell::<Document>(row, 0)?.map(|Document(json)| json));
    }
    Ok(documents)
}

fn statement(db: &Db, class: &Class, filter: &Filter, stages: &[Stage]) -> Result<Sql, StoreError> {
    // What is matched first is asked of the table itself, where types are known and indexes are.
    let (leading, rest) =
        stages.split_at(stages.iter().take_while(|stage| matches!(stage, Stage::Match(_))).count());
    let mut whole = filter.clone();
    for stage in leading {
        if let Stage::Match(filter) = stage {
            whole = whole.and(filter.clone());
        }
    }
    let schema = db.schema();
    let plan = stage::Plan::new(&schema, class, &whole, rest)?;
    let mut sql = Sql::new("");
    plan.write(&mut sql)?;
    Ok(sql)
}
