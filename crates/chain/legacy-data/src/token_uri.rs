//! What contracts point at as the description of a thing: JSON in the address itself, on IPFS or on
//! the web. Strangers choose these addresses.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use parse_model::{Json, JsonMap};
use percent_encoding::percent_decode_str;
use serde_json::json;

use crate::shared::Shared;

/// The longest description that is passed on.
const LONGEST: usize = 1 << 18;

/// Where a description is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the address itself.
    Here(String),
    /// Somewhere else.
    There(String),
    /// Nowhere that is looked at.
    Nowhere,
}

/// Where an address leads.
pub(crate) fn place(uri: &str, gateway: Option<&str>) -> Place {
    if let Some(inline) = uri.strip_prefix("data:") {
        return inside(inline).map_or(Place::Nowhere, Place::Here);
    }
    if let Some(path) = uri.strip_prefix("ipfs://") {
        let path = path.strip_prefix("ipfs/").unwrap_or(path);
        return match gateway {
            Some(gateway) => Place::There(format!("{gateway}/{path}")),
            None => Place::Nowhere,
        };
    }
    let is_web = uri.starts_with("https://") || uri.starts_with("http://");
    if is_web { Place::There(uri.to_owned()) } else { Place::Nowhere }
}

fn inside(inline: &str) -> Option<String> {
    let (kind, data) = inline.split_once(',')?;
    if !kind.contains("json") || data.len() > 2 * LONGEST {
        return None;
    }
    if kind.ends_with(";base64") {
        return String::from_utf8(STANDARD.decode(data).ok()?).ok();
    }
    percent_decode_str(data).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

/// A number put where a contract of many things says `{id}`.
pub(crate) fn filled(uri: &str, id: alloy_primitives::U256) -> String {
    uri.replace("{id}", &format!("{id:064x}"))
}

/// The metadata behind an address as JSON text; `None` if there is none.
pub(crate) async fn described(shared: &Shared, uri: &str, is_again: bool) -> Option<Arc<str>> {
    let url = match place(uri, shared.options.ipfs_gateway.as_deref()) {
        Place::Here(text) => return usable(&text),
        Place::Nowhere => return None,
        Place::There(url) => url,
    };
    let web = shared.sources.web.as_ref()?;
    if !is_again && let Some(known) = shared.kept.fetched.get(&url) {
        return known;
    }
    let fetched = web.fetch(&url).await.ok();
    let text = fetched.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok());
    let text = text.and_then(|text| usable(&text));
    shared.kept.fetched.insert(url, text.clone());
    text
}

/// The same where the description is in the address itself; nothing is fetched.
pub(crate) fn described_here(uri: &str) -> Option<Arc<str>> {
    match place(uri, None) {
        Place::Here(text) => usable(&text),
        Place::There(_) | Place::Nowhere => None,
    }
}

fn usable(text: &str) -> Option<Arc<str>> {
    let is_object = || serde_json::from_str::<JsonMap>(text).is_ok();
    (text.len() <= LONGEST && is_object()).then(|| text.into())
}

/// The parts of a description that have a name everywhere.
pub(crate) fn normalized(text: Option<&str>) -> Json {
    let Some(told) = text.and_then(|text| serde_json::from_str::<JsonMap>(text).ok()) else {
        return Json::Null;
    };
    let part =
        |names: &[&str]| names.iter().find_map(|name| told.get(*name)).cloned().unwrap_or_default();
    let attributes = match part(&["attributes", "traits"]) {
        Json::Array(attributes) => attributes,
        _ => Vec::new(),
    };
    json!({
        "name": part(&["name", "title"]),
        "description": part(&["description"]),
        "image": part(&["image", "image_url"]),
        "external_link": part(&["external_link", "external_url"]),
        "animation_url": part(&["animation_url"]),
        "attributes": attributes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_ever_fetched() {
        let there = |url: &str| Place::There(url.to_owned());
        assert_eq!(place("https://a.example/1", None), there("https://a.example/1"));
        let gateway = Some("https://ipfs.example/ipfs");
        assert_eq!(place("ipfs://Qm/1", gateway), there("https://ipfs.example/ipfs/Qm/1"));
        assert_eq!(place("ipfs://ipfs/Qm/1", gateway), there("https://ipfs.example/ipfs/Qm/1"));
        for nowhere in ["ipfs://Qm/1", "file:///etc/passwd", "ftp://a", "", "data:text/html,x"] {
            assert_eq!(place(nowhere, None), Place::Nowhere, "{nowhere}");
        }
    }

    #[test]
    fn a_description_in_the_address_is_read_in_both_codings() {
        let text = r#"{"name":"One"}"#;
        let coded = format!("data:application/json;base64,{}", STANDARD.encode(text));
        assert_eq!(described_here(&coded).as_deref(), Some(text));
        let percent = "data:application/json,%7B%22name%22%3A%22One%22%7D";
        assert_eq!(described_here(percent).as_deref(), Some(text));
        assert_eq!(described_here("data:application/json,[1]"), None);
        assert_eq!(normalized(Some(text))["name"], "One");
        assert_eq!(normalized(None), Json::Null);
    }
}
