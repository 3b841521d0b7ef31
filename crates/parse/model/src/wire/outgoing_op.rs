//! From operations to JSON.

use serde_json::json;

use crate::Json;
use crate::op::{Membership, Op};

use super::to_json;

/// An operation as a client sends it; one that only sets a value is the value.
pub fn op_to_json(op: &Op) -> Json {
    match op {
        Op::Set(value) => to_json(value),
        Op::Delete => json!({ "__op": "Delete" }),
        Op::Increment(amount) => json!({ "__op": "Increment", "amount": super::number(*amount) }),
        Op::Add(items) => json!({ "__op": "Add", "objects": items }),
        Op::AddUnique(items) => json!({ "__op": "AddUnique", "objects": items }),
        Op::Remove(items) => json!({ "__op": "Remove", "objects": items }),
        Op::Relate { class, steps } => {
            let class = class.as_ref().map(crate::ClassName::as_str);
            let mut steps: Vec<Json> = steps.iter().map(|step| membership(class, step)).collect();
            match (steps.pop(), steps.is_empty()) {
                (Some(only), true) => only,
                (last, _) => {
                    steps.extend(last);
                    json!({ "__op": "Batch", "ops": steps })
                }
            }
        }
    }
}

fn membership(class: Option<&str>, step: &Membership) -> Json {
    let (name, ids) = match step {
        Membership::Add(ids) => ("AddRelation", ids),
        Membership::Remove(ids) => ("RemoveRelation", ids),
    };
    let objects: Vec<Json> = ids
        .iter()
        .map(|id| json!({ "__type": "Pointer", "className": class, "objectId": id }))
        .collect();
    json!({ "__op": name, "objects": objects })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::op_from;

    #[test]
    fn an_operation_that_was_written_is_read_as_the_same_operation() {
        let member = json!({ "__type": "Pointer", "className": "C", "objectId": "x" });
        for json in [
            json!(1),
            json!("text"),
            json!({ "__type": "Date", "iso": "2026-01-01T00:00:00.000Z" }),
            json!({ "__op": "Delete" }),
            json!({ "__op": "Increment", "amount": 2 }),
            json!({ "__op": "Add", "objects": [1, "x"] }),
            json!({ "__op": "AddUnique", "objects": [1] }),
            json!({ "__op": "Remove", "objects": [] }),
            json!({ "__op": "AddRelation", "objects": [member] }),
            json!({ "__op": "Batch", "ops": [
                { "__op": "AddRelation", "objects": [member] },
                { "__op": "RemoveRelation", "objects": [member] },
            ]}),
        ] {
            let op = op_from(json.clone()).unwrap();
            assert_eq!(op_to_json(&op), json);
        }
    }
}
