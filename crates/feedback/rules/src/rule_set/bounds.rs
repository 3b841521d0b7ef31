//! The bounds of every rule.

use super::Rules;
use crate::purse::FINDER_FLOOR_BPS;
use crate::refused::Refused;

const WHOLE: u32 = 10_000;

/// The most points any single rule may pay.
const MOST_POINTS: u32 = 1_000_000;

fn refuse(rule: &str, problem: impl Into<String>) -> Refused {
    Refused::RuleOutOfBounds { rule: rule.to_owned(), problem: problem.into() }
}

fn within(rule: &str, value: u32, least: u32, most: u32) -> Result<(), Refused> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(refuse(rule, format!("{value} is not between {least} and {most}")))
    }
}

/// Whether all rules are within bounds.
pub(super) fn check(rules: &Rules) -> Result<(), Refused> {
    points(rules)?;
    shares(&rules.co_finder_shares)?;
    caps(rules)?;
    trust(rules)
}

fn points(rules: &Rules) -> Result<(), Refused> {
    let bug = rules.bug;
    for (rule, points) in [
        ("bug.S1", bug.s1),
        ("bug.S2", bug.s2),
        ("bug.S3", bug.s3),
        ("bug.S4", bug.s4),
        ("friction.points", rules.friction.points),
        ("ideaAccepted", rules.idea_accepted),
        ("ideaShipped", rules.idea_shipped),
        ("fixCheck.points", rules.fix_check.points),
        ("thanks.points", rules.thanks.points),
        ("spamPenalty", rules.spam_penalty),
    ] {
        within(rule, points, 0, MOST_POINTS)?;
    }
    if !(bug.s1 >= bug.s2 && bug.s2 >= bug.s3 && bug.s3 >= bug.s4) {
        return Err(refuse("bug", "a worse bug cannot pay less"));
    }
    within("abuseMost", rules.abuse_most, 1, MOST_POINTS)?;
    let quality = rules.quality;
    within("quality.A", quality.a, WHOLE, 5 * WHOLE)?;
    within("quality.B", quality.b, WHOLE, WHOLE)?;
    within("quality.C", quality.c, 0, WHOLE)?;
    within("regressionBps", rules.regression_bps, 0, WHOLE)?;
    within("missionBlockedBps", rules.mission_blocked_bps, 0, WHOLE)
}

/// The finder keeps more than the amount paid on confirmation, and a later position never gets more
/// than an earlier one.
fn shares(shares: &[u32]) -> Result<(), Refused> {
    let rule = "coFinderShares";
    if shares.len() > 20 {
        return Err(refuse(rule, "at most 20 people can share"));
    }
    if shares.contains(&0) {
        return Err(refuse(rule, "a share must be greater than 0"));
    }
    let sum: u64 = shares.iter().copied().map(u64::from).sum();
    if sum >= u64::from(WHOLE - FINDER_FLOOR_BPS) {
        return Err(refuse(rule, format!("together they must stay below 4000, and are {sum}")));
    }
    if !shares.is_sorted_by(|earlier, later| earlier >= later) {
        return Err(refuse(rule, "later finders cannot get more than earlier ones"));
    }
    Ok(())
}

fn caps(rules: &Rules) -> Result<(), Refused> {
    for (rule, times) in [
        ("bugS4PerDay", rules.bug_s4_per_day),
        ("friction.perDay", rules.friction.per_day),
        ("ideaPerWeek", rules.idea_per_week),
        ("fixCheck.perDay", rules.fix_check.per_day),
        ("fixCheckPersons", rules.fix_check_persons),
        ("thanks.perDay", rules.thanks.per_day),
    ] {
        within(rule, times, 0, 1000)?;
    }
    within("settleDays", rules.settle_days, 0, 90)
}

fn trust(rules: &Rules) -> Result<(), Refused> {
    let trust = rules.trust;
    within("trust.knownAccepted", trust.known_accepted, 1, 1000)?;
    within("trust.reliableAccepted", trust.reliable_accepted, trust.known_accepted, 1000)?;
    within("trust.expertAccepted", trust.expert_accepted, trust.reliable_accepted, 1000)?;
    within("trust.reliableBps", trust.reliable_bps, 0, WHOLE)?;
    within("trust.expertBps", trust.expert_bps, trust.reliable_bps, WHOLE)
}
