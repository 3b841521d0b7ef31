//! The objects of a message as text, written once for all who are shown the same.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use parse_engine::read_rights::FieldView;
use parse_model::wire::Outgoing;
use parse_model::{FieldName, Object};

use super::delivery::ObjectChange;
use crate::event::Body;

/// What those who are shown the same have in common.
type Key = (Option<Arc<[FieldName]>>, FieldView, Body);

/// The texts of one change.
#[derive(Debug)]
pub(super) struct Bodies<'a> {
    change: ObjectChange<'a>,
    written: HashMap<Key, Bytes>,
}

impl<'a> Bodies<'a> {
    /// None yet.
    pub(super) fn new(change: ObjectChange<'a>) -> Bodies<'a> {
        Bodies { change, written: HashMap::new() }
    }

    /// The objects as these fields show them, from the comma before them to the end of the message.
    pub(super) fn get(
        &mut self,
        keys: Option<&Arc<[FieldName]>>,
        view: &FieldView,
        body: Body,
    ) -> Bytes {
        let key = (keys.cloned(), view.clone(), body);
        let change = self.change;
        self.written.entry(key).or_insert_with(|| write(change, keys, view, body)).clone()
    }
}

fn write(
    change: ObjectChange<'_>,
    keys: Option<&Arc<[FieldName]>>,
    view: &FieldView,
    body: Body,
) -> Bytes {
    let (object, original) = match body {
        Body::After => (change.after, None),
        Body::Both => (change.after, change.before),
        Body::Before => (change.before, None),
        Body::BeforeTwice => (change.before, change.before),
    };
    let mut text = Vec::with_capacity(512);
    for (name, state) in [(&b",\"object\":"[..], object), (&b",\"original\":"[..], original)] {
        if let Some(state) = state {
            text.extend_from_slice(name);
            write_object(&mut text, state, keys, view);
        }
    }
    text.push(b'}');
    Bytes::from(text)
}

fn write_object(
    text: &mut Vec<u8>,
    object: &Object,
    keys: Option<&Arc<[FieldName]>>,
    view: &FieldView,
) {
    // A class name has nothing to escape, and every object has an id to go on with.
    text.extend_from_slice(b"{\"className\":\"");
    text.extend_from_slice(object.class.as_str().as_bytes());
    text.extend_from_slice(b"\",");
    let start = text.len();
    let is_shown_whole = keys.is_none()
        && view.shows_whole(object)
        && !object.fields.iter().any(|(name, _)| is_secret(object, name));
    let written = if is_shown_whole {
        serde_json::to_writer(&mut *text, &Outgoing(object))
    } else {
        serde_json::to_writer(&mut *text, &Outgoing(&shown(object, keys, view)))
    };
    debug_assert!(written.is_ok(), "an object always has a JSON form");
    text.remove(start);
}

fn shown(object: &Object, keys: Option<&Arc<[FieldName]>>, view: &FieldView) -> Object {
    let mut shown = object.clone();
    // First what is protected: whether it is may depend on fields that are not asked for.
    view.apply(&mut shown);
    shown
        .fields
        .retain(|name, _| !is_secret(object, name) && keys.is_none_or(|keys| keys.contains(name)));
    shown
}

/// Fields that no message contains to any reader: internal columns, identities at other
/// providers, and tokens of sessions.
fn is_secret(object: &Object, field: &FieldName) -> bool {
    let is_of_account = object.class == "_User" || object.class == "_Session";
    field.is_internal()
        || (is_of_account && matches!(field.as_str(), "authData" | "sessionToken" | "password"))
}
