//! The lines of a season file, in order: the season, its entries, each followed by its checkpoint
//! if there is one, and the standings. If there was a payout, its rules, the decisions about all
//! persons with a standing, and the leaves follow. The last line is the end.
//!
//! An entry is a [`PublicEntry`](feedback_model::ledger::PublicEntry). Persons are named by their
//! salted id of the season.

use alloy_primitives::U256;
use feedback_model::ledger::Hash;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::canonical;
use crate::decimal;
use crate::decision::{Decision, Why};
use crate::leaf::Format;
use crate::rules::{Curve, Rounding, Rules, Tier};
use crate::token::Token;

/// The format name of the file.
pub const FORMAT: &str = "touchstone-season-2";

/// A line with its line feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Its bytes.
    pub text: String,
}

impl Line {
    /// A line of a kind.
    pub fn of(kind: &str, fields: &impl Serialize) -> Line {
        let mut value = serde_json::to_value(fields).unwrap_or_else(|_| Value::from(Map::new()));
        value["t"] = kind.into();
        Line { text: canonical(&value) + "\n" }
    }
}

/// The season.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SeasonLine {
    /// The format name.
    pub format: String,
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// When it began, in milliseconds since 1970.
    pub starts_at: i64,
    /// When it ended.
    pub ends_at: i64,
    /// Number of entries.
    pub entries: u64,
    /// Their sum.
    pub sum: i64,
    /// The hash of the last one.
    pub final_hash: Hash,
}

/// The ledger at a point in time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckpointLine {
    /// The season.
    pub season: u32,
    /// The position of its last entry.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// Number of entries.
    pub entries: u64,
    /// Their sum.
    pub sum: i64,
    /// The time, in milliseconds since 1970.
    pub at: i64,
}

/// The standing of a person.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandingLine {
    /// Their rank; `None` if they are not ranked.
    pub rank: Option<u64>,
    /// Whether they are ranked. This is declared, because it does not follow from the ledger.
    pub eligible: bool,
    /// The person.
    pub person_id: String,
    /// Their points.
    pub total: i64,
    /// Number of their critical or major bugs.
    pub high_count: u32,
    /// Their last effective entry.
    pub last_seq: u64,
}

/// The rules and the result of the payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayoutLine {
    /// The token.
    pub token: Token,
    /// The pool.
    #[serde(with = "decimal")]
    pub pool: U256,
    /// The smallest unit.
    #[serde(with = "decimal")]
    pub unit: U256,
    /// How points become weights.
    pub curve: Curve,
    /// The tiers, if the curve is by tiers.
    pub tiers: Option<Vec<Tier>>,
    /// The minimum number of points to count.
    pub min_points: u64,
    /// The largest share of one person.
    pub cap_bps: Option<u32>,
    /// The treatment of fractions of a unit.
    pub rounding: Rounding,
    /// The contract that the tree is for.
    pub format: Format,
    /// Number of leaves.
    pub leaf_count: u64,
    /// Their sum.
    #[serde(with = "decimal")]
    pub sum: U256,
    /// The sum of the amounts without a leaf.
    #[serde(with = "decimal")]
    pub carried: U256,
    /// The unallocated rest.
    #[serde(with = "decimal")]
    pub unallocated: U256,
    /// The root.
    pub root: String,
}

impl PayoutLine {
    /// Only the rules.
    pub fn rules(&self) -> Rules {
        Rules {
            pool: self.pool,
            unit: self.unit,
            curve: self.curve,
            tiers: self.tiers.clone(),
            min_points: self.min_points,
            cap_bps: self.cap_bps,
            rounding: self.rounding,
        }
    }
}

/// The decision about a person. One line for each standing, in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayeeLine {
    /// The person.
    pub person_id: String,
    /// The decision.
    pub decision: Decision,
    /// The reason, unless they are simply paid.
    pub why: Option<Why>,
    /// Their address, in lower case.
    pub address: Option<String>,
}

/// A paid person. In ascending order of the addresses, so that the index reveals nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeafLine {
    /// The index, from 0.
    pub index: u64,
    /// The person.
    pub person_id: String,
    /// The address, in lower case.
    pub address: String,
    /// Their points.
    pub points: i64,
    /// The amount.
    #[serde(with = "decimal")]
    pub amount: U256,
}

/// The last line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EndLine {
    /// Number of lines before it.
    pub lines: u64,
    /// The SHA-256 of all bytes before it.
    pub sha256: Hash,
}
