//! Reading what nodes send: whatever has another form than expected is nothing, never an error.

use alloy_primitives::{Address, B256, U256};
use serde_json::Value;

/// The bytes of a hex text, with or without `0x`, cut at so many.
pub(crate) fn bytes(text: &str, most: usize) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    let digits = digits.as_bytes();
    let kept = &digits[..digits.len().min(most.saturating_mul(2))];
    kept.chunks_exact(2).map(|pair| Some(digit(pair[0])? << 4 | digit(pair[1])?)).collect()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// The bytes of a field that holds hex.
pub(crate) fn data(value: &Value, most: usize) -> Option<Vec<u8>> {
    value.as_str().filter(|text| text.starts_with("0x")).and_then(|text| bytes(text, most))
}

/// A quantity: hex, decimal digits or a number.
pub(crate) fn quantity(value: &Value) -> Option<U256> {
    match value {
        Value::Number(number) => number.as_u64().map(U256::from),
        Value::String(text) => match text.strip_prefix("0x") {
            Some(digits) if digits.len() <= 64 => U256::from_str_radix(digits, 16).ok(),
            Some(_) => None,
            None => crate::Amount::parse(text).map(|amount| amount.0),
        },
        _ => None,
    }
}

/// A quantity that fits into 64 bits.
pub(crate) fn small(value: &Value) -> Option<u64> {
    quantity(value).and_then(|quantity| u64::try_from(quantity).ok())
}

/// An address.
pub(crate) fn address(value: &Value) -> Option<Address> {
    let found = data(value, 20)?;
    (found.len() == 20 && value.as_str()?.len() == 42).then(|| Address::from_slice(&found))
}

/// A hash.
pub(crate) fn hash(value: &Value) -> Option<B256> {
    let found = data(value, 32)?;
    (found.len() == 32 && value.as_str()?.len() == 66).then(|| B256::from_slice(&found))
}

/// A text without control characters, cut at so many characters.
pub(crate) fn text(text: &str, most: usize) -> String {
    let seen = text.chars().map(|c| if c.is_control() || turns_text(c) { ' ' } else { c });
    seen.take(most).collect::<String>().trim().to_owned()
}

/// Lower-case hex with `0x`.
pub(crate) fn hex(bytes: &[u8]) -> String {
    alloy_primitives::hex::encode_prefixed(bytes)
}

/// Whether a character hides, joins or turns what stands around it.
fn turns_text(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn quantities_are_read_from_hex_decimals_and_numbers() {
        assert_eq!(quantity(&json!("0x10")), Some(U256::from(16)));
        assert_eq!(quantity(&json!("16")), Some(U256::from(16)));
        assert_eq!(quantity(&json!(16)), Some(U256::from(16)));
        for wrong in [json!(-1), json!(1.5), json!("0xzz"), json!(null), json!([1]), json!("")] {
            assert_eq!(quantity(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn hex_is_cut_and_never_half_a_byte() {
        assert_eq!(bytes("0x0102ff", 2), Some(vec![1, 2]));
        assert_eq!(bytes("0x123", 9), None);
        assert_eq!(bytes("ünïcode!", 9), None);
        assert_eq!(address(&json!(format!("0x{}", "11".repeat(21)))), None);
    }

    #[test]
    fn texts_lose_their_control_characters() {
        assert_eq!(text("\u{0}a\u{1b}b\n", 10), "a b");
        assert_eq!(text("\u{202e}CDSU\u{feff}", 10), "CDSU");
    }
}
