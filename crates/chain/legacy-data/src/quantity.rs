//! Numbers as nodes write them and as clients read them.

use alloy_primitives::{Address, B256, U256};
use parse_model::{Date, Json};

/// A number in decimal or, with `0x`, hexadecimal digits.
pub(crate) fn big(text: &str) -> Option<U256> {
    match text.strip_prefix("0x") {
        Some(digits) if !digits.is_empty() => U256::from_str_radix(digits, 16).ok(),
        Some(_) => None,
        None if text.is_empty() => None,
        None => U256::from_str_radix(text, 10).ok(),
    }
}

/// The same, if it is small.
pub(crate) fn whole(text: &str) -> Option<u64> {
    u64::try_from(big(text)?).ok()
}

/// A field of a node's answer as a number.
pub(crate) fn number(object: &Json, name: &str) -> Option<u64> {
    whole(object.get(name)?.as_str()?)
}

/// A field of a node's answer as decimal text.
pub(crate) fn decimal(object: &Json, name: &str) -> Json {
    let text = object.get(name).and_then(Json::as_str).and_then(big);
    text.map_or(Json::Null, |number| Json::String(number.to_string()))
}

/// A field of a node's answer as it is, in lower case.
pub(crate) fn lower(object: &Json, name: &str) -> Json {
    let text = object.get(name).and_then(Json::as_str);
    text.map_or(Json::Null, |text| Json::String(text.to_ascii_lowercase()))
}

/// Seconds since 1970 as a date.
pub(crate) fn date(seconds: u64) -> String {
    let millis = i64::try_from(seconds).unwrap_or(i64::MAX / 1000).saturating_mul(1000);
    Date::from_millis(millis).iso()
}

/// A number of a block as nodes want it.
pub(crate) fn tag(number: u64) -> String {
    format!("{number:#x}")
}

/// An address in lower case.
pub(crate) fn spelled(address: Address) -> String {
    format!("{address:#x}")
}

/// An address as a word.
pub(crate) fn word(address: Address) -> B256 {
    address.into_word()
}

/// The address in a word, if nothing else is.
pub(crate) fn address_in(word: B256) -> Option<Address> {
    word[..12].iter().all(|byte| *byte == 0).then(|| Address::from_word(word))
}

/// An amount in units of so many decimals, without zeros at the end.
pub(crate) fn in_units(amount: U256, decimals: u8) -> String {
    let digits = amount.to_string();
    let decimals = usize::from(decimals);
    let padded = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, rest) = padded.split_at(padded.len() - decimals);
    let rest = rest.trim_end_matches('0');
    if rest.is_empty() { whole.to_owned() } else { format!("{whole}.{rest}") }
}

/// The number of a thing in the format that was asked for.
pub(crate) fn id_text(id: U256, is_hex: bool) -> String {
    if is_hex { format!("{id:#x}") } else { id.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_told_in_units_without_rounding() {
        let units = |text: &str, decimals| in_units(big(text).unwrap(), decimals);
        assert_eq!(units("1500000000000000000", 18), "1.5");
        assert_eq!(units("1", 18), "0.000000000000000001");
        assert_eq!(units("0", 6), "0");
        assert_eq!(units("42", 0), "42");
        assert_eq!(units("100", 2), "1");
    }

    #[test]
    fn a_number_is_read_in_both_spellings_and_nothing_else() {
        assert_eq!(whole("0x10"), Some(16));
        assert_eq!(whole("10"), Some(10));
        for bad in ["", "0x", "-1", "1.5", "0xg", "1e3"] {
            assert_eq!(whole(bad), None, "{bad}");
        }
    }
}
