//! Token amounts: whole numbers of 256 bits, sent and stored as decimal texts.

use std::fmt;
use std::str::FromStr;

use alloy_primitives::U256;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An amount in a token's smallest unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(pub U256);

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<u64> for Amount {
    fn from(amount: u64) -> Amount {
        Amount(U256::from(amount))
    }
}

impl Amount {
    /// Reads digits and nothing else.
    pub fn parse(text: &str) -> Option<Amount> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || text.len() > 78 {
            return None;
        }
        U256::from_str(text).ok().map(Amount)
    }

    /// As people read it: with the decimals of its token, at most six of them that say something.
    pub fn shown(self, decimals: u8) -> String {
        let digits = self.to_string();
        let decimals = usize::from(decimals);
        if decimals == 0 {
            return digits;
        }
        let padded = format!("{digits:0>width$}", width = decimals + 1);
        let (whole, part) = padded.split_at(padded.len() - decimals);
        let zeros = if whole == "0" { part.len() - part.trim_start_matches('0').len() } else { 0 };
        let kept = &part[..part.len().min(zeros + 6)];
        let kept = kept.trim_end_matches('0');
        if kept.is_empty() { whole.to_owned() } else { format!("{whole}.{kept}") }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Amount, D::Error> {
        let text = String::deserialize(deserializer)?;
        Amount::parse(&text).ok_or_else(|| {
            serde::de::Error::custom("an amount is a whole number in decimal digits")
        })
    }
}

/// A share in hundredths of a percent, as people read it.
pub(crate) fn percent(bps: i64) -> String {
    format!("{}.{:02} %", bps / 100, bps % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_shown_with_the_decimals_of_their_token() {
        for (amount, decimals, shown) in [
            ("0", 18, "0"),
            ("71200000000000000", 18, "0.0712"),
            ("1000000", 6, "1"),
            ("1234567", 6, "1.234567"),
            ("1234567890123456789", 18, "1.234567"),
            ("12", 18, "0.000000000000000012"),
            ("12", 0, "12"),
        ] {
            assert_eq!(Amount::parse(amount).unwrap().shown(decimals), shown);
        }
        assert_eq!(Amount(U256::MAX).shown(255).len(), 2 + 255 - 78 + 6);
    }
}
