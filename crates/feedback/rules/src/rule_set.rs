//! Rule sets: every number that points depend on, as data.
//!
//! A rule set is always within bounds, because there is no way to construct another one. Published
//! ones never change, and new ones start in the future.

mod bounds;
mod diff;
mod preset;

use serde::{Deserialize, Serialize};

use crate::kind::Kind;
use crate::quality::Quality;
use crate::refused::Refused;
use crate::severity::Severity;
use crate::timestamp::Timestamp;

pub use diff::{Difference, diff};
pub use preset::Preset;

/// Points of a bug by its severity, before quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "named after the severities")]
pub struct BugPoints {
    #[serde(rename = "S1")]
    pub s1: u32,
    #[serde(rename = "S2")]
    pub s2: u32,
    #[serde(rename = "S3")]
    pub s3: u32,
    #[serde(rename = "S4")]
    pub s4: u32,
}

/// The factor of each quality, in basis points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "named after the qualities")]
pub struct QualityBps {
    #[serde(rename = "A")]
    pub a: u32,
    #[serde(rename = "B")]
    pub b: u32,
    #[serde(rename = "C")]
    pub c: u32,
}

/// A fixed number of points, with a daily cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Small {
    /// The points.
    pub points: u32,
    /// How often a person may earn them in a day.
    pub per_day: u32,
}

/// The conditions of trust levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TrustRules {
    /// Accepted reports for level 1.
    pub known_accepted: u32,
    /// Accepted reports for level 2.
    pub reliable_accepted: u32,
    /// Share of accepted ones among the last decided reports for level 2.
    pub reliable_bps: u32,
    /// Accepted reports for level 3.
    pub expert_accepted: u32,
    /// Share of accepted ones among the last decided reports for level 3.
    pub expert_bps: u32,
}

/// The numbers of a rule set as they are stored and sent. [`RuleSet`] is one within bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rules {
    /// `bug.S1` to `bug.S4`: the pool of a confirmed bug, before quality.
    pub bug: BugPoints,
    /// Pools of trivial bugs that a person can share in a day.
    pub bug_s4_per_day: u32,
    /// `friction.accepted`, with a daily cap.
    pub friction: Small,
    /// `idea.accepted`
    pub idea_accepted: u32,
    /// Accepted ideas that a person is paid for in a week.
    pub idea_per_week: u32,
    /// `idea.shipped`, to the finder.
    pub idea_shipped: u32,
    /// The factors of quality.
    pub quality: QualityBps,
    /// The shares of the second, third and later reporters of an issue, in basis points of the
    /// pool.
    pub co_finder_shares: Vec<u32>,
    /// `fix.check`: a check that agreed with the outcome.
    pub fix_check: Small,
    /// Persons who are paid for checking one issue in one build.
    pub fix_check_persons: u32,
    /// `bug.regression`: in basis points of the pool.
    pub regression_bps: u32,
    /// `thanks`: a helpful comment, an accepted duplicate proposal, the first proof from a network
    /// and wallet kind.
    pub thanks: Small,
    /// `mission.blocked`: in basis points of the mission's points.
    pub mission_blocked_bps: u32,
    /// `spam`: the penalty.
    pub spam_penalty: u32,
    /// `abuse`: the largest penalty.
    pub abuse_most: u32,
    /// Days after which a confirmed issue is settled.
    pub settle_days: u32,
    /// The conditions of trust levels.
    pub trust: TrustRules,
}

/// Rules within bounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Rules", into = "Rules")]
pub struct RuleSet(Rules);

impl RuleSet {
    /// Rules within bounds, or a refusal.
    pub fn parse(rules: Rules) -> Result<RuleSet, Refused> {
        bounds::check(&rules)?;
        Ok(RuleSet(rules))
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.0
    }

    /// The points of a confirmed issue before quality. `None` for a bug without severity.
    pub fn base(&self, kind: Kind, severity: Option<Severity>) -> Option<u32> {
        match (kind, severity) {
            (Kind::Friction, _) => Some(self.0.friction.points),
            (Kind::Idea, _) => Some(self.0.idea_accepted),
            (Kind::Bug, None) => None,
            (Kind::Bug, Some(Severity::S1)) => Some(self.0.bug.s1),
            (Kind::Bug, Some(Severity::S2)) => Some(self.0.bug.s2),
            (Kind::Bug, Some(Severity::S3)) => Some(self.0.bug.s3),
            (Kind::Bug, Some(Severity::S4)) => Some(self.0.bug.s4),
        }
    }

    /// The factor of a quality, in basis points.
    pub fn quality_bps(&self, quality: Quality) -> u32 {
        match quality {
            Quality::A => self.0.quality.a,
            Quality::B => self.0.quality.b,
            Quality::C => self.0.quality.c,
        }
    }
}

impl Default for RuleSet {
    /// Version 1.
    fn default() -> RuleSet {
        Preset::Balanced.rule_set()
    }
}

impl TryFrom<Rules> for RuleSet {
    type Error = Refused;

    fn try_from(rules: Rules) -> Result<RuleSet, Refused> {
        RuleSet::parse(rules)
    }
}

impl From<RuleSet> for Rules {
    fn from(set: RuleSet) -> Rules {
        set.0
    }
}

/// A rule set that was published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Published {
    /// Its number, from 1.
    pub version: u32,
    /// When it comes into force.
    pub effective_from: Timestamp,
    /// The rules.
    pub rules: RuleSet,
}

/// The rule set in force at a time: the last one that has started, and of several that started
/// together the highest version.
pub fn in_force(published: &[Published], at: Timestamp) -> Option<&Published> {
    let begun = published.iter().filter(|set| set.effective_from <= at);
    begun.max_by_key(|set| (set.effective_from, set.version))
}

/// Whether a rule set can start at `effective_from`: not in the past.
pub fn may_begin(effective_from: Timestamp, now: Timestamp) -> Result<(), Refused> {
    if effective_from < now { Err(Refused::RulesBackdated) } else { Ok(()) }
}

#[cfg(test)]
mod tests;
