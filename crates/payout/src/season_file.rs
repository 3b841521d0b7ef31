//! The season file: the ledger of a season, its checkpoints and standings, and what was paid, as
//! lines of canonical JSON, so that anybody can recompute every hash, every standing, every amount
//! and the root without asking anybody.
//!
//! # Form (`touchstone-season-1`)
//!
//! UTF-8, one JSON object per line, each ended by one line feed. Keys are sorted, there are no
//! spaces, numbers are whole and below 2^53, amounts of tokens are decimal text. `t` says what a
//! line is; they come in the order of [`line`]. The same season gives the same bytes.
//!
//! Entries are those of the ledger's second format: a line holds the hashes of reason and
//! explanation, and the texts where they are not withheld.

mod broken;
mod canonical;
mod digest;
pub mod line;
mod payout_check;
mod reader;
mod standings;
mod verify;

pub use broken::Broken;
pub use canonical::canonical;
pub use digest::FileDigest;
pub use verify::{Outside, Verified, verify};
