//! The parameters of a request that reads.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::javascript::is_truthy;
use super::name_list::{NameList, with_ways};
use super::sub_query::redirect;
use super::{Rights, dotted, filter};
use crate::name::FieldName;
use crate::query::complexity::Complexity;
use crate::query::{Filter, KeyPath, Order, OrderBy, Path, Query, ReadPreference};
use crate::refusal::Refusal;
use crate::wire::text::{JsonLimits, Unreadable};
use crate::{Json, JsonMap, wire};

/// What a request for one object may say.
const SINGLE: &[&str] = &[
    "keys",
    "include",
    "excludeKeys",
    "readPreference",
    "includeReadPreference",
    "subqueryReadPreference",
];

/// What a list request may say beside that. Hints and comments are for another database.
const LIST: &[&str] = &[
    "where",
    "limit",
    "skip",
    "order",
    "count",
    "includeAll",
    "redirectClassNameForKey",
    "hint",
    "explain",
    "comment",
];

/// The fields that come with every object, whatever is asked for.
const ALWAYS: &[&str] = &["objectId", "createdAt", "updatedAt", "ACL"];

/// How many results a request may bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Where the request does not say.
    pub default_limit: u64,
    /// Whatever the request says.
    pub max_limit: Option<u64>,
    /// How much else it may ask for.
    pub complexity: Complexity,
}

impl Limits {
    /// What holds for a caller.
    pub fn complexity_for(&self, rights: Rights) -> Complexity {
        if rights.sees_internals() { self.complexity.for_master() } else { self.complexity }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { default_limit: 100, max_limit: None, complexity: Complexity::UNLIMITED }
    }
}

/// Reads the parameters of a list request.
pub fn query(params: &JsonMap, rights: Rights, limits: &Limits) -> Result<Query, Refusal> {
    if let Some(unknown) = params.keys().find(|key| !is_among(key, &[SINGLE, LIST])) {
        return Err(Refusal::query(format!("Invalid parameter for query: {unknown}")));
    }
    let has = |key: &str| params.get(key).is_some_and(is_truthy);
    if has("explain") && !rights.may_explain {
        return Err(Refusal::query("Using the explain query parameter requires the master key"));
    }
    let complexity = limits.complexity_for(rights);
    let limit = count(params, "limit")?.unwrap_or(limits.default_limit);
    let mut query = Query {
        filter: conditions(params.get("where"), rights, &complexity)?,
        order: order(params.get("order"))?,
        limit: Some(limits.max_limit.map_or(limit, |most| limit.min(most))),
        skip: count(params, "skip")?.unwrap_or(0),
        include_all: has("includeAll"),
        with_count: has("count"),
        redirect: redirect(params)?,
        explain: has("explain"),
        ..Query::default()
    };
    read_shape(&mut query, params, &complexity)?;
    complexity.check_query(&query)?;
    Ok(query)
}

/// Reads the parameters of a request for one object.
pub fn single(params: &JsonMap, rights: Rights, limits: &Limits) -> Result<Query, Refusal> {
    if params.keys().any(|key| !is_among(key, &[SINGLE])) {
        return Err(Refusal::query("Improper encode of parameter"));
    }
    let mut query = Query { limit: Some(1), ..Query::default() };
    let complexity = limits.complexity_for(rights);
    read_shape(&mut query, params, &complexity)?;
    complexity.check_include(&query)?;
    Ok(query)
}

fn is_among(key: &str, lists: &[&[&str]]) -> bool {
    lists.iter().any(|list| list.contains(&key))
}

/// Reads what both kinds of requests may say: which fields, what to follow, whom to ask.
fn read_shape(query: &mut Query, params: &JsonMap, complexity: &Complexity) -> Result<(), Refusal> {
    let paths = |name: &str, not_followed: usize| -> Result<Option<Vec<KeyPath>>, Refusal> {
        let Some(json) = params.get(name).filter(|json| !json.is_null()) else { return Ok(None) };
        let list = NameList::read(name, json)?;
        list.check_depth(not_followed, complexity.include_depth)?;
        Ok(Some(list.paths()))
    };
    // The last segment of a key is the field that is asked for.
    query.keys = paths("keys", 1)?;
    query.exclude = paths("excludeKeys", 1)?.unwrap_or_default();
    query.exclude.retain(|key| !matches!(key.as_slice(), [only] if ALWAYS.contains(&&**only)));
    let mut include = paths("include", 0)?.unwrap_or_default();
    if include.iter().any(|path| path.as_slice() == ["*"]) {
        query.include_all = true;
        include.clear();
    }
    // A key inside a pointer is only there to be had, or left out, once the pointer is followed.
    let named = query.keys.iter().flatten().chain(&query.exclude);
    include.extend(named.filter_map(|key| Some(key.split_last()?.1.to_vec())));
    query.include = with_ways(&include)?;
    query.read_preference = preference(params, "readPreference")?.unwrap_or_default();
    query.include_read_preference = preference(params, "includeReadPreference")?;
    query.subquery_read_preference = preference(params, "subqueryReadPreference")?;
    Ok(())
}

fn conditions(
    json: Option<&Json>,
    rights: Rights,
    complexity: &Complexity,
) -> Result<Filter, Refusal> {
    let read = |map: &JsonMap| {
        complexity.check_where(map)?;
        filter(map, rights)
    };
    let invalid = || Refusal::json("where parameter is not valid JSON");
    match json {
        None | Some(Json::Null) => Ok(Filter::everything()),
        Some(Json::Object(map)) => read(map),
        Some(Json::String(text)) => {
            let json = wire::text::read_object(text.as_bytes(), &JsonLimits::WIDE);
            let map = json.map_err(|why| match why {
                Unreadable::Refused(refusal) => refusal,
                Unreadable::Syntax(_) => invalid(),
            })?;
            read(&map)
        }
        Some(_) => Err(invalid()),
    }
}

/// Reads a whole number, which may be written as text; `None` if nothing is said.
fn count(params: &JsonMap, key: &str) -> Result<Option<u64>, Refusal> {
    let said = match params.get(key) {
        None | Some(Json::Null | Json::Bool(false)) => return Ok(None),
        Some(Json::String(text)) if text.is_empty() => return Ok(None),
        Some(Json::String(text)) => text.trim().parse().ok(),
        Some(other) => other.as_f64(),
    };
    let whole = said.filter(|number: &f64| *number >= 0.0 && number.fract() == 0.0);
    let whole = whole.ok_or_else(|| {
        Refusal::query(format!("Invalid {key}: use a whole number that is not negative"))
    })?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast saturates")]
    // PostgreSQL counts in signed numbers.
    Ok(Some((whole as u64).min(i64::MAX.unsigned_abs())))
}

fn order(json: Option<&Json>) -> Result<Vec<Order>, Refusal> {
    let mut orders: Vec<Order> = Vec::new();
    let Some(json) = json.filter(|json| is_truthy(json)) else { return Ok(orders) };
    let list = NameList::read("order", json)?;
    let mut known: HashMap<OrderBy, usize> = HashMap::new();
    for name in list.names().map(str::trim) {
        let (name, is_descending) = match name.strip_prefix('-') {
            Some(rest) => (rest, true),
            None => (name, false),
        };
        let order = match name {
            "$score" => Order { by: OrderBy::Score, is_descending: true },
            _ => Order { by: OrderBy::Field(order_path(name)?), is_descending },
        };
        match known.entry(order.by.clone()) {
            Entry::Occupied(at) => orders[*at.get()] = order,
            Entry::Vacant(free) => {
                free.insert(orders.len());
                orders.push(order);
            }
        }
    }
    Ok(orders)
}

fn order_path(name: &str) -> Result<Path, Refusal> {
    let path = match name {
        "_created_at" => Some(Path::field(FieldName::from_static("createdAt"))),
        "_updated_at" => Some(Path::field(FieldName::from_static("updatedAt"))),
        _ => dotted(name).filter(|path| FieldName::parse(path.field.as_str()).is_some()),
    };
    let path = path.ok_or_else(|| Refusal::key(format!("Invalid field name: {name}.")))?;
    match (path.field.as_str(), path.inside.as_slice()) {
        ("authData", [_, id]) if id == "id" => Err(Refusal::key(format!("Cannot sort by {name}"))),
        _ => Ok(path),
    }
}

fn preference(params: &JsonMap, key: &str) -> Result<Option<ReadPreference>, Refusal> {
    let Some(Json::String(name)) = params.get(key) else { return Ok(None) };
    Ok(Some(match name.to_uppercase().as_str() {
        "PRIMARY" | "PRIMARY_PREFERRED" => ReadPreference::Primary,
        "SECONDARY" | "SECONDARY_PREFERRED" | "NEAREST" => ReadPreference::Secondary,
        _ => return Err(Refusal::query("Not supported read preference.")),
    }))
}

#[cfg(test)]
mod tests;
