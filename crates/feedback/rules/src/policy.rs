//! How long the programme waits for people, and how many it asks.

use serde::{Deserialize, Serialize};

use crate::timestamp::Span;

/// The settings that triage looks at. Whatever touches points is in the rule set instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// How long a question waits for its answer.
    pub needs_info_days: u32,
    /// How long after closing the reporter may reopen.
    pub reopen_days: u32,
    /// How long an administrator may undo.
    pub undo_seconds: u32,
    /// How long an issue may be put off.
    pub snooze_days: u32,
    /// How long testers have to check a fix.
    pub fix_check_days: u32,
    /// How many must say that it works.
    pub fix_check_quorum: u32,
    /// How long a single "still broken" holds the quorum up.
    pub still_broken_hours: u32,
    /// Whether one of those who say that it works must prove it.
    pub fix_check_needs_evidence: bool,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            needs_info_days: 14,
            reopen_days: 30,
            undo_seconds: 30,
            snooze_days: 30,
            fix_check_days: 14,
            fix_check_quorum: 2,
            still_broken_hours: 48,
            fix_check_needs_evidence: true,
        }
    }
}

impl Policy {
    /// How long a question waits for its answer.
    pub fn needs_info(&self) -> Span {
        Span::days(self.needs_info_days)
    }

    /// How long after closing the reporter may reopen.
    pub fn reopen(&self) -> Span {
        Span::days(self.reopen_days)
    }

    /// How long an administrator may undo.
    pub fn undo(&self) -> Span {
        Span::seconds(self.undo_seconds)
    }

    /// How long an issue may be put off.
    pub fn snooze(&self) -> Span {
        Span::days(self.snooze_days)
    }

    /// How long testers have to check a fix.
    pub fn fix_check(&self) -> Span {
        Span::days(self.fix_check_days)
    }

    /// How long a single "still broken" holds the quorum up.
    pub fn still_broken(&self) -> Span {
        Span::hours(self.still_broken_hours)
    }
}
