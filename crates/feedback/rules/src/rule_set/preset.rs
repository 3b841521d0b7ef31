//! Presets of rule sets.

use super::{BugPoints, QualityBps, RuleSet, Rules, Small, TrustRules};

use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// A preset.
    pub enum Preset {
        /// Bugs pay most, opinions little.
        BugHunt = "bug_hunt",
        /// Balanced.
        Balanced = "balanced",
        /// Usability counts as much as correctness.
        Usability = "usability",
    }
}

impl Preset {
    /// The display name.
    pub fn word(self) -> &'static str {
        match self {
            Preset::BugHunt => "Bug hunt",
            Preset::Balanced => "Balanced",
            Preset::Usability => "Usability",
        }
    }

    /// The rules. A test checks that they are within bounds.
    pub fn rule_set(self) -> RuleSet {
        let balanced = balanced();
        RuleSet(match self {
            Preset::Balanced => balanced,
            Preset::BugHunt => Rules {
                bug: BugPoints { s1: 600, s2: 200, s3: 60, s4: 10 },
                friction: Small { points: 10, per_day: 2 },
                idea_accepted: 10,
                idea_shipped: 30,
                regression_bps: 5000,
                fix_check: Small { points: 15, per_day: 8 },
                ..balanced
            },
            Preset::Usability => Rules {
                bug: BugPoints { s1: 300, s2: 100, s3: 50, s4: 20 },
                friction: Small { points: 50, per_day: 5 },
                idea_accepted: 40,
                idea_per_week: 3,
                idea_shipped: 100,
                thanks: Small { points: 8, per_day: 5 },
                ..balanced
            },
        })
    }
}

/// Version 1.
fn balanced() -> Rules {
    Rules {
        bug: BugPoints { s1: 400, s2: 150, s3: 50, s4: 15 },
        bug_s4_per_day: 3,
        friction: Small { points: 20, per_day: 3 },
        idea_accepted: 30,
        idea_per_week: 2,
        idea_shipped: 70,
        quality: QualityBps { a: 12_500, b: 10_000, c: 6000 },
        co_finder_shares: vec![2000, 1000, 500, 250, 125],
        fix_check: Small { points: 10, per_day: 5 },
        fix_check_persons: 3,
        regression_bps: 4000,
        thanks: Small { points: 5, per_day: 4 },
        mission_blocked_bps: 5000,
        spam_penalty: 20,
        abuse_most: 500,
        settle_days: 7,
        trust: TrustRules {
            known_accepted: 1,
            reliable_accepted: 5,
            reliable_bps: 6000,
            expert_accepted: 20,
            expert_bps: 7500,
        },
    }
}
