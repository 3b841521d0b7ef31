//! The file for claim pages of indexed distributors: the root, the sum, and each address with its
//! index, amount and proof. Written in parts.

use std::fmt::Write;

use alloy_primitives::{B256, U256};

use crate::address::checksummed;
use crate::leaf::Leaf;

/// The text after the last claim.
pub const END: &str = "}}";

/// The text before the first claim.
pub fn begin(root: B256, sum: U256) -> String {
    format!("{{\"merkleRoot\":\"{root}\",\"tokenTotal\":\"{}\",\"claims\":{{", even_hex(sum))
}

/// A claim.
pub fn claim(index: usize, leaf: &Leaf, proof: &[B256]) -> String {
    let comma = if index == 0 { "" } else { "," };
    let (address, amount) = (checksummed(leaf.address), even_hex(leaf.amount));
    let mut text =
        format!("{comma}\"{address}\":{{\"index\":{index},\"amount\":\"{amount}\",\"proof\":[");
    for (turn, hash) in proof.iter().enumerate() {
        let comma = if turn == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\"{hash}\"");
    }
    text.push_str("]}");
    text
}

/// A number in hex with an even number of digits, as wallet libraries write it.
fn even_hex(number: U256) -> String {
    let digits = format!("{number:x}");
    if digits.len() % 2 == 0 { format!("0x{digits}") } else { format!("0x0{digits}") }
}
