//! How often a person can earn points by a rule in a day or a week of the programme's time zone.

use crate::rule_key::RuleKey;
use crate::rule_set::RuleSet;
use crate::timestamp::Day;

/// The period of a cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Period {
    /// The day.
    Day,
    /// The week, from Monday.
    Week,
}

/// How often a rule pays a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cap {
    /// The number.
    pub times: u32,
    /// The period.
    pub per: Period,
}

/// The cap of a rule, if it has one.
pub fn cap(rule: RuleKey, rules: &RuleSet) -> Option<Cap> {
    let rules = rules.rules();
    let (times, per) = match rule {
        RuleKey::BugS4 => (rules.bug_s4_per_day, Period::Day),
        RuleKey::FrictionAccepted => (rules.friction.per_day, Period::Day),
        RuleKey::IdeaAccepted => (rules.idea_per_week, Period::Week),
        RuleKey::FixCheck => (rules.fix_check.per_day, Period::Day),
        RuleKey::Thanks => (rules.thanks.per_day, Period::Day),
        RuleKey::BugS1
        | RuleKey::BugS2
        | RuleKey::BugS3
        | RuleKey::IdeaShipped
        | RuleKey::Regression
        | RuleKey::MissionDone
        | RuleKey::MissionBlocked
        | RuleKey::Spam
        | RuleKey::Abuse
        | RuleKey::Manual => return None,
    };
    Some(Cap { times, per })
}

impl Cap {
    /// How often the person can still earn points on `today`.
    ///
    /// `earned` has the day of each effective award by the rule, once per contribution.
    pub fn left(self, earned: impl IntoIterator<Item = Day>, today: Day) -> u32 {
        let is_within = |day: &Day| match self.per {
            Period::Day => *day == today,
            Period::Week => day.week() == today.week(),
        };
        let used = earned.into_iter().filter(is_within).count();
        self.times.saturating_sub(u32::try_from(used).unwrap_or(u32::MAX))
    }
}

/// Whether a person can earn points by a rule again on `today`.
pub fn admits(
    rule: RuleKey,
    rules: &RuleSet,
    earned: impl IntoIterator<Item = Day>,
    today: Day,
) -> bool {
    cap(rule, rules).is_none_or(|cap| cap.left(earned, today) > 0)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::{Strategy, proptest};

    use super::{Period, admits, cap};
    use crate::rule_key::RuleKey;
    use crate::rule_set::RuleSet;
    use crate::timestamp::Day;

    #[test]
    fn ideas_are_counted_by_the_week_and_the_rest_by_the_day() {
        let rules = RuleSet::default();
        // A Monday and the Sunday after it, then the next Monday.
        let (monday, sunday, next) = (Day(4), Day(10), Day(11));
        let earned = [monday, sunday];
        assert!(!admits(RuleKey::IdeaAccepted, &rules, earned, sunday));
        assert!(admits(RuleKey::IdeaAccepted, &rules, earned, next));
        assert!(admits(RuleKey::BugS4, &rules, [monday; 3], sunday));
        assert!(!admits(RuleKey::BugS4, &rules, [monday; 3], monday));
        assert!(admits(RuleKey::BugS1, &rules, [monday; 100], monday));
    }

    fn rule() -> impl Strategy<Value = RuleKey> {
        (0..RuleKey::ALL.len()).prop_map(|place| RuleKey::ALL[place])
    }

    proptest! {
        #[test]
        fn nobody_earns_by_a_rule_more_often_than_its_cap_allows(rule in rule(), days in proptest::collection::vec(0i64..20, 0..120)) {
            let rules = RuleSet::default();
            let mut earned: Vec<Day> = Vec::new();
            let mut refused = 0;
            for day in days.into_iter().map(Day) {
                if admits(rule, &rules, earned.iter().copied(), day) {
                    earned.push(day);
                } else {
                    refused += 1;
                }
            }
            let Some(cap) = cap(rule, &rules) else {
                assert_eq!(refused, 0);
                return Ok(());
            };
            let mut counts: BTreeMap<i64, u32> = BTreeMap::new();
            for day in earned {
                let stretch = match cap.per { Period::Day => day.0, Period::Week => day.week() };
                *counts.entry(stretch).or_default() += 1;
            }
            assert!(counts.values().all(|count| *count <= cap.times));
        }
    }
}
