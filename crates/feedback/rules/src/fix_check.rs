//! Checks of a fix: which ones count, when they decide, and who was right.

use std::collections::BTreeMap;

use crate::build::Build;
use crate::id::PersonId;
use crate::keyed_enum::keyed_enum;
use crate::policy::Policy;
use crate::timestamp::Timestamp;
use crate::trust::Trust;

keyed_enum! {
    /// The verdict of a tester on a fix.
    pub enum Verdict {
        /// The failure is gone.
        Works = "works",
        /// The failure is still there.
        StillBroken = "still_broken",
        /// They could not test it.
        CannotTest = "cannot_test",
    }
}

keyed_enum! {
    /// The proof that evidence gives.
    #[derive(Default)]
    pub enum Proof {
        /// No explained evidence of their own.
        #[default]
        None = "none",
        /// Explained evidence of their own.
        Own = "own",
        /// Explained evidence of their own that shows the same failure as the issue.
        SameFailure = "same_failure",
    }
}

/// One check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The person.
    pub person: PersonId,
    /// Whether they reported the issue.
    pub is_reporter: bool,
    /// Whether they are administrators, whose checks never count.
    pub is_admin: bool,
    /// Their trust level.
    pub trust: Trust,
    /// The build they checked.
    pub build: Build,
    /// Their verdict.
    pub verdict: Verdict,
    /// Their proof.
    pub proof: Proof,
    /// The time.
    pub at: Timestamp,
}

impl Check {
    /// Whether it counts for the fix in build `fixed`.
    pub fn counts(&self, fixed: &Build) -> bool {
        let is_believed =
            self.proof >= Proof::Own || self.trust >= Trust::Reliable || self.is_reporter;
        !self.is_admin
            && self.verdict != Verdict::CannotTest
            && self.build.is_at_least(fixed)
            && is_believed
    }
}

/// The result of all checks of a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It works: enough testers say so, and no recent check contradicts them.
    Verified,
    /// It does not work, and a user proved it.
    Regressed,
    /// Testers contradict each other, and none has shown proof.
    Disputed,
    /// There are not enough checks.
    Undecided,
}

/// The checks of a fix, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tally {
    /// Persons for whom it works.
    pub works: u32,
    /// Persons for whom it does not.
    pub still_broken: u32,
    /// The result.
    pub outcome: Outcome,
}

/// The last valid check of each person, in chronological order.
fn counted<'a>(checks: &'a [Check], fixed: &Build) -> Vec<&'a Check> {
    let mut last: BTreeMap<&PersonId, &Check> = BTreeMap::new();
    for check in checks.iter().filter(|check| check.counts(fixed)) {
        let kept = last.entry(&check.person).or_insert(check);
        if check.at >= kept.at {
            *kept = check;
        }
    }
    let mut counted: Vec<&Check> = last.into_values().collect();
    counted.sort_by(|a, b| (a.at, &a.person).cmp(&(b.at, &b.person)));
    counted
}

/// Counts the checks of a fix in build `fixed`.
pub fn tally(checks: &[Check], fixed: &Build, now: Timestamp, policy: &Policy) -> Tally {
    let counted = counted(checks, fixed);
    let (works, broken): (Vec<&Check>, Vec<&Check>) =
        counted.into_iter().partition(|check| check.verdict == Verdict::Works);
    let is_proven =
        !policy.fix_check_needs_evidence || works.iter().any(|check| check.proof >= Proof::Own);
    let by_reporter = works.iter().any(|check| check.is_reporter && check.proof >= Proof::Own);
    let is_enough = works.len() >= policy.fix_check_quorum as usize && is_proven;
    let is_held_up = broken.iter().any(|check| check.at.after(policy.still_broken()) > now);
    let outcome = if broken.iter().any(|check| check.proof == Proof::SameFailure) {
        Outcome::Regressed
    } else if (is_enough || by_reporter) && !is_held_up {
        Outcome::Verified
    } else if !works.is_empty() && !broken.is_empty() {
        Outcome::Disputed
    } else {
        Outcome::Undecided
    };
    let count = |checks: &[&Check]| u32::try_from(checks.len()).unwrap_or(u32::MAX);
    Tally { works: count(&works), still_broken: count(&broken), outcome }
}

/// The persons whose verdict was right, in chronological order, at most `most`.
///
/// `truth` is the later result: [`Verdict::Works`] once it is verified by checks,
/// [`Verdict::StillBroken`] once the failure came back.
pub fn right<'a>(
    checks: &'a [Check],
    fixed: &Build,
    truth: Verdict,
    most: usize,
) -> Vec<&'a Check> {
    let counted = counted(checks, fixed).into_iter();
    counted.filter(|check| check.verdict == truth).take(most).collect()
}

#[cfg(test)]
mod tests;
