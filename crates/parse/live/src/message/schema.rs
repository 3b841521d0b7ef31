//! The shapes of messages.
//!
//! The order of the checks and their texts are those of the validator that Parse Server uses:
//! clients compare some of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use parse_model::wire::text::{JsonLimits, Unreadable, read};
use parse_model::{Json, JsonMap};
use serde::Deserialize;

use super::{ClientMessage, ConnectRequest, ProtocolError, SubscribeRequest};

/// The most names of a list: as many as the fields of a class of the product.
const MOST_NAMES: usize = 200;

impl ClientMessage {
    /// Reads a message within limits.
    pub fn parse(text: &str, limits: &JsonLimits) -> Result<ClientMessage, ProtocolError> {
        let json = read(text.as_bytes(), limits).map_err(|why| match why {
            Unreadable::Syntax(_) => ProtocolError::NotJson,
            Unreadable::Refused(refusal) => ProtocolError::TooMuch(refusal.message.into_owned()),
        })?;
        message(json).map_err(ProtocolError::Invalid)
    }
}

/// The operation that a message names, if it names one. Nothing else of it is kept.
pub(crate) fn operation(text: &str) -> Option<Cow<'_, str>> {
    #[derive(Deserialize)]
    struct Named<'a> {
        #[serde(borrow)]
        op: Cow<'a, str>,
    }
    serde_json::from_str(text).ok().map(|Named { op }| op)
}

/// What a property may be.
enum Shape {
    /// Has been looked at before.
    Known,
    Text,
    Number,
    Map,
    /// At least one name, none of them twice.
    Names,
    Object(&'static Schema),
}

struct Schema {
    required: &'static [&'static str],
    properties: &'static [(&'static str, Shape)],
}

const CONNECT: Schema = Schema {
    required: &["applicationId"],
    properties: &[
        ("op", Shape::Known),
        ("applicationId", Shape::Text),
        ("javascriptKey", Shape::Text),
        ("masterKey", Shape::Text),
        ("clientKey", Shape::Text),
        ("windowsKey", Shape::Text),
        ("restAPIKey", Shape::Text),
        ("sessionToken", Shape::Text),
        ("installationId", Shape::Text),
    ],
};

const SUBSCRIBE: Schema = Schema {
    required: &["requestId", "query"],
    properties: &[
        ("op", Shape::Known),
        ("requestId", Shape::Number),
        ("query", Shape::Object(&QUERY)),
        ("sessionToken", Shape::Text),
    ],
};

/// `fields` is what `keys` was called before version 6 of the JavaScript SDK.
const QUERY: Schema = Schema {
    required: &["where", "className"],
    properties: &[
        ("className", Shape::Text),
        ("where", Shape::Map),
        ("keys", Shape::Names),
        ("fields", Shape::Names),
        ("watch", Shape::Names),
    ],
};

const BY_ID: Schema = Schema {
    required: &["requestId"],
    properties: &[("op", Shape::Known), ("requestId", Shape::Number)],
};

/// Reads a message, or says what is wrong with it.
pub(super) fn message(json: Json) -> Result<ClientMessage, String> {
    let Json::Object(mut map) = json else { return Err(mismatch(&json, "object")) };
    let op = match map.get("op") {
        None => return Err("Missing required property: op".to_owned()),
        Some(Json::String(op)) => op.clone(),
        Some(other) => return Err(mismatch(other, "string")),
    };
    match op.as_str() {
        "connect" => {
            check(&CONNECT, &map)?;
            Ok(ClientMessage::Connect(connect(&mut map)))
        }
        "subscribe" | "update" => {
            check(&SUBSCRIBE, &map)?;
            subscribe(map, op == "update").map(ClientMessage::Subscribe)
        }
        "unsubscribe" => {
            check(&BY_ID, &map)?;
            Ok(ClientMessage::Unsubscribe { request_id: request_id(&map)? })
        }
        "query" => {
            check(&BY_ID, &map)?;
            Ok(ClientMessage::Query { request_id: request_id(&map)? })
        }
        _ => Err(format!("No enum match for: {}", Json::String(op))),
    }
}

fn check(schema: &Schema, map: &JsonMap) -> Result<(), String> {
    if let Some(missing) = schema.required.iter().find(|key| !map.contains_key(**key)) {
        return Err(format!("Missing required property: {missing}"));
    }
    map.iter().try_for_each(|(key, value)| {
        match schema.properties.iter().find(|(name, _)| name == key) {
            Some((_, shape)) => check_shape(shape, value),
            None => Err("Additional properties not allowed".to_owned()),
        }
    })
}

fn check_shape(shape: &Shape, value: &Json) -> Result<(), String> {
    let expect = |is_so: bool, name: &str| if is_so { Ok(()) } else { Err(mismatch(value, name)) };
    match shape {
        Shape::Known => Ok(()),
        Shape::Text => expect(value.is_string(), "string"),
        Shape::Number => expect(value.is_number(), "number"),
        Shape::Map => expect(value.is_object(), "object"),
        Shape::Names => match value {
            Json::Array(items) => check_names(items),
            _ => Err(mismatch(value, "array")),
        },
        Shape::Object(schema) => match value {
            Json::Object(map) => check(schema, map),
            _ => Err(mismatch(value, "object")),
        },
    }
}

fn check_names(items: &[Json]) -> Result<(), String> {
    if items.is_empty() {
        return Err("Array is too short (0), minimum 1".to_owned());
    }
    if items.len() > MOST_NAMES {
        return Err(format!("Array is too long ({}), maximum {MOST_NAMES}", items.len()));
    }
    let mut known: HashMap<String, usize> = HashMap::with_capacity(items.len());
    for (second, item) in items.iter().enumerate() {
        match known.entry(item.to_string()) {
            Entry::Occupied(first) => {
                let first = first.get();
                return Err(format!("Array items are not unique (indices {first} and {second})"));
            }
            Entry::Vacant(free) => {
                free.insert(second);
            }
        }
    }
    items.iter().try_for_each(
        |item| {
            if item.is_string() { Ok(()) } else { Err(mismatch(item, "string")) }
        },
    )
}

fn mismatch(value: &Json, expected: &str) -> String {
    let found = match value {
        Json::Null => "null",
        Json::Bool(_) => "boolean",
        Json::Number(_) => "number",
        Json::String(_) => "string",
        Json::Array(_) => "array",
        Json::Object(_) => "object",
    };
    format!("Invalid type: {found} (expected {expected})")
}

fn connect(map: &mut JsonMap) -> ConnectRequest {
    let mut text = |name: &str| taken(map, name);
    ConnectRequest {
        application_id: text("applicationId").unwrap_or_default(),
        javascript_key: text("javascriptKey"),
        master_key: text("masterKey"),
        client_key: text("clientKey"),
        windows_key: text("windowsKey"),
        rest_api_key: text("restAPIKey"),
        session_token: text("sessionToken"),
        installation_id: text("installationId"),
    }
}

fn subscribe(mut map: JsonMap, is_update: bool) -> Result<SubscribeRequest, String> {
    let request_id = request_id(&map)?;
    let session_token = taken(&mut map, "sessionToken");
    let mut query = match map.remove("query") {
        Some(Json::Object(query)) => query,
        _ => JsonMap::new(),
    };
    let older = names(&mut query, "fields");
    Ok(SubscribeRequest {
        request_id,
        is_update,
        class_name: taken(&mut query, "className").unwrap_or_default(),
        conditions: match query.remove("where") {
            Some(Json::Object(conditions)) => conditions,
            _ => JsonMap::new(),
        },
        keys: names(&mut query, "keys").or(older),
        watch: names(&mut query, "watch"),
        session_token,
    })
}

/// Parse Server takes any number; clients count from one.
fn request_id(map: &JsonMap) -> Result<u64, String> {
    const MOST: f64 = 9_007_199_254_740_991.0;
    let number = map.get("requestId").and_then(Json::as_f64);
    #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^53")]
    #[expect(clippy::cast_sign_loss, reason = "not negative")]
    number
        .filter(|number| number.fract() == 0.0 && (0.0..=MOST).contains(number))
        .map(|number| number as u64)
        .ok_or_else(|| "Invalid type: number (expected integer)".to_owned())
}

fn taken(map: &mut JsonMap, name: &str) -> Option<String> {
    match map.remove(name) {
        Some(Json::String(text)) => Some(text),
        _ => None,
    }
}

fn names(map: &mut JsonMap, name: &str) -> Option<Vec<String>> {
    let Some(Json::Array(items)) = map.remove(name) else { return None };
    let text = |item| match item {
        Json::String(text) => Some(text),
        _ => None,
    };
    Some(items.into_iter().filter_map(text).collect())
}

#[cfg(test)]
mod tests;
