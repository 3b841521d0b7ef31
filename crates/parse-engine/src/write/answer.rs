//! What a write answers: exactly what the client cannot know by itself.

use parse_model::wire::{object_to_json, to_json};
use parse_model::{FieldName, Json, JsonMap, Object, Op, Path};
use serde_json::json;

use super::Writing;
use crate::draft::Change;

/// The fields whose values must be brought back from an update.
pub(super) fn unknown_to_client(writing: &Writing) -> Vec<FieldName> {
    let computed = writing.draft.ops.iter().filter(|(_, op)| op.is_computed());
    computed
        .map(|(path, _)| &path.field)
        .chain(&writing.draft.changed)
        .chain(&writing.defaulted)
        .cloned()
        .collect()
}

/// The body of the answer.
pub(super) fn body(writing: &Writing, written: &Object, is_create: bool) -> JsonMap {
    let mut body = JsonMap::new();
    let mut date = |name: &str, date: Option<parse_model::Date>| {
        if let Some(date) = date {
            body.insert(name.to_owned(), Json::from(date.iso()));
        }
    };
    if is_create {
        date("createdAt", written.created_at);
        body.insert("objectId".to_owned(), Json::from(written.id.as_str()));
    } else {
        date("updatedAt", written.updated_at);
    }
    if writing.is_default_acl
        && let Some(acl) = &written.acl
    {
        body.insert("ACL".to_owned(), acl.to_json());
    }
    computed(writing, written, is_create, &mut body);
    for name in &writing.draft.changed {
        let unset =
            writing.draft.ops.iter().any(|(path, op)| path.field == *name && *op == Op::Delete);
        let value = if unset { Some(json!({ "__op": "Delete" })) } else { value_of(written, name) };
        if let Some(value) = value {
            body.insert(name.as_str().to_owned(), value);
        }
    }
    for name in &writing.defaulted {
        if let Some(value) = value_of(written, name) {
            body.insert(name.as_str().to_owned(), value);
        }
    }
    body
}

fn value_of(written: &Object, name: &FieldName) -> Option<Json> {
    written.fields.get(name.as_str()).map(to_json)
}

/// Results of operations. A place inside a field is answered as that place and no more.
fn computed(writing: &Writing, written: &Object, is_create: bool, body: &mut JsonMap) {
    for (path, op) in &writing.draft.ops {
        let is_computed = op.is_computed() || (is_create && writing.is_from_operation(&path.field));
        let Some(value) = value_of(written, &path.field).filter(|_| is_computed) else { continue };
        if path.is_nested() {
            nest(body, path, &value);
        } else {
            body.insert(path.field.as_str().to_owned(), value);
        }
    }
}

fn nest(body: &mut JsonMap, path: &Path, whole: &Json) {
    let mut inner = whole;
    for segment in &path.inside {
        let next = match inner {
            Json::Array(items) => segment.parse().ok().and_then(|at: usize| items.get(at)),
            other => other.get(segment),
        };
        let Some(next) = next else { return };
        inner = next;
    }
    let mut place =
        body.entry(path.field.as_str().to_owned()).or_insert_with(|| Json::Object(JsonMap::new()));
    for segment in &path.inside {
        let Json::Object(map) = place else { return };
        place = map.entry(segment.clone()).or_insert_with(|| Json::Object(JsonMap::new()));
    }
    *place = inner.clone();
}

/// Lets rules that ran after the write change the answer: by a reply of their own, or by fields
/// they set on the object.
pub(super) fn after_rules(body: &mut JsonMap, written: &Object, change: Change) {
    if let Some(reply) = change.reply {
        *body = reply;
        return;
    }
    let before = object_to_json(written);
    for (name, value) in object_to_json(&change.after) {
        if before.get(&name) != Some(&value) {
            body.insert(name, value);
        }
    }
}
