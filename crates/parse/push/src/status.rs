//! The row of `_PushStatus`: what a push is, and how far it has come.
//!
//! It is changed only while it is held, so counts of pieces that end at the same time add up.

use std::collections::BTreeMap;

use md5::{Digest, Md5};
use parse_engine::push_provider::{Device, PushOutcome};
use parse_engine::{Cx, Error, WhileDoing, write};
use parse_model::wire::{number, to_json};
use parse_model::{ClassName, Date, FieldName, Filter, Json, JsonMap, Object, ObjectId};
use parse_store::{RowAccess, Select};
use serde_json::json;

use crate::request::PushRequest;

/// What Parse Server writes for a message without words.
const HASH_OF_NOTHING: &str = "d41d8cd98f00b204e9800998ecf8427e";

fn class() -> ClassName {
    ClassName::from_static("_PushStatus")
}

/// Creates the row of a push before it is sent.
pub(crate) async fn create(cx: &Cx, asked: &PushRequest) -> Result<ObjectId, Error> {
    let (time, status) = match &asked.time {
        Some(time) => (time.written.clone(), "scheduled"),
        None => (cx.now().iso(), "pending"),
    };
    let mut row = json!({
        "pushTime": time,
        "query": Json::Object(asked.target.clone()).to_string(),
        "payload": Json::Object(asked.data.clone()).to_string(),
        "source": "rest",
        "status": status,
        "numSent": 0,
        "pushHash": hash(&asked.data),
        // Readable with the master key alone.
        "ACL": {},
    });
    if let Some(end) = asked.expires_at {
        row["expiry"] = Json::from(end.millis());
    }
    if let Some(seconds) = asked.expiration_interval {
        row["expiration_interval"] = number(seconds);
    }
    let Json::Object(row) = row else { return Err(impossible()) };
    Ok(write::create(cx, &class(), row).await?.id)
}

fn impossible() -> Error {
    Error::Failed { doing: "writing a push", source: "a row was no object".into() }
}

/// What tells pushes with the same words.
fn hash(data: &JsonMap) -> String {
    let words = match data.get("alert") {
        Some(Json::String(text)) => text.clone(),
        Some(other @ (Json::Object(_) | Json::Array(_) | Json::Null)) => other.to_string(),
        _ => return HASH_OF_NOTHING.to_owned(),
    };
    Md5::digest(words.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What became of the messages of a batch.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    sent: BTreeMap<String, u64>,
    failed: BTreeMap<String, u64>,
    /// Invalid tokens.
    pub(crate) dead: Vec<String>,
}

impl Tally {
    pub(crate) fn add(&mut self, device: &Device, delivery: &PushOutcome) {
        // Types come from clients; what a key must not hold is left out of it.
        let kind: String = device
            .device_type
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' })
            .collect();
        let counts = if *delivery == PushOutcome::Sent { &mut self.sent } else { &mut self.failed };
        *counts.entry(kind).or_default() += 1;
        if *delivery == PushOutcome::Dead {
            self.dead.push(device.token.clone());
        }
    }
}

/// Holds the row until the transaction ends; `None` if it has been removed.
pub(crate) async fn lock(cx: &Cx, push: &str) -> Result<Option<Object>, Error> {
    let Some(class) = cx.class(&class()) else { return Ok(None) };
    let filter = Filter::equals(FieldName::from_static("objectId"), push);
    let mut select = Select::new(&filter, RowAccess::Everything);
    select.for_update = true;
    let found =
        parse_store::object::find(cx.db(), &class, &select).await.while_doing("reading a push")?;
    Ok(found.into_iter().next())
}

/// Says that the sending of so many batches has begun.
pub(crate) async fn begin(cx: &Cx, push: &str, batches: u64) -> Result<(), Error> {
    let Some(row) = lock(cx, push).await? else { return Ok(()) };
    let count = value(&row, "count") + as_number(batches);
    change(cx, push, json!({ "status": "running", "count": number(count) })).await
}

/// Adds what became of a batch.
pub(crate) async fn track(
    cx: &Cx,
    push: &str,
    tally: &Tally,
    utc_offset: Option<&str>,
) -> Result<(), Error> {
    let Some(row) = lock(cx, push).await? else { return Ok(()) };
    let mut update = json!({ "status": "running", "count": number(value(&row, "count") - 1.0) });
    for (total, per_type, per_offset, counts) in [
        ("numSent", "sentPerType", "sentPerUTCOffset", &tally.sent),
        ("numFailed", "failedPerType", "failedPerUTCOffset", &tally.failed),
    ] {
        let all: u64 = counts.values().sum();
        if all == 0 {
            continue;
        }
        update[total] = number(value(&row, total) + as_number(all));
        let mut types = map(&row, per_type);
        counts.iter().for_each(|(kind, count)| add(&mut types, kind, *count));
        update[per_type] = Json::Object(types);
        if let Some(offset) = utc_offset {
            let mut offsets = map(&row, per_offset);
            add(&mut offsets, offset, all);
            update[per_offset] = Json::Object(offsets);
        }
    }
    change(cx, push, update).await
}

/// Says that everything was sent.
pub(crate) async fn succeed(cx: &Cx, push: &str) -> Result<(), Error> {
    change(cx, push, json!({ "status": "succeeded", "count": { "__op": "Delete" } })).await
}

/// Says that it cannot be sent.
pub(crate) async fn fail(cx: &Cx, push: &str, message: &str) -> Result<(), Error> {
    change(cx, push, json!({ "status": "failed", "errorMessage": { "message": message } })).await
}

async fn change(cx: &Cx, push: &str, update: Json) -> Result<(), Error> {
    let Json::Object(update) = update else { return Err(impossible()) };
    match write::update(cx, &class(), &ObjectId::new(push), update).await {
        Ok(_) => Ok(()),
        // The row has been removed; nothing is left to update.
        Err(Error::Refused(refusal)) if refusal.code == parse_model::Code::OBJECT_NOT_FOUND => {
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Writes down that an audience was used.
pub(crate) async fn used(cx: &Cx, audience_id: &str, now: Date) -> Result<(), Error> {
    let update = json!({
        "lastUsed": { "__type": "Date", "iso": now.iso() },
        "timesUsed": { "__op": "Increment", "amount": 1 },
    });
    let Json::Object(update) = update else { return Err(impossible()) };
    let audience = ClassName::from_static("_Audience");
    match write::update(cx, &audience, &ObjectId::new(audience_id), update).await {
        Ok(_) => Ok(()),
        Err(Error::Refused(refusal)) => {
            tracing::warn!(audience = audience_id, %refusal, "audience usage not recorded");
            Ok(())
        }
        Err(error) => Err(error),
    }
}

fn value(row: &Object, field: &str) -> f64 {
    row.fields.get(field).map(to_json).and_then(|json| json.as_f64()).unwrap_or_default()
}

fn map(row: &Object, field: &str) -> JsonMap {
    match row.fields.get(field).map(to_json) {
        Some(Json::Object(map)) => map,
        _ => JsonMap::new(),
    }
}

fn add(counts: &mut JsonMap, key: &str, more: u64) {
    let before = counts.get(key).and_then(Json::as_f64).unwrap_or_default();
    counts.insert(key.to_owned(), number(before + as_number(more)));
}

/// Counts of devices are far below where a float loses one.
fn as_number(count: u64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "there are fewer devices than 2^53")]
    let number = count as f64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash_of(data: Json) -> String {
        let Json::Object(data) = data else { panic!("an object") };
        hash(&data)
    }

    #[test]
    fn the_hash_is_that_of_the_words() {
        assert_eq!(hash_of(json!({ "alert": "Hello World!" })), "ed076287532e86365e841e92bfc50d8c");
        assert_eq!(hash_of(json!({})), HASH_OF_NOTHING);
        assert_eq!(hash_of(json!({ "alert": 5 })), HASH_OF_NOTHING);
        let words = json!({ "alert": { "title": "a" } });
        assert_ne!(hash_of(words), HASH_OF_NOTHING);
    }

    #[test]
    fn deliveries_are_counted_by_type() {
        let device = |kind: &str| Device {
            id: "i".to_owned(),
            token: format!("token of {kind}"),
            device_type: kind.to_owned(),
            push_type: None,
        };
        let mut tally = Tally::default();
        tally.add(&device("ios"), &PushOutcome::Sent);
        tally.add(&device("ios"), &PushOutcome::Sent);
        tally.add(&device("a.$b"), &PushOutcome::Failed("no".to_owned()));
        tally.add(&device("android"), &PushOutcome::Dead);
        assert_eq!(tally.sent, BTreeMap::from([("ios".to_owned(), 2)]));
        assert_eq!(
            tally.failed,
            BTreeMap::from([("a__b".to_owned(), 1), ("android".to_owned(), 1)])
        );
        assert_eq!(tally.dead, ["token of android"]);
    }
}
