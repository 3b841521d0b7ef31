//! From the JSON of a request to a query.
//!
//! Here a query is refused when it cannot be understood. What can be understood and matches
//! nothing (a number asked of a text field) is no error.

mod constraint;
mod geo;
mod javascript;
mod name_list;
mod params;
mod relative_time;
mod sub_query;
mod text_search;

pub use params::{Limits, query, single};

use super::{Constraint, Filter, Path};
use crate::date::Date;
use crate::name::FieldName;
use crate::refusal::{Code, Refusal};
use crate::value::Value;
use crate::{Json, JsonMap, wire};

/// Internal columns that the master key may ask about. The password's hash is none of them.
const MASTER_KEYS: &[&str] = &[
    "_rperm",
    "_wperm",
    "_email_verify_token",
    "_email_verify_token_expires_at",
    "_perishable_token",
    "_perishable_token_expires_at",
    "_tombstone",
    "_failed_login_count",
    "_account_lockout_expires_at",
    "_password_changed_at",
    "_password_history",
];

/// What the asker may name in a query, and when they ask.
#[derive(Debug, Clone, Copy)]
pub struct Rights {
    /// Holds the master key, or the read-only one.
    pub is_master: bool,
    /// Holds the maintenance key.
    pub is_maintenance: bool,
    /// May ask how the database would answer.
    pub may_explain: bool,
    /// The moment from which relative times count.
    pub now: Date,
}

impl Rights {
    fn sees_internals(self) -> bool {
        self.is_master || self.is_maintenance
    }
}

/// Reads a `where`.
pub fn filter(json: &JsonMap, rights: Rights) -> Result<Filter, Refusal> {
    if json.iter().any(|(key, value)| key.contains('\0') || has_nul(value)) {
        return Err(Refusal::json("strings must not contain the character U+0000"));
    }
    conditions(json, rights)
}

/// Turns `{"$eq": id}` into a list of one: only a bare id asks for one object and no list, which
/// is another permission.
fn ask_for_a_list(filter: &mut Filter) {
    if let Filter::Field(path, Constraint::Equal(value)) = filter
        && path.field == "objectId"
        && matches!(value, Value::Text(_))
    {
        let value = std::mem::replace(value, Value::Null);
        *filter = Filter::Field(path.clone(), Constraint::In(vec![value]));
    }
}

/// Reads the conditions of one object, which all must hold.
fn conditions(json: &JsonMap, rights: Rights) -> Result<Filter, Refusal> {
    let mut parts = Vec::with_capacity(json.len());
    let mut asks_for_a_list = false;
    for (key, value) in json {
        match key.as_str() {
            "$or" => parts.push(Filter::Any(branches(key, value, rights)?)),
            "$and" => parts.push(Filter::All(branches(key, value, rights)?)),
            "$nor" => parts.push(Filter::Nor(branches(key, value, rights)?)),
            "$relatedTo" => parts.push(related_to(value)?),
            // The server itself decides who sees what; a client's wish is passed over.
            "_rperm" | "_wperm" if !rights.sees_internals() => {}
            _ => {
                let path = path(key, rights)?;
                for constraint in constraint::all(value, rights)? {
                    parts.push(Filter::Field(path.clone(), constraint));
                }
                asks_for_a_list |= path.field == "objectId" && !value.is_string();
            }
        }
    }
    if asks_for_a_list {
        parts.iter_mut().for_each(ask_for_a_list);
    }
    Ok(match <[Filter; 1]>::try_from(parts) {
        Ok([only]) => only,
        Err(parts) => Filter::All(parts),
    })
}

/// Reads the parts of `$or`, `$and` or `$nor`.
fn branches(sign: &str, json: &Json, rights: Rights) -> Result<Vec<Filter>, Refusal> {
    let wanted = if sign == "$nor" { "an array of at least 1 value" } else { "an array value" };
    let bad = || Refusal::query(format!("Bad {sign} format - use {wanted}."));
    let Json::Array(parts) = json else {
        return Err(if rights.sees_internals() {
            bad()
        } else {
            Refusal::sensitive(Code::INVALID_QUERY, format!("{sign} must be an array"))
        });
    };
    if parts.is_empty() {
        return Err(bad());
    }
    parts.iter().map(|part| conditions(part.as_object().ok_or_else(bad)?, rights)).collect()
}

fn related_to(json: &Json) -> Result<Filter, Refusal> {
    let improper = || Refusal::query("improper usage of $relatedTo");
    let owner = json.get("object").ok_or_else(improper)?;
    let Ok(Value::Pointer(owner)) = wire::operand_from(owner) else { return Err(improper()) };
    let key = json.get("key").and_then(Json::as_str).and_then(FieldName::parse);
    Ok(Filter::RelatedTo { owner, key: key.ok_or_else(improper)? })
}

/// Reads a key of a `where`.
fn path(key: &str, rights: Rights) -> Result<Path, Refusal> {
    if key == "ACL" || key.starts_with("ACL.") {
        return Err(Refusal::query("Cannot query on ACL."));
    }
    if rights.sees_internals()
        && let Some(known) = MASTER_KEYS.iter().find(|known| **known == key)
    {
        return Ok(Path::field(FieldName::from_static(known)));
    }
    dotted(key).ok_or_else(|| Refusal::key(format!("Invalid key name: {key}")))
}

/// Reads `field` or `field.some.where`; a field begins with a letter.
fn dotted(key: &str) -> Option<Path> {
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && Path::segments(key) <= Path::MOST_SEGMENTS
        && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
    let mut segments = key.split('.').filter(|_| is_plain);
    let field = FieldName::stored(segments.next()?)?;
    Some(Path { field, inside: segments.map(str::to_owned).collect() })
}

/// PostgreSQL knows no text with U+0000, not even as something to compare with.
fn has_nul(json: &Json) -> bool {
    match json {
        Json::String(text) => text.contains('\0'),
        Json::Array(items) => items.iter().any(has_nul),
        Json::Object(map) => map.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
