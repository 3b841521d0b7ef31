//! What the programme thinks of each tester, from what became of their reports.

use feedback_model::rule_set::TrustRules;
use feedback_model::trust::{Decided, Judgement, judge, level, record};
use feedback_model::{Moment, Resolution, RuleSet, Trust};

use super::cast::Cast;
use super::life::Life;

/// What is kept of somebody.
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
pub(super) fn records(cast: &Cast, lives: &[Life]) -> Vec<Record> {
    let mut histories: Vec<Vec<Decided>> = vec![Vec::new(); cast.testers.len()];
    for life in lives {
        let root = life.merged.as_ref().map(|merged| &lives[merged.root]);
        histories[life.reporter].push(decided(life, root));
    }
    let rules = RuleSet::default().rules().trust;
    histories.iter().map(|history| sum_up(history, cast.end, &rules)).collect()
}

fn sum_up(history: &[Decided], now: Moment, rules: &TrustRules) -> Record {
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
fn decided(life: &Life, root: Option<&Life>) -> Decided {
    let state = &life.state;
    let root_confirmed_at = root.and_then(|root| root.state.confirmed_at);
    let judgement = judge(state, life.claimed, root_confirmed_at);
    let confirmed = state.confirmed_at.max(root_confirmed_at).or(state.closed_at);
    let at = match state.stage.resolution() {
        Some(how) if how != Resolution::Duplicate => state.closed_at.or(confirmed),
        _ => confirmed,
    };
    Decided { judgement, at: at.unwrap_or(state.origin.submitted_at) }
}
