//! The reward pool of an issue, and how its finders share it.
//!
//! Integers only. The shares always add up to the pool, and the finder always gets at least the
//! amount paid on confirmation.

use crate::quality::Quality;
use crate::rule_set::RuleSet;

const WHOLE: i64 = 10_000;

/// The finder's share on confirmation, in basis points of the pool. No later report can reduce it,
/// because all other shares together stay below the rest.
pub const FINDER_FLOOR_BPS: u32 = 6000;

/// The pool: the points of the issue times quality, rounded half up.
pub fn purse(base: u32, quality: Quality, rules: &RuleSet) -> i64 {
    times(base, rules.quality_bps(quality))
}

/// `base` × `bps` ÷ 10,000, rounded half up.
pub(crate) fn times(base: u32, bps: u32) -> i64 {
    (i64::from(base) * i64::from(bps) + WHOLE / 2) / WHOLE
}

/// The finder's amount on confirmation: the floor, rounded up.
pub fn finder_now(purse: i64) -> i64 {
    let floor = purse.max(0).saturating_mul(i64::from(FINDER_FLOOR_BPS));
    floor / WHOLE + i64::from(floor % WHOLE != 0)
}

/// The amount for a share of the pool, rounded down.
pub fn share(purse: i64, bps: u32) -> i64 {
    purse.max(0).saturating_mul(i64::from(bps)) / WHOLE
}

/// Allocates the pool to `persons`, in the order of their reports.
///
/// The first one is the finder. Each later one gets the share of their position, as long as there
/// are shares. The finder gets the rest. A share depends only on the pool and the position, so a
/// later person reduces only the finder's.
pub fn allocate<P>(purse: i64, persons: Vec<P>, co_finder_shares: &[u32]) -> Vec<(P, i64)> {
    let mut persons = persons.into_iter();
    let Some(finder) = persons.next() else { return Vec::new() };
    let others: Vec<(P, i64)> =
        persons.zip(co_finder_shares).map(|(person, bps)| (person, share(purse, *bps))).collect();
    let given: i64 = others.iter().map(|(_, part)| part).sum();
    let mut parts = vec![(finder, purse.max(0) - given)];
    parts.extend(others);
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, proptest};

    use super::{allocate, finder_now, purse};
    use crate::quality::Quality;
    use crate::rule_set::RuleSet;

    /// Shares within bounds: descending, below 4000 in sum.
    fn shares() -> impl Strategy<Value = Vec<u32>> {
        proptest::collection::vec(1u32..3999, 0..7).prop_map(|mut shares| {
            shares.sort_unstable_by(|a, b| b.cmp(a));
            while shares.iter().sum::<u32>() >= 4000 {
                shares.remove(0);
            }
            shares
        })
    }

    #[test]
    fn a_major_bug_well_reported_is_shared_as_in_the_worked_example() {
        let rules = RuleSet::default();
        let purse = purse(150, Quality::A, &rules);
        assert_eq!((purse, finder_now(purse)), (188, 113));
        let parts = allocate(purse, vec!["a", "b", "c"], &rules.rules().co_finder_shares);
        assert_eq!(parts, [("a", 133), ("b", 37), ("c", 18)]);
    }

    #[test]
    fn a_half_is_rounded_up() {
        let rules = RuleSet::default();
        assert_eq!(purse(150, Quality::A, &rules), 188);
        assert_eq!(purse(15, Quality::A, &rules), 19);
        assert_eq!(purse(15, Quality::C, &rules), 9);
        assert_eq!(purse(1, Quality::C, &rules), 1);
    }

    proptest! {
        #[test]
        fn the_parts_add_up_and_the_finder_keeps_what_was_promised(purse in 0i64..5_000_000, count in 1usize..12, shares in shares()) {
            let parts = allocate(purse, (0..count).collect(), &shares);
            assert_eq!(parts.iter().map(|(_, part)| part).sum::<i64>(), purse);
            // The smallest integer that is at least three fifths.
            assert!(parts[0].1 * 10 >= purse * 6 && parts[0].1 >= finder_now(purse));
            assert!(finder_now(purse) * 10 >= purse * 6 && (finder_now(purse) - 1) * 10 < purse * 6);
            assert!(parts.iter().all(|(_, part)| *part >= 0));
        }

        #[test]
        fn a_later_report_takes_nothing_from_earlier_co_finders_and_never_raises_the_sum(purse in 0i64..5_000_000, count in 1usize..12, shares in shares()) {
            let before = allocate(purse, (0..count).collect(), &shares);
            let after = allocate(purse, (0..=count).collect(), &shares);
            for (person, part) in &before[1..] {
                assert!(after.contains(&(*person, *part)));
            }
            assert!(after[0].1 <= before[0].1);
            let sum = |parts: &[(usize, i64)]| parts.iter().map(|(_, part)| part).sum::<i64>();
            assert_eq!(sum(&before), sum(&after));
        }
    }
}
