//! The answer of a write: exactly the values that the client cannot know.

use parse_model::wire::{object_to_json, to_json};
use parse_model::{FieldName, Json, JsonMap, Object, Op, Path};
use serde_json::json;

use super::Admitted;
use super::written::Written;
use crate::draft::{Change, Draft};

/// The fields whose values must be read back from an update.
pub(super) fn unknown_to_client(admitted: &Admitted) -> Vec<FieldName> {
    let computed = admitted.draft.ops.iter().filter(|(_, op)| op.is_computed());
    computed
        .map(|(path, _)| &path.field)
        .chain(&admitted.draft.changed)
        .chain(&admitted.defaulted)
        .cloned()
        .collect()
}

/// The body of the answer.
pub(super) fn body(written: &Written) -> JsonMap {
    let Written { admitted, object } = written;
    let draft = &admitted.draft;
    let mut body = JsonMap::new();
    let mut date = |name: &str, date: Option<parse_model::Date>| {
        if let Some(date) = date {
            body.insert(name.to_owned(), Json::from(date.iso()));
        }
    };
    if draft.is_new {
        date("createdAt", object.created_at);
        body.insert("objectId".to_owned(), Json::from(object.id.as_str()));
    } else {
        date("updatedAt", object.updated_at);
    }
    if admitted.is_default_acl
        && let Some(acl) = &object.acl
    {
        body.insert("ACL".to_owned(), acl.to_json());
    }
    computed(draft, object, &mut body);
    for name in &draft.changed {
        let unset = draft.ops.iter().any(|(path, op)| path.field == *name && *op == Op::Delete);
        let value = if unset { Some(json!({ "__op": "Delete" })) } else { value_of(object, name) };
        if let Some(value) = value {
            body.insert(name.as_str().to_owned(), value);
        }
    }
    for name in &admitted.defaulted {
        if let Some(value) = value_of(object, name) {
            body.insert(name.as_str().to_owned(), value);
        }
    }
    body
}

fn value_of(written: &Object, name: &FieldName) -> Option<Json> {
    written.fields.get(name.as_str()).map(to_json)
}

/// Results of operations. A path inside a field is answered as that path only.
fn computed(draft: &Draft, written: &Object, body: &mut JsonMap) {
    for (path, op) in &draft.ops {
        let is_computed = op.is_computed() || draft.from_operations.contains(&path.field);
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

/// Lets triggers after the write change the answer: by their own reply, or by fields they set on
/// the object.
pub(super) fn after_triggers(body: &mut JsonMap, written: &Object, change: Change) {
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
