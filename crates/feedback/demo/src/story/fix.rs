//! Builds fix faults, and testers check the fixes.

use feedback_model::fix_check::{Check, Outcome, Proof, Verdict, right, tally};
use feedback_model::triage::TriageCommand;
use feedback_model::{Actor, PersonId, Severity, Span, Status, Timestamp, Trust};

use super::super::issue_history::{FixCheckStory, IssueHistory, hours, policy};
use super::super::trust_record::Record;
use super::StoryGenerator;

/// How many are paid for one fix; the rules to begin with say so.
const PAID: usize = 3;

impl StoryGenerator<'_> {
    /// Fixes confirmed issues, and lets reliable testers check them.
    pub(super) fn fix(&mut self, records: &[Record]) {
        let is_reliable = |place: &usize| records[*place].is_reliable();
        let reliable: Vec<usize> = (0..records.len()).filter(is_reliable).collect();
        let mut issue_histories = std::mem::take(&mut self.issue_histories);
        for history in &mut issue_histories {
            if history.state.confirmed_at.is_some() && history.state.stage.resolution().is_none() {
                self.mend_one(history, &reliable);
                if history.status() == Status::Verified && self.rng.happens(9) {
                    self.return_of(history, &reliable);
                }
                history.settle_before(self.participants, self.participants.end);
                self.look_again(history);
            }
        }
        self.issue_histories = issue_histories;
    }

    fn mend_one(&mut self, history: &mut IssueHistory, reliable: &[usize]) {
        let last = history.last_at();
        if !self.rng.happens(80) {
            return;
        }
        let earliest = hours(last, &mut self.rng, 12, 170);
        let releases = &self.participants.releases;
        let Some(place) = releases.iter().position(|release| release.at >= earliest) else {
            return;
        };
        let release = &releases[place];
        history.settle_before(self.participants, release.at);
        let command = TriageCommand::MarkFixed { build: release.build.clone(), is_active: true };
        let actor = self.administrator();
        if history.act(self.participants, &actor, release.at, &command) {
            self.try_out(history, place, reliable);
        }
    }

    /// Testers check the fix until a quorum decides, or no tester is left.
    fn try_out(&mut self, history: &mut IssueHistory, release: usize, reliable: &[usize]) {
        let mut now = self.participants.releases[release].at;
        let from = history.tried.len();
        for _ in 0..self.rng.between(0, 6) {
            now = hours(now, &mut self.rng, 1, 36);
            let tester = match self.rng.below(10) {
                0..=2 => history.reporter,
                3..=8 if !reliable.is_empty() => reliable[self.rng.favoured(reliable.len())],
                _ => self.participants.any_tester(now, &mut self.rng),
            };
            let is_known = history.tried[from..].iter().any(|tried| tried.tester == tester);
            if now > self.participants.end || is_known || self.participants.joined_at(tester) > now
            {
                continue;
            }
            let verdict = match self.rng.below(100) {
                0..=87 => Verdict::Works,
                88..=94 => Verdict::StillBroken,
                _ => Verdict::CannotTest,
            };
            history.tried.push(FixCheckStory::new(tester, now, release, verdict));
            if self.count(history, from, reliable, now) {
                return;
            }
        }
        let held_until = now.after(policy().still_broken());
        let is_held = history.tried.len() > from && held_until <= self.participants.end;
        if !is_held || !self.count(history, from, reliable, held_until) {
            self.conclude(history, from, reliable);
        }
    }

    /// The checks since a place in the list, as the rules see them.
    fn checks(&self, history: &IssueHistory, from: usize, reliable: &[usize]) -> Vec<Check> {
        let trust = |tester: usize| match reliable.binary_search(&tester) {
            Ok(_) => Trust::Reliable,
            Err(_) => Trust::New,
        };
        let check = |tried: &FixCheckStory| Check {
            person: PersonId::from(self.participants.testers[tried.tester].as_str()),
            is_reporter: tried.tester == history.reporter,
            is_admin: false,
            trust: trust(tried.tester),
            build: self.participants.releases[tried.release].build.clone(),
            verdict: tried.verdict,
            proof: Proof::None,
            at: tried.at,
        };
        history.tried[from..].iter().map(check).collect()
    }

    /// Counts the checks; says whether they decided.
    fn count(
        &mut self,
        history: &mut IssueHistory,
        from: usize,
        reliable: &[usize],
        now: Timestamp,
    ) -> bool {
        let Some(fixed) = history.state.build_fixed.clone() else { return true };
        let checks = self.checks(history, from, reliable);
        for (tried, check) in history.tried[from..].iter_mut().zip(&checks) {
            tried.is_counted = check.counts(&fixed);
        }
        let verify = TriageCommand::Verify { is_quorum_met: true };
        if tally(&checks, &fixed, now, &policy()).outcome != Outcome::Verified
            || !history.act(self.participants, &Actor::System, now, &verify)
        {
            return false;
        }
        pay(history, from, &checks, Verdict::Works, now);
        true
    }

    /// The outcome of a fix without a quorum.
    fn conclude(&mut self, history: &mut IssueHistory, from: usize, reliable: &[usize]) {
        let is_doubt =
            |tried: &FixCheckStory| tried.is_counted && tried.verdict == Verdict::StillBroken;
        if !history.tried[from..].iter().any(is_doubt) {
            if let Some(fixed_at) = history.state.fixed_at {
                let assumed = TriageCommand::AssumeVerified { is_disputed: false };
                let at = fixed_at.after(policy().fix_check());
                history.act(self.participants, &Actor::System, at, &assumed);
            }
            return;
        }
        let last = history.tried.last().map_or_else(|| history.last_at(), |tried| tried.at);
        let seen = hours(last, &mut self.rng, 3, 40);
        let Some(build) = history.state.build_fixed.clone() else { return };
        let checks = self.checks(history, from, reliable);
        let command = TriageCommand::StillBroken { build, proof: Proof::None };
        let actor = self.administrator();
        if self.rng.happens(70) && history.act(self.participants, &actor, seen, &command) {
            pay(history, from, &checks, Verdict::StillBroken, seen);
        }
    }

    /// A fault returns, and is fixed a second time.
    fn return_of(&mut self, history: &mut IssueHistory, reliable: &[usize]) {
        let at = hours(history.last_at(), &mut self.rng, 30, 260);
        history.settle_before(self.participants, at);
        let reopen = TriageCommand::Reopen { has_evidence: false, comment_chars: 0 };
        let actor = self.administrator();
        if history.act(self.participants, &actor, at, &reopen) {
            self.mend_one(history, reliable);
        }
    }

    /// Rarely a severity turns out wrong after points were final; then the purse is shared again.
    fn look_again(&mut self, history: &mut IssueHistory) {
        let (Some(severity), Some(_)) = (history.state.severity, history.state.settled_at) else {
            return;
        };
        let worse = match severity {
            Severity::S1 | Severity::S2 => return,
            Severity::S3 => Severity::S2,
            Severity::S4 => Severity::S3,
        };
        let at = hours(history.last_at(), &mut self.rng, 5, 90);
        let actor = self.administrator();
        if self.rng.happens(4)
            && at.after(Span::hours(1)) < self.participants.end
            && history.act(self.participants, &actor, at, &TriageCommand::SetSeverity(worse))
            && let Some(owes) = history.steps.last_mut().and_then(|step| step.owes.as_mut())
        {
            owes.is_anew = true;
        }
    }
}

/// Those who were right are to be paid.
fn pay(history: &mut IssueHistory, from: usize, checks: &[Check], truth: Verdict, now: Timestamp) {
    let Some(fixed) = checks.first().map(|check| check.build.clone()) else { return };
    let right = right(checks, &fixed, truth, PAID);
    for (tried, check) in history.tried[from..].iter_mut().zip(checks) {
        if right.iter().any(|one| one.person == check.person && one.at == check.at) {
            tried.right_at = Some(now);
        }
    }
}
