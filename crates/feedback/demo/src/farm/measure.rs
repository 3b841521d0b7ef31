//! How well the score tells rings from crowds, by pairs of accounts.

use std::collections::{BTreeMap, HashMap};

use feedback_model::UserId;
use feedback_model::risk::{Account, OPENS_AT, scan};

use super::crowd::crowds;
use super::ring::rings;
use super::synthetic_account::Group;

/// What was found of a ring or a crowd.
#[derive(Debug)]
pub struct Row {
    /// Which one.
    pub name: String,
    /// How many accounts it has.
    pub accounts: usize,
    /// Whether they are one owner's.
    pub is_farm: bool,
    /// Pairs of one owner.
    pub owned: usize,
    /// Pairs of it that are together in a case.
    pub found: usize,
    /// The highest score of two of its accounts.
    pub highest: i64,
}

/// What was found in all.
#[derive(Debug)]
pub struct Measured {
    /// The seed it was made from.
    pub seed: u64,
    /// Each ring and each crowd.
    pub rows: Vec<Row>,
    /// How many accounts there were.
    pub accounts: usize,
    /// How many pairs were compared.
    pub compared: usize,
    /// Pairs in cases, and those of them that are one owner's.
    pub together: (usize, usize),
    /// The highest score of two honest accounts, or of an honest one with any other.
    pub highest_honest: i64,
}

/// Every ring and every crowd.
fn groups(seed: u64, strangers: usize) -> Vec<Group> {
    let mut groups = rings(seed);
    groups.extend(crowds(seed, strangers));
    groups
}

fn pairs(count: usize) -> usize {
    count * count.saturating_sub(1) / 2
}

/// Makes rings and crowds, and looks at all of them together.
pub fn measure(seed: u64, strangers: usize) -> Measured {
    let groups = groups(seed, strangers);
    let of: HashMap<String, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(place, group)| {
            group.accounts.iter().map(move |one| (one.id.as_str().to_owned(), place))
        })
        .collect();
    let all: Vec<Account> =
        groups.iter().flat_map(|group| group.accounts.iter().cloned()).collect();
    let found = scan(&all, OPENS_AT, |_, _, _| false);
    let place = |id: &str| of.get(id).copied();
    let mut in_case: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut together, mut right) = (0, 0);
    for case in &found.cases {
        let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
        let suggested = case.members.iter().filter(|member| member.is_suggested);
        for member in suggested {
            if let Some(place) = place(member.user.as_str()) {
                *sizes.entry(place).or_default() += 1;
            }
        }
        together += pairs(sizes.values().sum());
        for (group, size) in sizes {
            *in_case.entry(group).or_default() += pairs(size);
            right += groups.get(group).filter(|group| group.is_farm).map_or(0, |_| pairs(size));
        }
    }
    let (highest, highest_honest) = highest(&groups, &found.scores, place);
    let row = |(place, group): (usize, &Group)| Row {
        name: group.name.clone(),
        accounts: group.accounts.len(),
        is_farm: group.is_farm,
        owned: if group.is_farm { pairs(group.accounts.len()) } else { 0 },
        found: in_case.get(&place).copied().unwrap_or_default(),
        highest: highest.get(&place).copied().unwrap_or_default(),
    };
    Measured {
        seed,
        rows: groups.iter().enumerate().map(row).collect(),
        accounts: all.len(),
        compared: found.compared,
        together: (together, right),
        highest_honest,
    }
}

/// The highest score within each group, and of any two accounts that are not one owner's.
fn highest(
    groups: &[Group],
    scores: &[(UserId, UserId, i64)],
    place: impl Fn(&str) -> Option<usize>,
) -> (BTreeMap<usize, i64>, i64) {
    let mut highest: BTreeMap<usize, i64> = BTreeMap::new();
    let mut honest = 0;
    for (a, b, score) in scores {
        let (Some(a), Some(b)) = (place(a.as_str()), place(b.as_str())) else { continue };
        if a == b {
            let kept = highest.entry(a).or_default();
            *kept = (*kept).max(*score);
        }
        if a != b || groups.get(a).is_some_and(|group| !group.is_farm) {
            honest = honest.max(*score);
        }
    }
    (highest, honest)
}

#[cfg(test)]
mod tests {
    use super::measure;

    #[test]
    fn every_ring_of_the_loud_kinds_is_found_and_no_honest_crowd_is() {
        for seed in 1..=3 {
            let measured = measure(seed, 500);
            for row in &measured.rows {
                let is_quiet = row.name.contains("own browsers");
                let expected = if is_quiet { 0 } else { row.owned };
                assert_eq!(row.found, expected, "seed {seed}: {row:?}");
            }
            assert!(measured.highest_honest < 60, "seed {seed}: {}", measured.highest_honest);
        }
    }
}
