//! The functions as a page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parse_model::Json;

use super::described::Described;

const INTRODUCTION: &str = "# Functions of the product

What the app calls, and what another program may call in somebody's name.
This page and [functions.json](functions.json) (OpenAPI 3.1) are made from the code by a test of `crates/feedback`; `just bless` writes them anew.
What a program of yours should rather use, with keys of its own and few promises to keep, is the [API](api.md).

A function is called by `POST <mount>/functions/<name>` with its parameters as a JSON object, the application id, and the session of whoever calls; the SDK's `Parse.Cloud.run(name, parameters)` does that.
The answer stands in `result`.
A call with an `X-Parse-Request-Id` is done once: repeated, it gets the first answer again ([cloud-code.md](cloud-code.md)).

- `name?` may be left out; everything else must be sent. What is not listed is refused, except where it says `…`.
- Every function that is not for anybody answers 209 without a valid session, one for administrators 119 to everybody else, and every function 142 `PARAMS` if what is sent does not fit. What changes something answers 142 `READ_ONLY` to testers while the programme is closed for changes.
- *Refusals* are further keys of code 142 that the source file of the function names, some of which may belong to its neighbours there. What the rules of the product refuse (not in this state, not enough trust, too often) comes beside them: 101, 119, 140 or 142 with a key and a sentence, from `crates/feedback/rules/src/refused.rs`. [errors.md](reference/errors.md) lists the codes.
";

/// The page.
pub(super) fn markdown(functions: &[Described]) -> String {
    let mut areas: BTreeMap<&str, Vec<&Described>> = BTreeMap::new();
    for function in functions {
        areas.entry(&function.origin.area).or_default().push(function);
    }
    let mut page = INTRODUCTION.to_owned();
    for (area, functions) in areas {
        let about = functions.first().map_or("", |one| one.origin.area_about.as_str());
        let _ = write!(page, "\n## {}\n\n{about}\n\n", area.replace('_', " "));
        page.push_str("| function | who | parameters | refusals |\n| --- | --- | --- | --- |\n");
        for function in functions {
            let _ = writeln!(page, "{}", row(function));
        }
    }
    page
}

fn row(function: &Described) -> String {
    let effect = if function.only_reads() { "" } else { ", changes" };
    let refusals: Vec<String> = function
        .origin
        .keys
        .iter()
        .filter(|key| *key != "PARAMS")
        .map(|key| format!("`{key}`"))
        .collect();
    let parameters = fields(&function.signature.params);
    format!(
        "| `{}` | {}{effect} | {} | {} |",
        function.name,
        function.signature.caller,
        if parameters.is_empty() { "–".to_owned() } else { parameters },
        if refusals.is_empty() { "–".to_owned() } else { refusals.join(", ") },
    )
}

/// The fields of an object, each with its type.
fn fields(schema: &Json) -> String {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let mut all: Vec<String> = properties
        .map(|(name, schema)| {
            let mark = if required.contains(&name.as_str()) { "" } else { "?" };
            format!("`{name}{mark}` {}", kind(schema))
        })
        .collect();
    if schema["additionalProperties"] != Json::Bool(false) {
        all.push("…".to_owned());
    }
    all.join("; ")
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
        "object" if schema["properties"].is_object() => format!("{{ {} }}", fields(schema)),
        "object" => format!("object of {}", kind(&schema["additionalProperties"])),
        other => other.to_owned(),
    }
}
