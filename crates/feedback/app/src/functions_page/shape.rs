//! Schemas as tables.

use parse_model::Json;

/// Depth to which the fields of an answer are listed.
const MOST_DEPTH: usize = 4;

/// The parameters: name, type, and whether they are required.
pub(super) fn columns(schema: &Json) -> Vec<(&str, String, &'static str)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, of)| {
            let mark = if is_required(schema, name) { "required" } else { "optional" };
            (name.as_str(), kind(of), mark)
        })
        .collect()
}

/// The fields of an answer with their types. Nested fields are named by their path.
pub(super) fn fields(schema: &Json) -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(schema, "", MOST_DEPTH, &mut found);
    found
}

fn collect(schema: &Json, path: &str, depth: usize, found: &mut Vec<(String, String)>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    let schema = some(schema);
    if schema["items"].is_object() {
        collect(&schema["items"], &format!("{path}[]"), depth + 1, found);
        return;
    }
    for (name, of) in schema["properties"].as_object().into_iter().flatten() {
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        found.push((path.clone(), kind(of)));
        collect(of, &path, depth, found);
    }
}

/// The schema of an optional value, without null.
fn some(schema: &Json) -> &Json {
    let is_null = |one: &&Json| one["type"] == "null";
    match schema["anyOf"].as_array() {
        Some(several) if several.len() == 2 => {
            several.iter().find(|one| !is_null(one)).unwrap_or(schema)
        }
        _ => schema,
    }
}

fn is_required(schema: &Json, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name))
}

/// A type in words.
fn kind(schema: &Json) -> String {
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> =
            words.iter().filter_map(Json::as_str).map(|word| format!("`{word}`")).collect();
        return words.join(" or ");
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(several) = schema[key].as_array() {
            return several.iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    match &schema["type"] {
        Json::String(name) => named(name, schema),
        Json::Array(several) => {
            let each = several.iter().filter_map(Json::as_str).map(|name| named(name, schema));
            each.collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

fn named(name: &str, schema: &Json) -> String {
    match name {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "array" => format!("list of {}", kind(&schema["items"])),
        "object" if schema["properties"].is_object() => "object".to_owned(),
        "object" => format!("object of {}", kind(&schema["additionalProperties"])),
        other => other.to_owned(),
    }
}
