//! What the programme thinks of each tester, from what became of their reports.

use feedback_model::rule_set::TrustRules;
use feedback_model::trust::{Decided, Judgement, judge, level, record};
use feedback_model::{Resolution, RuleSet, Timestamp, Trust};

use super::issue_history::IssueHistory;
use super::participants::Participants;

/// What is kept of a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) accepted: u32,
    pub(super) decided: u32,
    pub(super) spam: u32,
    pub(super) accuracy_bps: Option<u32>,
    pub(super) trust: Trust,
}

impl Record {
    /// Whether their checks count.
    pub(super) fn is_reliable(&self) -> bool {
        self.trust >= Trust::Reliable
    }
}

/// The records of all testers.
pub(super) fn records(
    participants: &Participants,
    issue_histories: &[IssueHistory],
) -> Vec<Record> {
    let mut histories: Vec<Vec<Decided>> = vec![Vec::new(); participants.testers.len()];
    for history in issue_histories {
        let root = history.merged.as_ref().map(|merged| &issue_histories[merged.root]);
        histories[history.reporter].push(decided(history, root));
    }
    let rules = RuleSet::default().rules().trust;
    histories.iter().map(|history| sum_up(history, participants.end, &rules)).collect()
}

fn sum_up(history: &[Decided], now: Timestamp, rules: &TrustRules) -> Record {
    let found = record(history, now, None);
    let decided = history.iter().filter(|one| one.judgement != Judgement::Neutral).count();
    Record {
        accepted: found.accepted,
        decided: u32::try_from(decided).unwrap_or(u32::MAX),
        spam: found.spam,
        accuracy_bps: found.accuracy_bps(),
        trust: level(&found, Trust::New, None, rules),
    }
}

/// What became of a report, and when that was decided.
fn decided(history: &IssueHistory, root: Option<&IssueHistory>) -> Decided {
    let state = &history.state;
    let root_confirmed_at = root.and_then(|root| root.state.confirmed_at);
    let judgement = judge(state, history.claimed, root_confirmed_at);
    let confirmed = state.confirmed_at.max(root_confirmed_at).or(state.closed_at);
    let at = match state.stage.resolution() {
        Some(how) if how != Resolution::Duplicate => state.closed_at.or(confirmed),
        _ => confirmed,
    };
    Decided { judgement, at: at.unwrap_or(state.origin.submitted_at) }
}
