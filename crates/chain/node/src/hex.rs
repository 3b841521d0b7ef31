//! Reading the hexadecimal texts that nodes answer with.

use alloy_primitives::{Address, B256};
use serde_json::Value;

/// `0x1a` as a number; nothing for anything else.
pub(crate) fn number(value: &Value) -> Option<u64> {
    let digits = value.as_str()?.strip_prefix("0x")?;
    let is_number = (1..=16).contains(&digits.len());
    if is_number { u64::from_str_radix(digits, 16).ok() } else { None }
}

/// Whether the text is this hash.
pub(crate) fn is_hash(value: &Value, hash: B256) -> bool {
    read_hash(value) == Some(hash)
}

/// 32 bytes.
pub(crate) fn read_hash(value: &Value) -> Option<B256> {
    let text = value.as_str()?;
    if text.len() == 66 && text.starts_with("0x") { text.parse().ok() } else { None }
}

/// 20 bytes.
pub(crate) fn read_address(value: &Value) -> Option<Address> {
    let text = value.as_str()?;
    if text.len() == 42 && text.starts_with("0x") { text.parse().ok() } else { None }
}

/// Any bytes.
pub(crate) fn bytes(value: &Value) -> Option<Vec<u8>> {
    let text = value.as_str()?.strip_prefix("0x")?;
    alloy_primitives::hex::decode(text).ok()
}
