//! Texts that show a transaction outside Touchstone: a Foundry test, `cast` commands, links.
//!
//! They are pasted into editors, terminals and tickets, so they are made of fixed words, hex and
//! decimal numbers. No text that a contract, a token or a user chose is part of them, and no
//! address of a node.

mod cast;
mod foundry;
mod link;
mod replay;
mod transaction_ref;

use crate::explanation::Explanation;
use crate::found::Found;
use replay::Replay;

pub use transaction_ref::TransactionRef;

/// The longest code in a ticket, in bytes.
const MOST_CODE: usize = 12_000;

/// The texts about one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Copies {
    /// A test that fails as the transaction did. `None` unless the transaction was undone and its
    /// call is known.
    pub foundry: Option<String>,
    /// Commands for a shell.
    pub cast: String,
    /// Its page at the explorer of its network.
    pub explorer: Option<String>,
    /// Its page at Tenderly.
    pub tenderly: String,
}

/// The texts about a transaction. Without the answers of nodes they are those that need its hash
/// only.
pub fn copies(
    of: TransactionRef,
    found: Option<&Found>,
    explanation: &Explanation,
    explorer: Option<&str>,
) -> Copies {
    let replay = found.and_then(|found| Replay::of(found, explanation));
    Copies {
        foundry: replay.as_ref().map(|replay| foundry::test(of, replay)),
        cast: cast::commands(of, replay.as_ref()),
        explorer: explorer.and_then(|base| link::explorer(base, of)),
        tenderly: link::tenderly(of),
    }
}

impl Copies {
    /// All of it for a ticket. Long code is left out.
    pub fn markdown(&self) -> String {
        let links = self.explorer.iter().chain([&self.tenderly]);
        let mut text = links.map(|link| format!("- {link}\n")).collect::<String>();
        let test = self.foundry.as_ref().map(|test| ("solidity", test));
        for (language, code) in test.into_iter().chain([("sh", &self.cast)]) {
            if code.len() <= MOST_CODE {
                text.push_str(&format!("\n```{language}\n{code}```\n"));
            }
        }
        text
    }
}
