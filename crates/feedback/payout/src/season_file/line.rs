//! The lines of a season file, in their order: the season, its entries, each followed by its
//! checkpoint if there is one, and the standings; then, if there was a payout, its rules, the
//! decisions about all persons with a standing, and the leaves; at last the end.
//!
//! An entry is a [`PublicEntry`](feedback_model::ledger::PublicEntry). Wherever a person is named, it
//! is by the salted id of that season.

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

/// What a file says it is.
pub const FORMAT: &str = "touchstone-season-2";

/// A line that is written, with its line feed.
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
    /// What the file says it is.
    pub format: String,
    /// Its number.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// When it began, in milliseconds since 1970.
    pub starts_at: i64,
    /// When it ended.
    pub ends_at: i64,
    /// How many entries follow.
    pub entries: u64,
    /// What they add up to.
    pub sum: i64,
    /// The hash of the last one.
    pub final_hash: Hash,
}

/// What the ledger was at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckpointLine {
    /// The season.
    pub season: u32,
    /// The place of the last entry then.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// How many entries there were.
    pub entries: u64,
    /// What they added up to.
    pub sum: i64,
    /// When, in milliseconds since 1970.
    pub at: i64,
}

/// What a person has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StandingLine {
    /// Their rank; `None` if they are not ranked.
    pub rank: Option<u64>,
    /// Whether they are ranked. That is declared: it does not follow from the ledger.
    pub eligible: bool,
    /// Who.
    pub person_id: String,
    /// What they have.
    pub total: i64,
    /// How many of their bugs were critical or major.
    pub high_count: u32,
    /// Their last entry in force.
    pub last_seq: u64,
}

/// The rules of the payout and what came of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayoutLine {
    /// The token.
    pub token: Token,
    /// How much there is.
    #[serde(with = "decimal")]
    pub pool: U256,
    /// The smallest step.
    #[serde(with = "decimal")]
    pub unit: U256,
    /// How points become weights.
    pub curve: Curve,
    /// The tiers, if the curve is by tiers.
    pub tiers: Option<Vec<Tier>>,
    /// Who has fewer does not count.
    pub min_points: u64,
    /// The most that one person gets.
    pub cap_bps: Option<u32>,
    /// What becomes of parts of units.
    pub rounding: Rounding,
    /// Which contract the tree is for.
    pub format: Format,
    /// How many are paid.
    pub leaf_count: u64,
    /// What they get together.
    #[serde(with = "decimal")]
    pub sum: U256,
    /// What those without a leaf have together.
    #[serde(with = "decimal")]
    pub carried: U256,
    /// The unallocated rest.
    #[serde(with = "decimal")]
    pub unallocated: U256,
    /// The root.
    pub root: String,
}

impl PayoutLine {
    /// The rules alone.
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

/// What was decided about a person; one for each standing, in the same order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayeeLine {
    /// Who.
    pub person_id: String,
    /// What.
    pub decision: Decision,
    /// Why, where it is not simply paid.
    pub why: Option<Why>,
    /// Where they are paid, in lower case.
    pub address: Option<String>,
}

/// A paid person; in ascending order of the addresses, so that the index reveals nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeafLine {
    /// Their place, from 0.
    pub index: u64,
    /// Who.
    pub person_id: String,
    /// Where, in lower case.
    pub address: String,
    /// For how many points.
    pub points: i64,
    /// How much.
    #[serde(with = "decimal")]
    pub amount: U256,
}

/// The end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EndLine {
    /// How many lines come before.
    pub lines: u64,
    /// The SHA-256 of all bytes before.
    pub sha256: Hash,
}
