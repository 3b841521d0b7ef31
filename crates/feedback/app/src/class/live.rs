//! The classes with live queries.
//!
//! Subscribers are notified row by row, so a class is in this list only if every reader of a row
//! may also know when it changes. Votes, ledger entries, standings and the audit log are not in it,
//! because following them would reveal votes and payments as they happen. `SeasonPulse` and
//! `PointsPulse` tell subscribers that points have changed.

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

/// The classes with live queries.
pub(crate) fn live() -> impl Iterator<Item = ClassName> {
    LIVE.into_iter().map(ClassName::from_static)
}
