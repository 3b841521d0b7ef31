//! Queries inside a query: `$inQuery`, `$select` and their negations.

use super::javascript::{is_truthy, text};
use super::{Rights, conditions, dotted};
use crate::name::{ClassName, FieldName};
use crate::query::{Filter, Path, SubQuery};
use crate::refusal::Refusal;
use crate::{Json, JsonMap};

/// Reads `{"className": …, "where": …}`.
pub(super) fn in_query(sign: &str, json: &Json, rights: Rights) -> Result<Box<SubQuery>, Refusal> {
    let Some(map) = json.as_object().filter(|map| map.get("where").is_some_and(is_truthy)) else {
        return Err(improper(sign));
    };
    sub_query(sign, map, rights)
}

/// Reads `{"query": {"className": …, "where": …}, "key": …}`.
pub(super) fn select(
    sign: &str,
    json: &Json,
    rights: Rights,
) -> Result<(Box<SubQuery>, Path), Refusal> {
    let map = json.as_object().filter(|map| map.len() == 2).ok_or_else(|| improper(sign))?;
    let query = map.get("query").and_then(Json::as_object).ok_or_else(|| improper(sign))?;
    let key = map.get("key").and_then(Json::as_str).filter(|key| !key.is_empty());
    let key = key.ok_or_else(|| improper(sign))?;
    let path = dotted(key).ok_or_else(|| Refusal::key(format!("Invalid key name: {key}")))?;
    Ok((sub_query(sign, query, rights)?, path))
}

fn sub_query(sign: &str, map: &JsonMap, rights: Rights) -> Result<Box<SubQuery>, Refusal> {
    let class = map.get("className").and_then(Json::as_str).filter(|name| !name.is_empty());
    let class = ClassName::checked(class.ok_or_else(|| improper(sign))?)?;
    let filter = match map.get("where") {
        Some(Json::Object(conditions_map)) => conditions(conditions_map, rights)?,
        Some(Json::Null) | None => Filter::everything(),
        Some(_) => return Err(improper(sign)),
    };
    Ok(Box::new(SubQuery { class, filter, redirect: redirect(map)? }))
}

/// Reads the field whose target class is asked instead.
pub(super) fn redirect(map: &JsonMap) -> Result<Option<FieldName>, Refusal> {
    let key = map.get("redirectClassNameForKey").filter(|key| is_truthy(key));
    key.map(|key| FieldName::checked(&text(key))).transpose()
}

fn improper(sign: &str) -> Refusal {
    Refusal::query(format!("improper usage of {sign}"))
}
