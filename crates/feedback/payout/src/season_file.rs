//! The season file: the ledger of a season, its checkpoints and standings, and the payout, as lines
//! of canonical JSON, so that anyone can recompute every hash, every standing, every amount and the
//! root from the file alone.
//!
//! # Form (`touchstone-season-2`)
//!
//! UTF-8, one JSON object per line, each ended by one line feed. Keys are sorted, there are no
//! spaces, numbers are whole and below 2^53, amounts of tokens are decimal text. `t` says what a
//! line is; they come in the order of [`line`]. The same season gives the same bytes.
//!
//! It contains no names: accounts, issues and texts are hashes with a secret salt of the server,
//! and a person has one salted id throughout the season. The chain is made of these, so it is
//! recomputed without the salt.

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
