//! The payout against vectors that other implementations made, and against its own promises.

mod allocation;
mod files;
mod sample;
mod season_file;
mod tree;

use serde_json::Value;

/// Values made with OpenZeppelin's library and viem, and checked on a chain.
fn vectors() -> Value {
    serde_json::from_str(include_str!("vectors.json")).expect("vectors")
}

/// The text of a value.
fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
