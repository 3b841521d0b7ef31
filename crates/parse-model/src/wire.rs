//! How values are spelled in JSON. No other module knows `__type`.

mod incoming;
mod outgoing;
mod outgoing_op;
pub mod text;

pub use incoming::{op_from, operand_from, value_from};
pub use outgoing::{Outgoing, included_to_json, number, object_to_json, to_json};
pub use outgoing_op::op_to_json;

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
