//! The conditions on one field.

use super::javascript::{is_truthy, joined};
use super::{Rights, geo, relative_time, sub_query, text_search};
use crate::query::{Constraint, Pattern};
use crate::refusal::{Code, Refusal};
use crate::value::Value;
use crate::{Json, JsonMap, wire};

/// Reads what a `where` says about one field: a value to be equal to, or signs with arguments.
///
/// Plain keys beside signs are one value, to be equal to.
pub(super) fn all(json: &Json, rights: Rights) -> Result<Vec<Constraint>, Refusal> {
    let Some(map) = json.as_object().filter(|map| map.keys().any(|key| is_sign(key))) else {
        return Ok(vec![Constraint::Equal(operand(json)?)]);
    };
    let plain: JsonMap =
        map.iter().filter(|(key, _)| !is_sign(key)).map(|(k, v)| (k.clone(), v.clone())).collect();
    let mut constraints = Vec::with_capacity(map.len());
    if !plain.is_empty() {
        constraints.push(Constraint::Equal(operand(&Json::Object(plain))?));
    }
    for (sign, argument) in map.iter().filter(|(key, _)| is_sign(key)) {
        constraints.extend(one(sign, argument, map, rights)?);
    }
    Ok(constraints)
}

fn is_sign(key: &str) -> bool {
    key.starts_with('$')
}

/// Reads one sign; `None` for a sign that belongs to another one beside it.
fn one(
    sign: &str,
    argument: &Json,
    beside: &JsonMap,
    rights: Rights,
) -> Result<Option<Constraint>, Refusal> {
    Ok(Some(match sign {
        "$eq" => Constraint::Equal(operand(argument)?),
        "$ne" => Constraint::NotEqual(operand(argument)?),
        "$lt" => Constraint::Less(bound(sign, argument, rights)?),
        "$lte" => Constraint::LessOrEqual(bound(sign, argument, rights)?),
        "$gt" => Constraint::Greater(bound(sign, argument, rights)?),
        "$gte" => Constraint::GreaterOrEqual(bound(sign, argument, rights)?),
        "$in" => Constraint::In(flattened(sign, argument)?),
        "$nin" => Constraint::NotIn(flattened(sign, argument)?),
        "$exists" if is_relative(argument) => return Err(no_relative_time()),
        "$exists" => Constraint::Exists(is_truthy(argument)),
        "$all" => contains_all(argument)?,
        "$containedBy" => {
            let items = argument.as_array();
            let items = items.ok_or_else(|| Refusal::json("bad $containedBy: should be an array"));
            Constraint::ContainedBy(items?.iter().map(operand).collect::<Result<_, _>>()?)
        }
        "$regex" => Constraint::Matches(pattern(beside)?),
        "$options" if beside.contains_key("$regex") => return Ok(None),
        "$text" => Constraint::Text(text_search::search(argument)?),
        "$nearSphere" => geo::near(argument, beside)?,
        key if geo::is_distance(key) && beside.contains_key("$nearSphere") => return Ok(None),
        "$within" => geo::within(argument)?,
        "$geoWithin" => geo::geo_within(argument)?,
        "$geoIntersects" => geo::geo_intersects(argument)?,
        "$inQuery" => Constraint::InQuery(sub_query::in_query(sign, argument, rights)?),
        "$notInQuery" => Constraint::NotInQuery(sub_query::in_query(sign, argument, rights)?),
        "$select" => {
            let (query, path) = sub_query::select(sign, argument, rights)?;
            Constraint::Select(query, path)
        }
        "$dontSelect" => {
            let (query, path) = sub_query::select(sign, argument, rights)?;
            Constraint::DontSelect(query, path)
        }
        _ => return Err(Refusal::query(format!("bad constraint: {sign}"))),
    }))
}

/// Reads a value to compare with.
fn operand(json: &Json) -> Result<Value, Refusal> {
    if is_relative(json) {
        return Err(no_relative_time());
    }
    wire::operand_from(json).map_err(|refusal| match refusal.code {
        // A query is the caller's to put right; only a stored polygon may fail as the server's.
        Code::INTERNAL_SERVER_ERROR => Refusal::json(refusal.message),
        _ => refusal,
    })
}

/// Reads the end of a range. Nothing comes before or after null.
fn bound(sign: &str, json: &Json, rights: Rights) -> Result<Value, Refusal> {
    if let Some(time) = json.get("$relativeTime") {
        return relative_time::date(time, rights.now).map(Value::Date);
    }
    match operand(json)? {
        Value::Null => Err(Refusal::query(format!("bad {sign} value: null has no order"))),
        value => Ok(value),
    }
}

fn is_relative(json: &Json) -> bool {
    json.get("$relativeTime").is_some()
}

fn no_relative_time() -> Refusal {
    Refusal::json("$relativeTime can only be used with the $lt, $lte, $gt, and $gte operators")
}

/// Reads a list of values; lists in it count as their elements.
fn flattened(sign: &str, json: &Json) -> Result<Vec<Value>, Refusal> {
    let items = json.as_array().ok_or_else(|| Refusal::json(format!("bad {sign} value")))?;
    items
        .iter()
        .flat_map(|item| item.as_array().map_or(std::slice::from_ref(item), Vec::as_slice))
        .map(operand)
        .collect()
}

fn contains_all(json: &Json) -> Result<Constraint, Refusal> {
    let items = json.as_array().ok_or_else(|| Refusal::json("bad $all value"))?;
    let patterns: Vec<&JsonMap> = items
        .iter()
        .filter_map(Json::as_object)
        .filter(|item| item.contains_key("$regex"))
        .collect();
    if patterns.is_empty() {
        return Ok(Constraint::ContainsAll(items.iter().map(operand).collect::<Result<_, _>>()?));
    }
    if patterns.len() < items.len() {
        let items = joined(items);
        return Err(Refusal::json(format!(
            "All $all values must be of regex type or none: {items}"
        )));
    }
    let patterns = patterns.into_iter().map(pattern).collect::<Result<_, _>>()?;
    Ok(Constraint::ContainsAllMatching(patterns))
}

/// Reads `$regex` and `$options`.
fn pattern(map: &JsonMap) -> Result<Pattern, Refusal> {
    let text = |key: &str| match map.get(key) {
        Some(Json::String(text)) => Ok(Some(text.as_str())),
        Some(_) => Err(Refusal::query(format!("{key} value must be a string"))),
        None => Ok(None),
    };
    Pattern::parse(text("$regex")?.unwrap_or_default(), text("$options")?)
}
