//! Rewards for proof from a new environment: a network or a wallet kind without a proof of the
//! issue so far.

use crate::issue::IssueState;
use crate::kind::Kind;
use crate::severity::Severity;

/// Combinations that are paid per issue.
const MOST_PAIRS: u32 = 6;

/// The facts about a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Coverage {
    /// Whether it shows the same failure as the issue, and belongs to the person.
    pub is_same_failure: bool,
    /// Whether network and wallet kind are known.
    pub has_pair: bool,
    /// Number of other persons with an earlier proof for the same combination, paid or not.
    pub proven_before: u32,
    /// Number of combinations that were paid for the issue.
    pub paid_pairs: u32,
}

impl Coverage {
    /// Whether it pays, except for the person's daily cap.
    ///
    /// Only confirmed issues pay. Earlier proofs belong to the confirmation and are not paid
    /// afterwards.
    pub fn pays(self, issue: &IssueState) -> bool {
        let is_grave = matches!(issue.severity, Some(Severity::S1 | Severity::S2 | Severity::S3));
        let is_confirmed = issue.confirmed_at.is_some() && issue.stage.status().is_open();
        issue.origin.kind == Kind::Bug
            && is_confirmed
            && is_grave
            && self.is_same_failure
            && self.has_pair
            && self.proven_before == 0
            && self.paid_pairs < MOST_PAIRS
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::{Coverage, MOST_PAIRS};
    use crate::build::{Build, Channel};
    use crate::issue::{IssueState, Origin};
    use crate::kind::Kind;
    use crate::severity::Severity;
    use crate::stage::{Active, Stage};
    use crate::timestamp::Timestamp;
    use crate::visibility::Visibility;

    fn confirmed(severity: Severity) -> IssueState {
        let origin = Origin {
            id: "issue".into(),
            kind: Kind::Bug,
            reporter: "rin".into(),
            build: Build { id: "b".into(), channel: Channel::Web, ordinal: 1 },
            submitted_at: Timestamp(0),
        };
        let mut issue = IssueState::submitted(origin, Visibility::Programme);
        issue.stage = Stage::Active(Active::Confirmed);
        issue.severity = Some(severity);
        issue.confirmed_at = Some(Timestamp(1));
        issue
    }

    const NEW: Coverage =
        Coverage { is_same_failure: true, has_pair: true, proven_before: 0, paid_pairs: 0 };

    #[test]
    fn the_first_proof_of_a_pair_pays_for_confirmed_bugs_that_are_not_trivial() {
        for (severity, pays) in [
            (Severity::S1, true),
            (Severity::S2, true),
            (Severity::S3, true),
            (Severity::S4, false),
        ] {
            assert_eq!(NEW.pays(&confirmed(severity)), pays, "{severity:?}");
        }
        let mut new = confirmed(Severity::S1);
        new.stage = Stage::Active(Active::New { snoozed_until: None });
        new.confirmed_at = None;
        assert!(!NEW.pays(&new));
        let mut over = confirmed(Severity::S1);
        over.stage = Stage::Active(Active::Verified { assumed: false });
        assert!(!NEW.pays(&over));
    }

    #[test]
    fn another_failure_or_an_unknown_pair_pays_nothing() {
        let issue = confirmed(Severity::S2);
        assert!(!Coverage { is_same_failure: false, ..NEW }.pays(&issue));
        assert!(!Coverage { has_pair: false, ..NEW }.pays(&issue));
    }

    proptest! {
        #[test]
        fn an_issue_never_pays_for_more_pairs_than_the_limit_nor_for_one_twice(
            pairs in proptest::collection::vec((0u32..4, 0u32..5), 0..60),
        ) {
            let issue = confirmed(Severity::S3);
            let mut paid: Vec<(u32, u32)> = Vec::new();
            for (place, pair) in pairs.iter().enumerate() {
                let before = pairs[..place].iter().filter(|other| *other == pair).count();
                let coverage = Coverage {
                    proven_before: u32::try_from(before).unwrap_or(u32::MAX),
                    paid_pairs: u32::try_from(paid.len()).unwrap_or(u32::MAX),
                    ..NEW
                };
                if coverage.pays(&issue) {
                    assert!(!paid.contains(pair));
                    paid.push(*pair);
                }
            }
            assert!(paid.len() <= MOST_PAIRS as usize);
        }
    }
}
