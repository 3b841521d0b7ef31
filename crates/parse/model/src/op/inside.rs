//! What a write does to a place inside an Object or Array field (`address.city`, `tags.0`).

use super::Op;
use crate::refusal::{Code, Refusal};
use crate::value::Value;
use crate::{Json, JsonMap, wire};

/// An array is filled up with nulls to the element that is set, but not without end.
const MAX_FILLED: usize = 10_000;

impl Op {
    /// What a field becomes when this happens at a place inside it; the way there is not empty.
    ///
    /// Objects on the way are made. PostgreSQL does the same in the statement itself.
    pub fn apply_inside(
        &self,
        field: Option<&Value>,
        inside: &[String],
    ) -> Result<Option<Value>, Refusal> {
        let is_index = inside.first().is_some_and(|key| is_number(key));
        let start = match field.map(wire::to_json) {
            Some(json) => Some(json),
            None if *self == Op::Delete => None,
            None if is_index => Some(Json::Array(Vec::new())),
            None => Some(Json::Object(JsonMap::new())),
        };
        let changed = match (start, self) {
            (Some(mut json), Op::Delete) => {
                delete(&mut json, inside);
                Some(json)
            }
            (start @ None, Op::Delete) | (start, Op::Relate { .. }) => start,
            (start, _) => Some(change(start, inside, self)?),
        };
        Ok(changed.map(stored))
    }
}

/// The value of a field is trusted, so it is not checked again.
fn stored(json: Json) -> Value {
    match json {
        Json::Array(items) => Value::List(items),
        Json::Object(map) => Value::Map(map),
        _ => Value::Null,
    }
}

fn change(target: Option<Json>, way: &[String], op: &Op) -> Result<Json, Refusal> {
    let Some((key, rest)) = way.split_first() else { return computed(target, op) };
    match target {
        Some(Json::Array(mut items)) => {
            let at = index(key)?;
            let changed = change(items.get(at).cloned(), rest, op)?;
            if items.len() < at.min(MAX_FILLED) {
                items.resize(at.min(MAX_FILLED), Json::Null);
            }
            match items.get_mut(at) {
                Some(item) => *item = changed,
                None => items.push(changed),
            }
            Ok(Json::Array(items))
        }
        other => {
            let mut map = match other {
                Some(Json::Object(map)) => map,
                _ => JsonMap::new(),
            };
            let changed = change(map.get(key).cloned(), rest, op)?;
            map.insert(key.clone(), changed);
            Ok(Json::Object(map))
        }
    }
}

fn delete(target: &mut Json, way: &[String]) {
    let Some((key, rest)) = way.split_first() else { return };
    match target {
        Json::Array(items) => match index(key).ok().filter(|at| *at < items.len()) {
            Some(at) if rest.is_empty() => drop(items.remove(at)),
            Some(at) => delete(&mut items[at], rest),
            None => {}
        },
        Json::Object(map) if rest.is_empty() => drop(map.remove(key)),
        Json::Object(map) => {
            if let Some(child) = map.get_mut(key) {
                delete(child, rest);
            }
        }
        _ => {}
    }
}

fn computed(current: Option<Json>, op: &Op) -> Result<Json, Refusal> {
    let current = current.filter(|json| !json.is_null());
    let fits = match (op, &current) {
        (_, None) => true,
        (Op::Increment(_), Some(json)) => json.is_number(),
        (Op::Add(_) | Op::AddUnique(_) | Op::Remove(_), Some(json)) => json.is_array(),
        _ => true,
    };
    if !fits {
        let wanted = if matches!(op, Op::Increment(_)) { "a number" } else { "an array" };
        return Err(wrong(format!("this value is not {wanted}")));
    }
    op.apply_json(current.as_ref())
}

fn index(key: &str) -> Result<usize, Refusal> {
    let index = if is_number(key) { key.parse::<i32>().ok() } else { None };
    let index = index.and_then(|index| usize::try_from(index).ok());
    index.ok_or_else(|| wrong(format!("an array has no key \"{key}\"")))
}

fn is_number(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_digit())
}

fn wrong(message: String) -> Refusal {
    Refusal::new(Code::INCORRECT_TYPE, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(before: Json, way: &str, op: Op) -> Result<Option<Json>, Refusal> {
        let before = wire::value_from(before)?;
        let way: Vec<String> = way.split('.').map(str::to_owned).collect();
        let field = Some(&before).filter(|value| **value != Value::Null);
        Ok(op.apply_inside(field, &way)?.as_ref().map(wire::to_json))
    }

    fn set(json: Json) -> Op {
        Op::Set(wire::value_from(json).unwrap())
    }

    #[test]
    fn objects_on_the_way_are_made() {
        assert_eq!(after(json!(null), "a.b", set(json!(1))), Ok(Some(json!({"a": {"b": 1}}))));
        assert_eq!(after(json!({"a": 5}), "a.b", set(json!(1))), Ok(Some(json!({"a": {"b": 1}}))));
    }

    #[test]
    fn null_is_kept_inside() {
        assert_eq!(after(json!({"a": 5}), "a", set(json!(null))), Ok(Some(json!({"a": null}))));
    }

    #[test]
    fn an_array_is_filled_up_to_the_element_that_is_set() {
        assert_eq!(after(json!([1]), "0", set(json!(7))), Ok(Some(json!([7]))));
        assert_eq!(after(json!([1]), "3", set(json!(7))), Ok(Some(json!([1, null, null, 7]))));
        assert_eq!(after(json!(null), "1", set(json!(7))), Ok(Some(json!([null, 7]))));
        assert!(after(json!([1]), "x", set(json!(7))).is_err());
    }

    #[test]
    fn numbers_and_arrays_are_computed_where_they_stand() {
        let one = json!([1]).as_array().cloned().unwrap_or_default();
        assert_eq!(
            after(json!({"a": {"n": 2}}), "a.n", Op::Increment(3.0)),
            Ok(Some(json!({"a": {"n": 5}})))
        );
        assert_eq!(after(json!({}), "n", Op::Increment(3.0)), Ok(Some(json!({"n": 3}))));
        assert_eq!(
            after(json!({"l": [1]}), "l", Op::AddUnique(one.clone())),
            Ok(Some(json!({"l": [1]})))
        );
        assert!(after(json!({"n": "2"}), "n", Op::Increment(3.0)).is_err());
        assert!(after(json!({"l": 2}), "l", Op::Add(one)).is_err());
    }

    #[test]
    fn deleting_what_is_not_there_changes_nothing() {
        assert_eq!(after(json!(null), "a.b", Op::Delete), Ok(None));
        assert_eq!(after(json!({"a": 1}), "b.c", Op::Delete), Ok(Some(json!({"a": 1}))));
        assert_eq!(after(json!([1]), "x", Op::Delete), Ok(Some(json!([1]))));
        assert_eq!(after(json!([1, 2, 3]), "1", Op::Delete), Ok(Some(json!([1, 3]))));
    }
}
