//! What a call says, read once: whatever is not in the catalogue is gone, and texts from an address
//! mean what values of a body mean.

use alloy_primitives::{Address, B256, U256};
use parse_engine::Error;
use parse_model::{Date, Json, JsonMap};

use crate::catalogue::Entry;
use crate::quantity;
use crate::refused::{required, unreadable};

/// The most that a list of parameters may hold.
pub(crate) const MOST_ITEMS: usize = 25;

/// The most rows of a page.
pub(crate) const MOST_ROWS: usize = 100;

/// The parameters of one call.
#[derive(Debug)]
pub(crate) struct Params(JsonMap);

impl Params {
    /// Keeps what the function knows. What is empty was not said.
    pub(crate) fn of(entry: &Entry, sent: &JsonMap) -> Params {
        let is_said = |value: &&Json| !value.is_null() && value.as_str() != Some("");
        let said = |name: &'static str| {
            let value = sent.get(name).filter(is_said)?;
            Some((name.to_owned(), value.clone()))
        };
        Params(entry.parameters().filter_map(said).collect())
    }

    /// Tells one call from another.
    pub(crate) fn key(&self) -> String {
        Json::Object(self.0.clone()).to_string()
    }

    /// What was sent for a name.
    pub(crate) fn value(&self, name: &str) -> Option<&Json> {
        self.0.get(name)
    }

    /// A text, or a number as text.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        match self.0.get(name)? {
            Json::String(text) => Some(text.trim().to_owned()),
            Json::Number(number) => Some(whole(number)),
            Json::Bool(flag) => Some(flag.to_string()),
            _ => None,
        }
    }

    /// A text that must be there.
    pub(crate) fn needed(&self, name: &str) -> Result<String, Error> {
        self.text(name).ok_or_else(|| required(name))
    }

    /// An address that must be there.
    pub(crate) fn address(&self, name: &str) -> Result<Address, Error> {
        address(name, &self.needed(name)?)
    }

    /// A list of addresses; a text may hold several, separated by commas.
    pub(crate) fn addresses(&self, name: &str) -> Result<Vec<Address>, Error> {
        self.list(name)?.iter().map(|text| address(name, text)).collect()
    }

    /// A list of texts.
    pub(crate) fn list(&self, name: &str) -> Result<Vec<String>, Error> {
        let items: Vec<String> = match self.0.get(name) {
            None => Vec::new(),
            Some(Json::Array(items)) => {
                items.iter().filter_map(|item| item.as_str().map(str::to_owned)).collect()
            }
            Some(_) => {
                let text = self.text(name).unwrap_or_default();
                let items = text.split(',').map(|item| item.trim().to_owned());
                items.filter(|item| !item.is_empty()).collect()
            }
        };
        if items.len() > MOST_ITEMS {
            return Err(unreadable(name, &format!("a list of at most {MOST_ITEMS}")));
        }
        Ok(items)
    }

    /// A list of objects or texts as it was sent, or as JSON in a text.
    pub(crate) fn json(&self, name: &str) -> Option<Json> {
        match self.0.get(name)? {
            Json::String(text) => serde_json::from_str(text).ok(),
            other => Some(other.clone()),
        }
    }

    /// A hash that must be there.
    pub(crate) fn hash(&self, name: &str) -> Result<B256, Error> {
        let text = self.needed(name)?;
        text.parse().map_err(|_| unreadable(name, "a hash of 32 bytes"))
    }

    /// A number of a block.
    pub(crate) fn block(&self, name: &str) -> Result<Option<u64>, Error> {
        let Some(text) = self.text(name).filter(|text| text != "latest") else { return Ok(None) };
        let number = quantity::whole(&text).filter(|number| *number < 1 << 53);
        number.map(Some).ok_or_else(|| unreadable(name, "the number of a block"))
    }

    /// A moment, in seconds since 1970: ISO 8601, or seconds or milliseconds since then.
    pub(crate) fn moment(&self, name: &str) -> Result<Option<u64>, Error> {
        let Some(text) = self.text(name) else { return Ok(None) };
        let seconds = match text.parse::<u64>() {
            Ok(number) if number > 100_000_000_000 => Some(number / 1000),
            Ok(number) => Some(number),
            Err(_) => Date::parse(&text).and_then(|date| u64::try_from(date.millis() / 1000).ok()),
        };
        seconds.map(Some).ok_or_else(|| unreadable(name, "a date, or seconds since 1970"))
    }

    /// The number of a token.
    pub(crate) fn token_id(&self, name: &str) -> Result<U256, Error> {
        let text = self.needed(name)?;
        quantity::big(&text).ok_or_else(|| unreadable(name, "the number of a token"))
    }

    /// How many rows a page has.
    pub(crate) fn limit(&self, usual: usize) -> Result<usize, Error> {
        let Some(text) = self.text("limit") else { return Ok(usual) };
        let limit: Option<usize> = text.parse().ok();
        let limit = limit.ok_or_else(|| unreadable("limit", "a whole number"))?;
        Ok(limit.clamp(1, usual))
    }

    /// Whether token ids are returned in hexadecimal.
    pub(crate) fn is_hex(&self) -> bool {
        self.text("format").is_some_and(|format| format == "hex")
    }
}

/// Clients send every number as a double.
fn whole(number: &serde_json::Number) -> String {
    match number.as_f64() {
        Some(double) if number.as_u64().is_none() && double.fract() == 0.0 => format!("{double}"),
        _ => number.to_string(),
    }
}

/// Reads an address.
pub(crate) fn address(name: &str, text: &str) -> Result<Address, Error> {
    text.parse().map_err(|_| unreadable(name, "an address of 20 bytes such as 0x…"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::entry;
    use serde_json::json;

    fn of(name: &str, sent: Json) -> Params {
        let Json::Object(sent) = sent else { panic!("an object") };
        Params::of(entry(name).unwrap(), &sent)
    }

    #[test]
    fn what_the_function_does_not_know_is_ignored() {
        let params = of("web3ApiVersion", json!({"address": "0x1", "chain": "eth"}));
        assert_eq!(params.key(), "{}");
        let params = of("getNativeBalance", json!({"address": "", "to_block": null, "x": 1}));
        assert_eq!(params.key(), "{}");
        assert!(params.address("address").is_err());
    }

    #[test]
    fn a_list_may_be_one_text_and_is_never_long() {
        let one = "0x0000000000000000000000000000000000000001";
        let two = format!("{one},{one}");
        let listed = of("getTokenMetadata", json!({"addresses": [one, one]}));
        assert_eq!(listed.addresses("addresses").unwrap().len(), 2);
        assert_eq!(
            of("getTokenMetadata", json!({"addresses": two})).addresses("addresses").unwrap().len(),
            2
        );
        let many: Vec<&str> = vec![one; MOST_ITEMS + 1];
        assert!(of("getTokenMetadata", json!({"addresses": many})).addresses("addresses").is_err());
    }

    #[test]
    fn a_moment_is_a_date_or_a_number_in_either_unit() {
        for spelled in [
            json!("2021-01-01T00:00:00.000Z"),
            json!("2021-01-01"),
            json!("1609459200"),
            json!(1_609_459_200),
            json!(1_609_459_200_000_u64),
            json!(1_609_459_200.0),
        ] {
            let params = of("getDateToBlock", json!({"date": spelled}));
            assert_eq!(params.moment("date").unwrap(), Some(1_609_459_200), "{spelled}");
        }
        assert!(of("getDateToBlock", json!({"date": "yesterday"})).moment("date").is_err());
    }
}
