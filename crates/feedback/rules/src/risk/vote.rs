//! Votes for rarely voted issues.

use std::collections::HashMap;

use super::{Account, Fact, Signal, SignalKind};

/// An issue with more voters from outside a group is popular, and means nothing for the group.
const FEW: usize = 10;

/// Number of such issues on which two accounts must agree, and their share of all votes of both.
const LEAST: usize = 8;
const OVERLAP_PERCENT: usize = 80;

const POINTS: i64 = 20;

/// The number of voters of each issue, in all and from each group of connected accounts: a ring of
/// a hundred accounts that vote for one another is not a crowd.
#[derive(Debug, Default)]
pub(super) struct Voters {
    all: HashMap<u32, usize>,
    of_group: HashMap<(u32, usize), usize>,
}

impl Voters {
    pub(super) fn count(accounts: &[Account], group: &[usize]) -> Voters {
        let mut voters = Voters::default();
        for (account, group) in accounts.iter().zip(group) {
            for issue in &account.votes {
                *voters.all.entry(*issue).or_default() += 1;
                *voters.of_group.entry((*issue, *group)).or_default() += 1;
            }
        }
        voters
    }

    fn is_quiet(&self, issue: u32, group: usize) -> bool {
        let all = self.all.get(&issue).copied().unwrap_or_default();
        let own = self.of_group.get(&(issue, group)).copied().unwrap_or_default();
        all - own <= FEW
    }

    /// Whether two accounts of a group vote alike.
    pub(super) fn ring(&self, a: &Account, b: &Account, group: usize) -> Option<Signal> {
        let quiet = |account: &Account| -> Vec<u32> {
            let votes = account.votes.iter().copied();
            votes.filter(|issue| self.is_quiet(*issue, group)).collect()
        };
        let (a, b) = (quiet(a), quiet(b));
        let both = a.iter().filter(|issue| b.binary_search(issue).is_ok()).count();
        let either = a.len() + b.len() - both;
        let percent = both * 100 / either.max(1);
        (both >= LEAST && percent >= OVERLAP_PERCENT).then_some(Signal {
            kind: SignalKind::VoteRing,
            points: POINTS,
            detail: Fact::Votes { issues: both, overlap_percent: percent },
        })
    }
}
