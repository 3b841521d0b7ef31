//! What stands at a path of an object.

use std::borrow::Cow;

use crate::Json;
use crate::object::Object;
use crate::query::Path;
use crate::value::{Pointer, Value};

/// What stands at a path.
pub(super) enum Found<'a> {
    /// Nothing, or null.
    Absent,
    /// The value of a field.
    Value(Cow<'a, Value>),
    /// Something inside an Object or Array field; never null.
    Inside(&'a Json),
}

impl<'a> Found<'a> {
    /// Looks it up.
    pub(super) fn at(object: &'a Object, path: &Path) -> Found<'a> {
        let name = path.field.as_str();
        match (object.fields.get(name), path.inside.as_slice()) {
            (None, []) => {
                object.value(name).map_or(Found::Absent, |own| Found::Value(Cow::Owned(own)))
            }
            (None, _) => Found::Absent,
            (Some(value), []) => Found::field(value),
            (Some(Value::Map(map)), [key, rest @ ..]) => Found::inside(map.get(key), rest),
            (Some(Value::List(items)), [key, rest @ ..]) => {
                Found::inside(element(items, key), rest)
            }
            (Some(_), _) => Found::Absent,
        }
    }

    fn field(value: &'a Value) -> Found<'a> {
        match value {
            // A pointer without an id is stored as nothing; a relation has no column.
            Value::Null | Value::Relation(_) => Found::Absent,
            Value::Pointer(pointer) if pointer.id.is_empty() => Found::Absent,
            Value::Included(object) => Found::Value(Cow::Owned(Value::Pointer(Pointer {
                class: object.class.clone(),
                id: object.id.as_str().to_owned(),
            }))),
            value => Found::Value(Cow::Borrowed(value)),
        }
    }

    fn inside(start: Option<&'a Json>, way: &[String]) -> Found<'a> {
        let step = |json: &'a Json, key: &String| match json {
            Json::Object(map) => map.get(key),
            Json::Array(items) => element(items, key),
            _ => None,
        };
        match start.and_then(|start| way.iter().try_fold(start, step)) {
            None | Some(Json::Null) => Found::Absent,
            Some(json) => Found::Inside(json),
        }
    }

    /// The elements, if it is an array.
    pub(super) fn elements(&self) -> Option<&[Json]> {
        match self {
            Found::Value(value) => match value.as_ref() {
                Value::List(items) => Some(items),
                _ => None,
            },
            Found::Inside(Json::Array(items)) => Some(items),
            _ => None,
        }
    }

    /// The text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Found::Value(value) => value.as_text(),
            Found::Inside(json) => json.as_str(),
            Found::Absent => None,
        }
    }
}

/// The element with this number; negative ones count from the end, as PostgreSQL's do.
fn element<'a>(items: &'a [Json], key: &str) -> Option<&'a Json> {
    let index: i32 = key.parse().ok()?;
    let distance = usize::try_from(index.unsigned_abs()).ok()?;
    if index < 0 { items.get(items.len().checked_sub(distance)?) } else { items.get(distance) }
}
