//! The dump for `StandardMerkleTree.load`, written in parts.

use std::fmt::Write;

use alloy_primitives::B256;

use crate::address::checksummed;
use crate::leaf::Leaf;

/// The text before the first node.
pub const BEGIN: &str =
    "{\"format\":\"standard-v1\",\"leafEncoding\":[\"address\",\"uint256\"],\"tree\":[";
/// The text between nodes and values.
pub const BETWEEN: &str = "],\"values\":[";
/// The text after the last value.
pub const END: &str = "]}";

/// Some nodes. `is_first` if the root is among them.
pub fn nodes(nodes: &[B256], is_first: bool) -> String {
    let mut text = String::with_capacity(nodes.len() * 69);
    for (turn, node) in nodes.iter().enumerate() {
        let comma = if turn == 0 && is_first { "" } else { "," };
        let _ = write!(text, "{comma}\"{node}\"");
    }
    text
}

/// Some values with their positions. `is_first` if the first value is among them.
pub fn values<'a>(values: impl IntoIterator<Item = (&'a Leaf, usize)>, is_first: bool) -> String {
    let mut text = String::new();
    for (turn, (leaf, place)) in values.into_iter().enumerate() {
        let comma = if turn == 0 && is_first { "" } else { "," };
        let (address, amount) = (checksummed(leaf.address), leaf.amount);
        let _ =
            write!(text, "{comma}{{\"value\":[\"{address}\",\"{amount}\"],\"treeIndex\":{place}}}");
    }
    text
}
