//! JSON as JavaScript reads it, where the protocol was written down as JavaScript's habits.

use crate::{Json, wire};

/// Whether a condition in JavaScript would take the value for yes.
pub(super) fn is_truthy(json: &Json) -> bool {
    match json {
        Json::Null => false,
        Json::Bool(flag) => *flag,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !text.is_empty(),
        Json::Array(_) | Json::Object(_) => true,
    }
}

/// The value as `String(value)` writes it: lists joined by commas.
pub(super) fn text(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(flag) => flag.to_string(),
        Json::Number(number) => wire::number(number.as_f64().unwrap_or_default()).to_string(),
        Json::String(text) => text.clone(),
        Json::Array(items) => joined(items),
        Json::Object(_) => "[object Object]".to_owned(),
    }
}

/// A list as JavaScript writes it.
pub(super) fn joined(items: &[Json]) -> String {
    let texts: Vec<String> =
        items.iter().map(|item| if item.is_null() { String::new() } else { text(item) }).collect();
    texts.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn lists_are_joined_and_objects_lose_their_shape() {
        let list = json!(["a", 1, 1.5, null, true, ["b", "c"], {"d": 1}]);
        assert_eq!(text(&list), "a,1,1.5,,true,b,c,[object Object]");
    }

    #[test]
    fn nothing_zero_and_the_empty_text_are_false() {
        for no in [json!(null), json!(0), json!(""), json!(false), json!(-0.0)] {
            assert!(!is_truthy(&no), "{no}");
        }
        for yes in [json!("0"), json!([]), json!({}), json!(2)] {
            assert!(is_truthy(&yes), "{yes}");
        }
    }
}
