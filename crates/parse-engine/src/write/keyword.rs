//! Keys that have no business in data: they are what attacks on JavaScript servers are made of.

use parse_model::{Json, JsonMap, Refusal};

/// Refuses a write that carries such a key at any depth.
pub(crate) fn check(body: &JsonMap) -> Result<(), Refusal> {
    for (key, value) in body {
        let rule = match key.as_str() {
            "_bsontype" if value == "Code" => r#"{"key":"_bsontype","value":"Code"}"#,
            "constructor" => r#"{"key":"constructor"}"#,
            "__proto__" => r#"{"key":"__proto__"}"#,
            _ => {
                nested(value)?;
                continue;
            }
        };
        return Err(Refusal::key(format!("Prohibited keyword in request data: {rule}.")));
    }
    Ok(())
}

fn nested(value: &Json) -> Result<(), Refusal> {
    match value {
        Json::Array(items) => items.iter().try_for_each(nested),
        Json::Object(map) => check(map),
        _ => Ok(()),
    }
}
