//! Roots of lists that come in, for a suite that compares them with those of OpenZeppelin's library.
//!
//! A line is `[["0xAddress", "amount"], …]`; the answer is `{"standard": "0x…", "indexed": "0x…"}`.

use std::io::{BufRead, Write, stdin, stdout};

use payout::leaf::hashes;
use payout::{Format, Leaf, Tree, address, decimal};
use serde_json::json;

fn main() {
    for line in stdin().lock().lines() {
        let values: Vec<(String, String)> =
            serde_json::from_str(&line.expect("a line")).expect("a list");
        let leaf = |(address, amount): &(String, String)| Leaf {
            address: address::parse(address).expect("an address"),
            amount: decimal::parse(amount).expect("an amount"),
        };
        let leaves: Vec<Leaf> = values.iter().map(leaf).collect();
        let root = |format| Tree::of(&hashes(&leaves, format)).expect("a tree").root().to_string();
        let answer =
            json!({ "standard": root(Format::StandardTree), "indexed": root(Format::Indexed) });
        writeln!(stdout(), "{answer}").expect("written");
    }
}
