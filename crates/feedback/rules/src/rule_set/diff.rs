//! The differences between two rule sets.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{RuleSet, Rules};

/// A changed number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Its path in the rules, such as `bug.S1` or `coFinderShares.2`.
    pub rule: String,
    /// The old value. `None` if it is new.
    pub before: Option<u32>,
    /// The new value. `None` if it was removed.
    pub after: Option<u32>,
}

/// The differences, sorted by name.
pub fn diff(before: &RuleSet, after: &RuleSet) -> Vec<Difference> {
    let (before, after) = (numbers(before.rules()), numbers(after.rules()));
    let names: BTreeSet<&String> = before.iter().chain(&after).map(|(name, _)| name).collect();
    let value = |numbers: &[(String, u32)], wanted: &String| {
        numbers.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value)
    };
    names
        .into_iter()
        .map(|name| Difference {
            rule: name.clone(),
            before: value(&before, name),
            after: value(&after, name),
        })
        .filter(|difference| difference.before != difference.after)
        .collect()
}

/// Every number of the rules by its path. The rules are destructured by name, so that the compiler
/// reports a missing field.
fn numbers(rules: &Rules) -> Vec<(String, u32)> {
    let Rules {
        bug,
        bug_s4_per_day,
        friction,
        idea_accepted,
        idea_per_week,
        idea_shipped,
        quality,
        co_finder_shares,
        fix_check,
        fix_check_persons,
        regression_bps,
        thanks,
        mission_blocked_bps,
        spam_penalty,
        abuse_most,
        settle_days,
        trust,
    } = rules;
    let named = [
        ("bug.S1", bug.s1),
        ("bug.S2", bug.s2),
        ("bug.S3", bug.s3),
        ("bug.S4", bug.s4),
        ("bugS4PerDay", *bug_s4_per_day),
        ("friction.points", friction.points),
        ("friction.perDay", friction.per_day),
        ("ideaAccepted", *idea_accepted),
        ("ideaPerWeek", *idea_per_week),
        ("ideaShipped", *idea_shipped),
        ("quality.A", quality.a),
        ("quality.B", quality.b),
        ("quality.C", quality.c),
        ("fixCheck.points", fix_check.points),
        ("fixCheck.perDay", fix_check.per_day),
        ("fixCheckPersons", *fix_check_persons),
        ("regressionBps", *regression_bps),
        ("thanks.points", thanks.points),
        ("thanks.perDay", thanks.per_day),
        ("missionBlockedBps", *mission_blocked_bps),
        ("spamPenalty", *spam_penalty),
        ("abuseMost", *abuse_most),
        ("settleDays", *settle_days),
        ("trust.knownAccepted", trust.known_accepted),
        ("trust.reliableAccepted", trust.reliable_accepted),
        ("trust.reliableBps", trust.reliable_bps),
        ("trust.expertAccepted", trust.expert_accepted),
        ("trust.expertBps", trust.expert_bps),
    ];
    let shares = co_finder_shares.iter().enumerate();
    let shares = shares.map(|(place, share)| (format!("coFinderShares.{}", place + 1), *share));
    named.into_iter().map(|(name, value)| (name.to_owned(), value)).chain(shares).collect()
}
