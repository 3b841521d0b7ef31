//! The answers of functions about points.

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// `pointsMine`.
    pub(super) PointsAnswer { entries: Vec<PointsEntry>, next: Option<Json>, season: u32, }
    /// An entry of the ledger.
    pub(super) PointsEntry {
        seq: u64,
        season: u32,
        at: String,
        amount: i64,
        kind: String,
        rule: Option<String>,
        sentence: Option<String>,
        provisional: bool,
        issue: Option<u32>,
        reason: Option<String>,
        hash: Option<String>,
    }
}
