//! The payout of a season: amounts in integers, Merkle trees and proofs, the files for other tools,
//! and the season file from which anyone can recompute all of it.
//!
//! Everything here is a pure function over plain values, shared by the server, `touchstone verify`
//! and the tests. It uses no floating point.
//!
//! This crate must never know HTTP, SQL, async or keys that could move a token.

pub mod address;
pub mod allocation;
pub mod bundle;
pub mod claims_file;
pub mod decimal;
pub mod decision;
pub mod figures;
pub mod leaf;
pub mod rules;
pub mod safe_batch;
pub mod season_file;
pub mod tie;
pub mod token;
pub mod transfer_list;
pub mod tree;
pub mod tree_dump;

pub use alloy_primitives::{Address, B256, U256};

pub use allocation::{Allocation, Candidate, Share, allocate};
pub use bundle::{Bundle, Payee};
pub use decision::{Decision, Why};
pub use leaf::{Format, Leaf};
pub use rules::{Curve, RefusedRules, Rounding, Rules, Tier};
pub use token::Token;
pub use tree::{Tree, verify};
