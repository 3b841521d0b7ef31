//! From the parameters of a request to a query.

use super::{Filter, Query};
use crate::JsonMap;
use crate::date::Date;
use crate::refusal::Refusal;

/// What the asker may name in a query, and when they ask.
#[derive(Debug, Clone, Copy)]
pub struct Rights {
    /// Holds the master key, or the read-only one.
    pub is_master: bool,
    /// Holds the maintenance key.
    pub is_maintenance: bool,
    /// The moment from which relative times count.
    pub now: Date,
}

/// How many results a request may bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Where the request does not say.
    pub default_limit: u64,
    /// Whatever the request says.
    pub max_limit: Option<u64>,
}

/// Reads a `where`.
pub fn filter(_json: &JsonMap, _rights: Rights) -> Result<Filter, Refusal> {
    Ok(Filter::everything())
}

/// Reads the parameters of a list request.
pub fn query(_params: &JsonMap, _rights: Rights, _limits: &Limits) -> Result<Query, Refusal> {
    Ok(Query::default())
}

/// Reads the parameters of a request for one object.
pub fn single(_params: &JsonMap, _rights: Rights) -> Result<Query, Refusal> {
    Ok(Query::default())
}
