//! Reads data that a page recorded. Parts of another type are dropped: a page can record anything,
//! and a report must not fail because of that.

use std::collections::BTreeMap;

use parse_model::{Json, JsonMap};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};

/// An object with those of its fields that have the right type.
pub(super) fn fitting<T: DeserializeOwned + Default>(sent: Json) -> T {
    let Json::Object(fields) = sent else { return T::default() };
    let fits = |(name, value): &(String, Json)| {
        let alone = JsonMap::from_iter([(name.clone(), value.clone())]);
        serde_json::from_value::<T>(Json::Object(alone)).is_ok()
    };
    let fields: JsonMap = fields.into_iter().filter(fits).collect();
    serde_json::from_value(Json::Object(fields)).unwrap_or_default()
}

/// For a field that is an object.
pub(super) fn object<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    Json::deserialize(from).map(fitting)
}

/// For a field that may be an object.
pub(super) fn optional<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    let sent = Json::deserialize(from)?;
    Ok(sent.is_object().then(|| fitting(sent)))
}

/// For a list of objects.
pub(super) fn objects<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned + Default,
    D: Deserializer<'de>,
{
    let Json::Array(sent) = Json::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(sent.into_iter().filter(Json::is_object).map(fitting).collect())
}

/// For a list of plain values.
pub(super) fn values<'de, T, D>(from: D) -> Result<Vec<T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let Json::Array(sent) = Json::deserialize(from)? else { return Ok(Vec::new()) };
    Ok(sent.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect())
}

/// For plain values by name.
pub(super) fn by_name<'de, T, D>(from: D) -> Result<BTreeMap<String, T>, D::Error>
where
    T: DeserializeOwned,
    D: Deserializer<'de>,
{
    let Json::Object(sent) = Json::deserialize(from)? else { return Ok(BTreeMap::new()) };
    let fits = |(name, value)| Some((name, serde_json::from_value(value).ok()?));
    Ok(sent.into_iter().filter_map(fits).collect())
}

/// For a text.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match Json::deserialize(from)? {
        Json::String(text) => Ok(Some(text)),
        Json::Number(number) => Ok(Some(number.to_string())),
        _ => Ok(None),
    }
}

/// For texts by name. Numbers become texts.
pub(super) fn texts<'de, D: Deserializer<'de>>(
    from: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let sent = by_name::<Json, D>(from)?;
    let fits = |(name, value)| Some((name, text(value).ok()??));
    Ok(sent.into_iter().filter_map(fits).collect())
}
