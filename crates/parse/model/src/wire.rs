//! How values are spelled in JSON. No other module knows `__type`.

pub mod class_permissions;
pub mod field_definition;
mod incoming;
mod outgoing;
mod outgoing_op;
pub mod text;

pub use incoming::{op_from, operand_from, value_from};
pub use outgoing::{Outgoing, included_to_json, number, object_to_json, to_json};
pub use outgoing_op::op_to_json;

use std::fmt::Write;

use crate::Json;

/// Deep equality, with numbers compared by value: `1` and `1.0` are the same.
pub fn json_equal(one: &Json, other: &Json) -> bool {
    match (one, other) {
        (Json::Number(a), Json::Number(b)) => a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| json_equal(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| json_equal(value, other)))
        }
        _ => one == other,
    }
}

/// A text that two values share exactly if [`json_equal`] holds for them, so that many can be
/// compared by hashing.
pub fn canonical_text(json: &Json) -> String {
    let mut out = String::new();
    write_canonical(json, &mut out);
    out
}

fn write_canonical(json: &Json, out: &mut String) {
    match json {
        Json::Number(number) => {
            // Zero has two signs, which are equal.
            let bits = (number.as_f64().unwrap_or_default() + 0.0).to_bits();
            let _ = write!(out, "{bits:x}");
        }
        Json::Array(items) => {
            out.push('[');
            for item in items {
                write_canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        Json::Object(map) => {
            let mut members: Vec<(&String, &Json)> = map.iter().collect();
            members.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (key, value) in members {
                let _ = write!(out, "{key:?}:");
                write_canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Json::String(text) => {
            let _ = write!(out, "{text:?}");
        }
        Json::Null => out.push('n'),
        Json::Bool(flag) => out.push(if *flag { 't' } else { 'f' }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn any_json() -> impl Strategy<Value = Json> {
        let leaf = prop_oneof![
            Just(Json::Null),
            any::<bool>().prop_map(Json::Bool),
            prop_oneof![Just(json!(1)), Just(json!(1.0)), Just(json!(-0.0)), Just(json!(0))],
            "[a,:\"{}\\[\\]nt]{0,3}".prop_map(Json::String),
        ];
        leaf.prop_recursive(3, 12, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3).prop_map(Json::Array),
                prop::collection::vec(("[ab\"]{0,2}", inner), 0..3)
                    .prop_map(|members| Json::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn two_values_are_equal_exactly_if_their_canonical_texts_are(
            one in any_json(), other in any_json(),
        ) {
            let is_same = canonical_text(&one) == canonical_text(&other);
            prop_assert_eq!(json_equal(&one, &other), is_same);
            prop_assert_eq!(canonical_text(&one), canonical_text(&one.clone()));
        }
    }
}
