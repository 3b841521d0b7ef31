//! The answers about a tester's own rewards.

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// `rewardMine`.
    pub(super) MyRewardsAnswer { rows: Vec<MyReward>, }
    /// The caller's share of a payout. Amounts are strings in the smallest unit of the token.
    pub(super) MyReward {
        export: Json,
        decision: Option<String>,
        why: Option<String>,
        amount: Option<String>,
        address: Option<String>,
        points: Option<i64>,
        rank: Option<u32>,
        people: Option<u32>,
        leaf: Option<RewardLeaf>,
    }
    /// The position in the tree, with the proof that a distributor checks.
    pub(super) RewardLeaf { index: u64, hash: String, proof: Vec<String>, }
}
