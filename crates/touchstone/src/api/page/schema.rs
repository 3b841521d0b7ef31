//! Schemas as lists of fields.

use parse_model::Json;

use super::text::{Escaped, sample};

/// How deep fields of fields are listed.
const MOST_DEPTH: usize = 6;

/// What a body holds: its fields, and an example if there is one.
pub(super) fn media(document: &Json, media: &Json) -> String {
    let mut html = fields(document, &media["schema"], MOST_DEPTH);
    if let Some(example) = media.get("example") {
        html += &sample(example);
    }
    html
}

/// Follows a reference of the document.
pub(super) fn resolved<'a>(document: &'a Json, part: &'a Json) -> &'a Json {
    let place = part["$ref"].as_str().and_then(|place| place.strip_prefix('#'));
    place.and_then(|place| document.pointer(place)).unwrap_or(part)
}

/// The fields of an object, or of the elements of a list.
fn fields(document: &Json, schema: &Json, depth: usize) -> String {
    let Some(depth) = depth.checked_sub(1) else { return String::new() };
    let schema = resolved(document, schema);
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(|part| fields(document, part, depth)).collect();
    }
    if schema["items"].is_object() {
        return fields(document, &schema["items"], depth);
    }
    let Some(properties) = schema["properties"].as_object() else { return String::new() };
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|one| one == name));
    let field = |(name, of): (&String, &Json)| {
        let of = resolved(document, of);
        let mark = if is_required(name) { ", required" } else { "" };
        format!(
            "<dt><code>{}</code> {}{mark}</dt>\n<dd>{}{}</dd>\n",
            Escaped(name),
            kind(document, of),
            Escaped(of["description"].as_str().unwrap_or_default()),
            fields(document, of, depth)
        )
    };
    format!("<dl>\n{}</dl>\n", properties.iter().map(field).collect::<String>())
}

/// The type of a value in words.
pub(super) fn kind(document: &Json, schema: &Json) -> String {
    let schema = resolved(document, schema);
    if let Some(words) = schema["enum"].as_array() {
        let words = words.iter().filter_map(Json::as_str);
        let words: Vec<String> =
            words.map(|word| format!("<code>{}</code>", Escaped(word))).collect();
        return words.join(" or ");
    }
    let word = |name: &str| match name {
        "string" => "text".to_owned(),
        "integer" => "whole number".to_owned(),
        "array" => format!("list of {}", kind(document, &schema["items"])),
        other => Escaped(other).to_string(),
    };
    match &schema["type"] {
        Json::String(name) => word(name),
        Json::Array(names) => {
            names.iter().filter_map(Json::as_str).map(word).collect::<Vec<_>>().join(" or ")
        }
        _ if schema["allOf"].is_array() => "object".to_owned(),
        _ => "anything".to_owned(),
    }
}
