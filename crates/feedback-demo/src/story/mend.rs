//! Builds mend faults, and people look whether they do.

use feedback_model::fix_check::{Check, Outcome, Proof, Verdict, right, tally};
use feedback_model::triage::Command;
use feedback_model::{Actor, Moment, PersonId, Severity, Span, Status, Trust};

use super::super::life::{Life, Tried, hours, policy};
use super::super::record::Record;
use super::Teller;

/// How many are paid for one fix; the rules to begin with say so.
const PAID: usize = 3;

impl Teller<'_> {
    /// Mends what was confirmed, and lets those try it whose word counts.
    pub(super) fn mend(&mut self, records: &[Record]) {
        let is_reliable = |place: &usize| records[*place].is_reliable();
        let reliable: Vec<usize> = (0..records.len()).filter(is_reliable).collect();
        let mut lives = std::mem::take(&mut self.lives);
        for life in &mut lives {
            if life.state.confirmed_at.is_some() && life.state.stage.resolution().is_none() {
                self.mend_one(life, &reliable);
                if life.status() == Status::Verified && self.chance.happens(9) {
                    self.return_of(life, &reliable);
                }
                life.settle_before(self.cast, self.cast.end);
                self.look_again(life);
            }
        }
        self.lives = lives;
    }

    fn mend_one(&mut self, life: &mut Life, reliable: &[usize]) {
        let last = life.last_at();
        if !self.chance.happens(80) {
            return;
        }
        let earliest = hours(last, &mut self.chance, 12, 170);
        let releases = &self.cast.releases;
        let Some(place) = releases.iter().position(|release| release.at >= earliest) else {
            return;
        };
        let release = &releases[place];
        life.settle_before(self.cast, release.at);
        let command = Command::MarkFixed { build: release.build.clone(), is_active: true };
        let actor = self.administrator();
        if life.act(self.cast, &actor, release.at, &command) {
            self.try_out(life, place, reliable);
        }
    }

    /// People try the fix until their word decides, or nobody comes any more.
    fn try_out(&mut self, life: &mut Life, release: usize, reliable: &[usize]) {
        let mut now = self.cast.releases[release].at;
        let from = life.tried.len();
        for _ in 0..self.chance.between(0, 6) {
            now = hours(now, &mut self.chance, 1, 36);
            let tester = match self.chance.below(10) {
                0..=2 => life.reporter,
                3..=8 if !reliable.is_empty() => reliable[self.chance.favoured(reliable.len())],
                _ => self.cast.somebody(now, &mut self.chance),
            };
            let is_known = life.tried[from..].iter().any(|tried| tried.tester == tester);
            if now > self.cast.end || is_known || self.cast.joined_at(tester) > now {
                continue;
            }
            let verdict = match self.chance.below(100) {
                0..=87 => Verdict::Works,
                88..=94 => Verdict::StillBroken,
                _ => Verdict::CannotTest,
            };
            life.tried.push(Tried::new(tester, now, release, verdict));
            if self.count(life, from, reliable, now) {
                return;
            }
        }
        let held_until = now.after(policy().still_broken());
        let is_held = life.tried.len() > from && held_until <= self.cast.end;
        if !is_held || !self.count(life, from, reliable, held_until) {
            self.conclude(life, from, reliable);
        }
    }

    /// The checks since a place in the list, as the rules see them.
    fn checks(&self, life: &Life, from: usize, reliable: &[usize]) -> Vec<Check> {
        let trust = |tester: usize| match reliable.binary_search(&tester) {
            Ok(_) => Trust::Reliable,
            Err(_) => Trust::New,
        };
        let check = |tried: &Tried| Check {
            person: PersonId::from(self.cast.testers[tried.tester].as_str()),
            is_reporter: tried.tester == life.reporter,
            is_admin: false,
            trust: trust(tried.tester),
            build: self.cast.releases[tried.release].build.clone(),
            verdict: tried.verdict,
            proof: Proof::None,
            at: tried.at,
        };
        life.tried[from..].iter().map(check).collect()
    }

    /// Counts the checks; says whether they decided.
    fn count(&mut self, life: &mut Life, from: usize, reliable: &[usize], now: Moment) -> bool {
        let Some(fixed) = life.state.build_fixed.clone() else { return true };
        let checks = self.checks(life, from, reliable);
        for (tried, check) in life.tried[from..].iter_mut().zip(&checks) {
            tried.is_counted = check.counts(&fixed);
        }
        let verify = Command::Verify { is_quorum_met: true };
        if tally(&checks, &fixed, now, &policy()).outcome != Outcome::Verified
            || !life.act(self.cast, &Actor::System, now, &verify)
        {
            return false;
        }
        pay(life, from, &checks, Verdict::Works, now);
        true
    }

    /// What becomes of a fix about which there was no quorum.
    fn conclude(&mut self, life: &mut Life, from: usize, reliable: &[usize]) {
        let is_doubt = |tried: &Tried| tried.is_counted && tried.verdict == Verdict::StillBroken;
        if !life.tried[from..].iter().any(is_doubt) {
            if let Some(fixed_at) = life.state.fixed_at {
                let assumed = Command::AssumeVerified { is_disputed: false };
                let at = fixed_at.after(policy().fix_check());
                life.act(self.cast, &Actor::System, at, &assumed);
            }
            return;
        }
        let last = life.tried.last().map_or_else(|| life.last_at(), |tried| tried.at);
        let seen = hours(last, &mut self.chance, 3, 40);
        let Some(build) = life.state.build_fixed.clone() else { return };
        let checks = self.checks(life, from, reliable);
        let command = Command::StillBroken { build, proof: Proof::None };
        let actor = self.administrator();
        if self.chance.happens(70) && life.act(self.cast, &actor, seen, &command) {
            pay(life, from, &checks, Verdict::StillBroken, seen);
        }
    }

    /// A fault that was gone is there again, and is mended a second time.
    fn return_of(&mut self, life: &mut Life, reliable: &[usize]) {
        let at = hours(life.last_at(), &mut self.chance, 30, 260);
        life.settle_before(self.cast, at);
        let reopen = Command::Reopen { has_evidence: false, comment_chars: 0 };
        let actor = self.administrator();
        if life.act(self.cast, &actor, at, &reopen) {
            self.mend_one(life, reliable);
        }
    }

    /// Seldom a grade turns out wrong after points were final; then the purse is shared anew.
    fn look_again(&mut self, life: &mut Life) {
        let (Some(severity), Some(_)) = (life.state.severity, life.state.settled_at) else {
            return;
        };
        let worse = match severity {
            Severity::S1 | Severity::S2 => return,
            Severity::S3 => Severity::S2,
            Severity::S4 => Severity::S3,
        };
        let at = hours(life.last_at(), &mut self.chance, 5, 90);
        let actor = self.administrator();
        if self.chance.happens(4)
            && at.after(Span::hours(1)) < self.cast.end
            && life.act(self.cast, &actor, at, &Command::SetSeverity(worse))
            && let Some(owes) = life.steps.last_mut().and_then(|step| step.owes.as_mut())
        {
            owes.is_anew = true;
        }
    }
}

/// Those who were right are to be paid.
fn pay(life: &mut Life, from: usize, checks: &[Check], truth: Verdict, now: Moment) {
    let Some(fixed) = checks.first().map(|check| check.build.clone()) else { return };
    let right = right(checks, &fixed, truth, PAID);
    for (tried, check) in life.tried[from..].iter_mut().zip(checks) {
        if right.iter().any(|one| one.person == check.person && one.at == check.at) {
            tried.right_at = Some(now);
        }
    }
}
