//! Canonical JSON.

use serde_json::Value;

/// A value with sorted keys and without spaces.
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

fn write(value: &Value, to: &mut String) {
    match value {
        Value::Object(fields) => {
            let mut keys: Vec<&String> = fields.keys().collect();
            keys.sort_unstable();
            to.push('{');
            for (turn, key) in keys.into_iter().enumerate() {
                if turn > 0 {
                    to.push(',');
                }
                to.push_str(&Value::from(key.as_str()).to_string());
                to.push(':');
                write(&fields[key], to);
            }
            to.push('}');
        }
        Value::Array(parts) => {
            to.push('[');
            for (turn, part) in parts.iter().enumerate() {
                if turn > 0 {
                    to.push(',');
                }
                write(part, to);
            }
            to.push(']');
        }
        other => to.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::canonical;

    #[test]
    fn keys_are_sorted_and_strings_have_the_shortest_escapes() {
        let value = json!({ "b": [1, null, { "z": true, "a": "ü\u{1f}\t\"\\/\u{7f}" }], "a": -5 });
        let text = "{\"a\":-5,\"b\":[1,null,{\"a\":\"ü\\u001f\\t\\\"\\\\/\u{7f}\",\"z\":true}]}";
        assert_eq!(canonical(&value), text);
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), value);
    }
}
