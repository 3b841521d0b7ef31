//! Points that no issue pays: small rewards, and what is given by hand.

use feedback_model::explain::{Explain, PurseFacts};
use feedback_model::ledger::{Draft, EntryKind, SourceType};
use feedback_model::season::season_for;
use feedback_model::{RuleKey, Timestamp, UserId, caps};

use super::super::mission_story::{MISSIONS, mission_id};
use super::{LedgerBuilder, Receiver, day, number};

impl LedgerBuilder<'_> {
    /// Pays for something small that turned out to be right, as far as the cap allows.
    pub(super) fn reward(
        &mut self,
        source_type: SourceType,
        tester: usize,
        place: usize,
        source_id: String,
        at: Timestamp,
        actor: Option<UserId>,
    ) {
        let rules = self.rules.rules.rules();
        let (rule, points, what) = match source_type {
            SourceType::FixCheck => (RuleKey::FixCheck, rules.fix_check.points, "Fix check on"),
            SourceType::Comment => (RuleKey::Thanks, rules.thanks.points, "Helpful comment on"),
            SourceType::Proposal => {
                (RuleKey::Thanks, rules.thanks.points, "Duplicate proposed for")
            }
            _ => (
                RuleKey::Thanks,
                rules.thanks.points,
                "First proof from another network and wallet for",
            ),
        };
        let days = self.earned.entry((tester, rule)).or_default();
        let days_of = days.iter().map(|(_, day)| *day);
        let cap = caps::cap(rule, &self.rules.rules);
        if points == 0 || cap.is_some_and(|cap| cap.left(days_of, day(at)) == 0) {
            return;
        }
        days.push((place, day(at)));
        let Receiver { user, person } = self.receiver(tester);
        let draft = Draft {
            season: season_for(&self.participants.seasons(at), at),
            user,
            person,
            amount: i64::from(points),
            kind: EntryKind::Award,
            rule,
            rule_set: self.rules.version,
            source_type,
            idem_key: format!("{}:{source_id}:0", rule.key()),
            source_id,
            reversal_of: None,
            provisional: false,
            reason: None,
            explain: Explain::fixed(points, number(place), what),
            actor,
            at,
        };
        self.append(draft, Some(place));
    }

    /// Pays who brought a fault back: a part of its purse.
    pub(super) fn came_back(&mut self, place: usize, tester: usize, at: Timestamp) {
        let state = &self.issue_histories[place].state;
        let rules = &self.rules.rules;
        let base = rules.base(state.origin.kind, state.severity);
        let (Some(base), Some(severity)) = (base, state.severity) else { return };
        let facts = PurseFacts {
            issue: number(place),
            grade: severity.word().to_owned(),
            base,
            quality_bps: rules.quality_bps(state.quality),
            quality: state.quality.key(),
        };
        let share = rules.rules().regression_bps;
        let explain = Explain::part_of_purse(&facts, share, "Found that it is back:");
        let Some(amount @ 1..) = explain.amount() else { return };
        let source_id = format!("{}:{}", state.origin.id, state.regressions);
        let Receiver { user, person } = self.receiver(tester);
        let draft = Draft {
            season: season_for(&self.participants.seasons(at), at),
            user,
            person,
            amount,
            kind: EntryKind::Award,
            rule: RuleKey::Regression,
            rule_set: self.rules.version,
            source_type: SourceType::Issue,
            idem_key: format!("{}:{source_id}:0", RuleKey::Regression.key()),
            source_id,
            reversal_of: None,
            provisional: false,
            reason: None,
            explain,
            actor: None,
            at,
        };
        self.append(draft, Some(place));
    }

    /// Pays for a mission that was done.
    pub(super) fn mission(&mut self, attempt: usize, at: Timestamp) {
        let one = &self.attempts[attempt];
        let plan = &MISSIONS[one.mission];
        let (source_id, mission) = (one.id.clone(), mission_id(self.seed, one.mission));
        let Receiver { user, person } = self.receiver(one.tester);
        let draft = Draft {
            season: season_for(&self.participants.seasons(at), at),
            idem_key: format!("{}:{mission}:{person}", RuleKey::MissionDone.key()),
            user,
            person,
            amount: i64::from(plan.points),
            kind: EntryKind::Award,
            rule: RuleKey::MissionDone,
            rule_set: self.rules.version,
            source_type: SourceType::Submission,
            source_id,
            reversal_of: None,
            provisional: false,
            reason: None,
            explain: Explain::mission(plan.points, 0, plan.title),
            actor: None,
            at,
        };
        self.append(draft, None);
    }

    pub(super) fn by_hand(
        &mut self,
        tester: usize,
        amount: i64,
        reason: &str,
        by: usize,
        at: Timestamp,
    ) {
        let Receiver { user, person } = self.receiver(tester);
        // Several may get something at one moment; the place in the ledger tells them apart.
        let id = super::super::ids::other(self.seed, "by hand", 0, self.written());
        let draft = Draft {
            season: season_for(&self.participants.seasons(at), at),
            user,
            person,
            amount,
            kind: EntryKind::Adjustment,
            rule: RuleKey::Manual,
            rule_set: self.rules.version,
            source_type: SourceType::Manual,
            idem_key: format!("manual:{id}"),
            source_id: id,
            reversal_of: None,
            provisional: false,
            reason: Some(reason.to_owned()),
            explain: Explain::by_hand(amount, reason),
            actor: Some(self.participants.administrators[by].clone()),
            at,
        };
        self.append(draft, None);
    }
}
