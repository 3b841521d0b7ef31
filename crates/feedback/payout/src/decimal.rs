//! Integers of up to 256 bits as decimal text, and amounts in whole tokens.
//!
//! The decimal point is placed in the text, without division, so nothing is rounded.

use alloy_primitives::U256;
use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Parses a decimal number without sign, point, exponent or leading zeros.
pub fn parse(text: &str) -> Option<U256> {
    let is_plain = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let has_leading_zero = text.len() > 1 && text.starts_with('0');
    if !is_plain || has_leading_zero || text.len() > 78 {
        return None;
    }
    U256::from_str_radix(text, 10).ok()
}

/// A number of base units in whole tokens, with a decimal point and without thousands separators:
/// `1567.37`. Trailing zeros are omitted.
pub fn whole_tokens(amount: U256, decimals: u8) -> String {
    let digits = amount.to_string();
    let decimals = usize::from(decimals);
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    let part = part.trim_end_matches('0');
    if part.is_empty() { whole.to_owned() } else { format!("{whole}.{part}") }
}

/// Writes a number as decimal text.
pub fn serialize<S: Serializer>(number: &U256, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&number.to_string())
}

/// Reads a number from decimal text.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<U256, D::Error> {
    let text = String::deserialize(from)?;
    parse(&text).ok_or_else(|| D::Error::custom("an amount is decimal text of whole base units"))
}

#[cfg(test)]
mod tests {
    use alloy_primitives::U256;

    use super::{parse, whole_tokens};

    #[test]
    fn tokens_are_written_from_integers() {
        let written = |amount: u128, decimals| whole_tokens(U256::from(amount), decimals);
        assert_eq!(written(1_567_370_000_000_000_000_000, 18), "1567.37");
        assert_eq!(written(5, 18), "0.000000000000000005");
        assert_eq!((written(5, 0), written(0, 6)), ("5".to_owned(), "0".to_owned()));
        assert_eq!(written(1_000_000, 6), "1");
        assert_eq!(whole_tokens(U256::MAX, 77).len(), 79);
    }

    #[test]
    fn only_plain_decimal_text_is_a_number() {
        assert_eq!(parse("0"), Some(U256::ZERO));
        assert_eq!(parse(&U256::MAX.to_string()), Some(U256::MAX));
        let over = "115792089237316195423570985008687907853269984665640564039457584007913129639936";
        for wrong in ["", "-1", "1.5", "1e3", "0x10", "007", " 1", "1_000", over, &"9".repeat(79)] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
