//! Deadlines and quorums of triage.

use serde::{Deserialize, Serialize};

use crate::timestamp::Span;

/// The settings of triage. Numbers that affect points are in the rule set instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Days to answer a question.
    pub needs_info_days: u32,
    /// Days in which the reporter can reopen.
    pub reopen_days: u32,
    /// Seconds in which an administrator can undo.
    pub undo_seconds: u32,
    /// The longest snooze in days.
    pub snooze_days: u32,
    /// Days in which testers can check a fix.
    pub fix_check_days: u32,
    /// Number of testers who must say that it works.
    pub fix_check_quorum: u32,
    /// Hours in which a single "still broken" blocks the quorum.
    pub still_broken_hours: u32,
    /// Whether one of those testers must have proof.
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
    /// The time to answer a question.
    pub fn needs_info(&self) -> Span {
        Span::days(self.needs_info_days)
    }

    /// The time in which the reporter can reopen.
    pub fn reopen(&self) -> Span {
        Span::days(self.reopen_days)
    }

    /// The time in which an administrator can undo.
    pub fn undo(&self) -> Span {
        Span::seconds(self.undo_seconds)
    }

    /// The longest snooze.
    pub fn snooze(&self) -> Span {
        Span::days(self.snooze_days)
    }

    /// The time in which testers can check a fix.
    pub fn fix_check(&self) -> Span {
        Span::days(self.fix_check_days)
    }

    /// The time in which a single "still broken" blocks the quorum.
    pub fn still_broken(&self) -> Span {
        Span::hours(self.still_broken_hours)
    }
}
