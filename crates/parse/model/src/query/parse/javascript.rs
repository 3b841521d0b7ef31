//! JSON as JavaScript reads it, where the protocol was written down as JavaScript's habits.

use std::borrow::Cow;

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
    let mut out = String::new();
    write(&mut out, json, usize::MAX);
    out
}

/// The same, or nothing if it is longer than so many bytes; no more than those are ever copied.
pub(super) fn text_within(json: &Json, most: usize) -> Option<Cow<'_, str>> {
    if let Json::String(text) = json {
        return (text.len() <= most).then_some(Cow::Borrowed(text));
    }
    let mut out = String::new();
    write(&mut out, json, most).then_some(Cow::Owned(out))
}

/// A list as JavaScript writes it.
pub(super) fn joined(items: &[Json]) -> String {
    let mut out = String::new();
    write_list(&mut out, items, usize::MAX);
    out
}

/// Appends a value; whether everything together is within so many bytes.
fn write(out: &mut String, json: &Json, most: usize) -> bool {
    match json {
        Json::Null => push(out, "null", most),
        Json::Bool(flag) => push(out, if *flag { "true" } else { "false" }, most),
        Json::Number(number) => {
            push(out, &wire::number(number.as_f64().unwrap_or_default()).to_string(), most)
        }
        Json::String(text) => push(out, text, most),
        Json::Array(items) => write_list(out, items, most),
        Json::Object(_) => push(out, "[object Object]", most),
    }
}

fn write_list(out: &mut String, items: &[Json], most: usize) -> bool {
    items.iter().enumerate().all(|(at, item)| {
        (at == 0 || push(out, ",", most)) && (item.is_null() || write(out, item, most))
    })
}

fn push(out: &mut String, text: &str, most: usize) -> bool {
    let is_within = text.len() <= most.saturating_sub(out.len());
    if is_within {
        out.push_str(text);
    }
    is_within
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
    fn no_more_than_a_bound_is_written() {
        let list = json!(["abc", ["de"], null]);
        assert_eq!(text_within(&list, 7).as_deref(), Some("abc,de,"));
        assert_eq!(text_within(&list, 6), None);
        assert_eq!(text_within(&json!("abc"), 3).as_deref(), Some("abc"));
        assert_eq!(text_within(&json!("abc"), 2), None);
        // An empty list takes no bytes however often it is repeated, so its commas count.
        assert_eq!(text_within(&json!([[], [], []]), 1), None);
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
