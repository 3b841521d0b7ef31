//! What a write does to one field.

mod inside;

use std::collections::HashSet;

use crate::name::ClassName;
use crate::query::Path;
use crate::refusal::{Code, Refusal};
use crate::schema::FieldType;
use crate::value::Value;
use crate::{Json, wire};

/// A change of one field.
#[derive(Debug, Clone, PartialEq)]
pub enum Op {
    /// Replace the value.
    Set(Value),
    /// Take the value away.
    Delete,
    /// Add to a number; nothing counts as zero.
    Increment(f64),
    /// Append to an array.
    Add(Vec<Json>),
    /// Append what is not there yet.
    AddUnique(Vec<Json>),
    /// Take out every occurrence of each.
    Remove(Vec<Json>),
    /// Change who belongs to a relation. The class is unknown when no object was named.
    Relate {
        /// The class of the members.
        class: Option<ClassName>,
        /// What to do, in order.
        steps: Vec<Membership>,
    },
}

/// One step of a change to a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Membership {
    /// These objects belong to it from now on.
    Add(Vec<String>),
    /// These no longer do.
    Remove(Vec<String>),
}

/// The fields of one write, each with what happens to it.
pub type Ops = Vec<(Path, Op)>;

impl Op {
    /// The type the field must have for this; `None` if any will do.
    pub fn field_type(&self) -> Option<FieldType> {
        match self {
            Op::Set(value) => value.field_type(),
            Op::Delete => None,
            Op::Increment(_) => Some(FieldType::Number),
            Op::Add(_) | Op::AddUnique(_) | Op::Remove(_) => Some(FieldType::Array),
            Op::Relate { class, .. } => class.clone().map(FieldType::Relation),
        }
    }

    /// Whether the client cannot know the result and must get it in the answer.
    pub fn is_computed(&self) -> bool {
        matches!(self, Op::Increment(_) | Op::Add(_) | Op::AddUnique(_) | Op::Remove(_))
    }

    /// What a new object gets. `AddUnique` stores what was sent, doubles included, as Parse does.
    pub fn on_create(self) -> Op {
        match self {
            Op::Increment(amount) => Op::Set(Value::Number(amount)),
            Op::Add(items) | Op::AddUnique(items) => Op::Set(Value::List(items)),
            Op::Remove(_) => Op::Set(Value::List(Vec::new())),
            other => other,
        }
    }

    /// What the value becomes. PostgreSQL does the same in the statement itself.
    pub fn apply(&self, current: Option<&Value>) -> Result<Option<Value>, Refusal> {
        let json = current.map(wire::to_json);
        Ok(match self {
            Op::Set(Value::Null) | Op::Delete => None,
            Op::Set(value) => Some(value.clone()),
            Op::Relate { .. } => current.cloned(),
            computed => Some(wire::value_from(computed.apply_json(json.as_ref())?)?),
        })
    }

    /// What a JSON value becomes, for the operations that compute one.
    fn apply_json(&self, current: Option<&Json>) -> Result<Json, Refusal> {
        let items = || current.and_then(Json::as_array).cloned().unwrap_or_default();
        Ok(match self {
            Op::Increment(amount) => {
                let sum = current.and_then(Json::as_f64).unwrap_or_default() + amount;
                if !sum.is_finite() {
                    return Err(Refusal::new(Code::INCORRECT_TYPE, "the number is out of range"));
                }
                wire::number(sum)
            }
            Op::Add(added) => {
                Json::Array(items().into_iter().chain(added.iter().cloned()).collect())
            }
            // Writers choose both lists: they are compared by what stands for a value, once each.
            Op::AddUnique(added) => {
                let mut items = items();
                let mut known: HashSet<String> = items.iter().map(wire::canonical_text).collect();
                for item in added {
                    if known.insert(wire::canonical_text(item)) {
                        items.push(item.clone());
                    }
                }
                Json::Array(items)
            }
            Op::Remove(removed) => {
                let gone: HashSet<String> = removed.iter().map(wire::canonical_text).collect();
                let mut items = items();
                items.retain(|item| !gone.contains(&wire::canonical_text(item)));
                Json::Array(items)
            }
            Op::Set(value) => wire::to_json(value),
            Op::Delete | Op::Relate { .. } => Json::Null,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn list(json: Json) -> Value {
        wire::value_from(json).unwrap()
    }

    fn items(json: Json) -> Vec<Json> {
        json.as_array().unwrap().clone()
    }

    #[test]
    fn add_keeps_order_and_doubles() {
        let op = Op::Add(items(json!([3, 1])));
        assert_eq!(
            op.apply(Some(&list(json!([1, 2, 3])))).unwrap(),
            Some(list(json!([1, 2, 3, 3, 1])))
        );
    }

    #[test]
    fn add_unique_keeps_order_and_compares_deeply() {
        let op = Op::AddUnique(items(json!([{"a": 1, "b": 2}, 9, 9])));
        let before = list(json!([5, {"b": 2, "a": 1}]));
        assert_eq!(op.apply(Some(&before)).unwrap(), Some(list(json!([5, {"b": 2, "a": 1}, 9]))));
    }

    #[test]
    fn remove_takes_every_occurrence_and_leaves_an_array() {
        let op = Op::Remove(items(json!([1])));
        assert_eq!(op.apply(Some(&list(json!([1, 2, 1])))).unwrap(), Some(list(json!([2]))));
        assert_eq!(op.apply(None).unwrap(), Some(list(json!([]))));
    }

    #[test]
    fn long_lists_are_compared_in_time_in_proportion_to_their_length() {
        let numbers = |from: u32| (from..from + 100_000).map(Json::from).collect::<Vec<Json>>();
        let before = Value::List(numbers(0));
        let began = std::time::Instant::now();
        let after = Op::AddUnique(numbers(50_000)).apply(Some(&before)).unwrap().unwrap();
        assert_eq!(after, Value::List((0..150_000).map(Json::from).collect()));
        let after = Op::Remove(numbers(50_000)).apply(Some(&before)).unwrap().unwrap();
        assert_eq!(after, Value::List((0..50_000).map(Json::from).collect()));
        assert!(began.elapsed() < std::time::Duration::from_secs(10), "{:?}", began.elapsed());
    }

    #[test]
    fn incrementing_nothing_starts_at_zero() {
        assert_eq!(Op::Increment(-2.5).apply(None).unwrap(), Some(Value::Number(-2.5)));
    }
}
