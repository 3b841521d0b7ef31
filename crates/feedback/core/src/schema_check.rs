//! Checks a JSON value against a schema and finds every mismatch.
//!
//! Supports the part of JSON Schema that `parameter_schema` writes.

use parse_model::Json;
use serde_json::json;

/// Why a value does not match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A required field is missing.
    Missing,
    /// The field is unknown.
    Unknown,
    /// The value has another type.
    Type,
    /// The value is not one of those allowed.
    Value,
}

/// A place where a value does not match its schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// Field names and element numbers, separated by dots. Empty for the whole value.
    pub path: String,
    /// The problem.
    pub fault: Fault,
    /// What is expected: a type, or the names of fields.
    pub expected: String,
    /// The allowed values, if they can be listed.
    pub allowed: Json,
}

/// Every mismatch of a value.
pub fn mismatches(schema: &Json, value: &Json) -> Vec<Mismatch> {
    let mut found = Vec::new();
    check(schema, value, "", &mut found);
    found
}

fn check(schema: &Json, value: &Json, path: &str, found: &mut Vec<Mismatch>) {
    let mut note = |fault, expected: String, allowed| {
        found.push(Mismatch { path: path.to_owned(), fault, expected, allowed });
    };
    for key in ["oneOf", "anyOf"] {
        if let Some(variants) = schema[key].as_array() {
            let fits = |variant: &Json| mismatches(variant, value).is_empty();
            if !variants.iter().any(fits) {
                let words = variants.iter().filter_map(|variant| variant["enum"].as_array());
                let words: Vec<&Json> = words.flatten().collect();
                if words.is_empty() {
                    note(Fault::Type, type_words(&json!(types_of(variants))), Json::Null);
                } else {
                    note(Fault::Value, listed(&words), json!(words));
                }
            }
            return;
        }
    }
    if let Some(words) = schema["enum"].as_array() {
        if !words.contains(value) {
            let words: Vec<&Json> = words.iter().collect();
            note(Fault::Value, listed(&words), schema["enum"].clone());
        }
        return;
    }
    if !has_type(&schema["type"], value) {
        note(Fault::Type, type_words(&schema["type"]), Json::Null);
        return;
    }
    let least = schema["minimum"].as_f64();
    if value.as_f64().zip(least).is_some_and(|(value, least)| value < least) {
        let least = least.unwrap_or_default();
        note(Fault::Value, format!("at least {least}"), Json::Null);
        return;
    }
    if let (Some(items), Some(elements)) = (schema.get("items"), value.as_array()) {
        for (place, element) in elements.iter().enumerate() {
            check(items, element, &below(path, &place.to_string()), found);
        }
    }
    check_fields(schema, value, path, found);
}

fn check_fields(schema: &Json, value: &Json, path: &str, found: &mut Vec<Mismatch>) {
    let Some(fields) = value.as_object() else { return };
    let mut note = |name: &str, fault, expected: String| {
        let path = below(path, name);
        found.push(Mismatch { path, fault, expected, allowed: Json::Null });
    };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        if !fields.contains_key(name) {
            note(name, Fault::Missing, String::new());
        }
    }
    for (name, value) in fields {
        match schema["properties"].get(name) {
            Some(schema) => check(schema, value, &below(path, name), found),
            None if schema["additionalProperties"] == Json::Bool(false) => {
                let known = schema["properties"].as_object().into_iter().flatten();
                let known: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
                found.push(Mismatch {
                    path: below(path, name),
                    fault: Fault::Unknown,
                    expected: known.join(", "),
                    allowed: Json::Null,
                });
            }
            None if schema["additionalProperties"].is_object() => {
                check(&schema["additionalProperties"], value, &below(path, name), found);
            }
            None => {}
        }
    }
}

fn listed(words: &[&Json]) -> String {
    words.iter().filter_map(|word| word.as_str()).collect::<Vec<_>>().join(", ")
}

/// The types that several schemas allow.
fn types_of(variants: &[Json]) -> Vec<&str> {
    variants.iter().flat_map(|variant| types(&variant["type"])).collect()
}

fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn types(schema: &Json) -> Vec<&str> {
    match schema {
        Json::String(name) => vec![name],
        Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
        _ => Vec::new(),
    }
}

fn has_type(schema: &Json, value: &Json) -> bool {
    let types = types(schema);
    let is = |name: &&str| match *name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        _ => true,
    };
    types.is_empty() || types.iter().any(is)
}

fn type_words(schema: &Json) -> String {
    let word = |name: &&str| match *name {
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a text",
        "array" => "a list",
        "object" => "an object",
        "boolean" => "true or false",
        _ => "null",
    };
    types(schema).iter().map(word).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mismatch_is_found_with_its_place() {
        let schema = json!({
            "type": "object", "required": ["kind", "title"], "additionalProperties": false,
            "properties": {
                "kind": { "enum": ["bug", "idea"] },
                "title": { "type": "string" },
                "steps": { "type": ["array", "null"], "items": { "type": "string" } },
                "count": { "type": "integer", "minimum": 0 },
            },
        });
        let found = mismatches(
            &schema,
            &json!({ "kind": "rant", "steps": ["one", 2], "count": -1, "color": "red" }),
        );
        let told: Vec<(&str, Fault)> =
            found.iter().map(|one| (one.path.as_str(), one.fault)).collect();
        let wanted = [
            ("title", Fault::Missing),
            ("color", Fault::Unknown),
            ("count", Fault::Value),
            ("kind", Fault::Value),
            ("steps.1", Fault::Type),
        ];
        let mut told = told;
        told.sort_by_key(|(path, fault)| (*fault as u8, *path));
        let mut wanted = wanted.to_vec();
        wanted.sort_by_key(|(path, fault)| (*fault as u8, *path));
        assert_eq!(told, wanted);
        let kind = found.iter().find(|one| one.path == "kind").expect("kind");
        assert_eq!(kind.allowed, json!(["bug", "idea"]));
        let fitting = json!({ "kind": "bug", "title": "Swap fails", "steps": null });
        assert_eq!(mismatches(&schema, &fitting), []);
    }
}
