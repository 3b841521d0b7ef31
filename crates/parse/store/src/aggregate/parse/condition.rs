//! Conditions in the words of a pipeline, turned into those of a `where`.

use parse_model::query::parse::{self, Rights};
use parse_model::wire::text::JsonLimits;
use parse_model::{Class, Date, FieldType, Filter, Json, JsonMap, Refusal, wire};
use serde_json::json;

use super::own_name;

/// Reads a `where`, which may still be text.
pub fn conditions(json: Option<&Json>, now: Date) -> Result<Filter, Refusal> {
    let bad = || Refusal::json("where parameter is not valid JSON");
    match json {
        None | Some(Json::Null) => Ok(Filter::everything()),
        Some(Json::Object(map)) => parse::filter(map, rights(now)),
        Some(Json::String(text)) => {
            let read = wire::text::read_object(text.as_bytes(), &JsonLimits::WIDE);
            parse::filter(&read.map_err(|_| bad())?, rights(now))
        }
        Some(_) => Err(bad()),
    }
}

/// Reads a `$match`. Its names and values may be MongoDB's.
pub(super) fn matching(class: &Class, json: &Json, now: Date) -> Result<Filter, Refusal> {
    let Json::Object(map) = json else {
        return Err(Refusal::query("$match must be an object"));
    };
    parse::filter(&translated(class, map), rights(now))
}

fn rights(now: Date) -> Rights {
    Rights { is_master: true, is_maintenance: false, may_explain: true, now }
}

fn translated(class: &Class, map: &JsonMap) -> JsonMap {
    let mut own = JsonMap::new();
    for (key, value) in map {
        if let ("$or" | "$and" | "$nor", Json::Array(parts)) = (key.as_str(), value) {
            let part = |part: &Json| match part {
                Json::Object(map) => Json::Object(translated(class, map)),
                other => other.clone(),
            };
            own.insert(key.clone(), parts.iter().map(part).collect());
            continue;
        }
        let (top, rest) = key.split_once('.').map_or((key.as_str(), ""), |(top, rest)| (top, rest));
        let name = own_name(top);
        let ty = class.field_type(&name).filter(|_| rest.is_empty());
        let key = if rest.is_empty() { name.clone() } else { format!("{name}.{rest}") };
        own.insert(key, operand(ty, value));
    }
    own
}

/// A value to compare with. Pointers may be given by their id alone, dates in MongoDB's form.
fn operand(ty: Option<&FieldType>, json: &Json) -> Json {
    match (json, ty) {
        (Json::Object(map), _) if map.len() == 1 && map.contains_key("$date") => {
            json!({ "__type": "Date", "iso": map["$date"] })
        }
        (Json::Object(map), _) if map.keys().any(|key| key.starts_with('$')) => {
            map.iter().map(|(sign, value)| (sign.clone(), operand(ty, value))).collect()
        }
        (Json::Array(items), Some(FieldType::Pointer(_))) => {
            items.iter().map(|item| operand(ty, item)).collect()
        }
        (Json::String(text), Some(FieldType::Pointer(class))) => {
            // MongoDB keeps a pointer as `Class$id`.
            let id = text.strip_prefix(class.as_str()).and_then(|rest| rest.strip_prefix('$'));
            json!({ "__type": "Pointer", "className": class.as_str(), "objectId": id.unwrap_or(text) })
        }
        _ => json.clone(),
    }
}
