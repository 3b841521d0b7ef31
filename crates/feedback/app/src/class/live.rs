//! Which classes can be followed live.
//!
//! What others did is told row by row, so a class stands here only if whoever may read a row may
//! also know when it changes. Votes, entries of the ledger, standings and the audit are not here:
//! following them would tell who votes for what, and who is paid, as it happens. That points have
//! moved is told by `SeasonPulse` and `PointsPulse`.

use parse_model::ClassName;

const LIVE: [&str; 15] = [
    "Issue",
    "IssueEvent",
    "Comment",
    "FixCheck",
    "Evidence",
    "FailureCluster",
    "Build",
    "Network",
    "Season",
    "IssueViewer",
    "SeasonPulse",
    "PointsPulse",
    "Notification",
    "Mission",
    "Submission",
];

/// The classes whose changes are told to subscribers.
pub(crate) fn live() -> impl Iterator<Item = ClassName> {
    LIVE.into_iter().map(ClassName::from_static)
}
