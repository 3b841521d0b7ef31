//! Whether evidence shows that a fixed failure is back.

use crate::build::Build;
use crate::issue::IssueState;
use crate::status::Status;
use crate::timestamp::Timestamp;
use crate::visibility::Visibility;

/// A failure that a user saw, as far as the rule needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sighting {
    /// The build in which they saw it.
    pub build: Build,
    /// When that build was released.
    pub released_at: Timestamp,
    /// When the transaction was mined.
    pub mined_at: Timestamp,
    /// Whether the transaction belongs to them.
    pub is_own: bool,
    /// Whether it failed.
    pub has_failed: bool,
    /// Whether they are administrators.
    pub is_staff: bool,
    /// Whether it is public.
    pub is_public: bool,
}

impl Sighting {
    /// Whether it shows that the failure of an issue with the same fingerprint is back.
    ///
    /// A transaction that is older than its claimed build proves nothing. Otherwise a user who kept
    /// one from before the fix could reopen the issue with it.
    pub fn brings_back(&self, issue: &IssueState) -> bool {
        let should_be_gone = matches!(issue.stage.status(), Status::Fixed | Status::Verified);
        let is_mended_there =
            issue.build_fixed.as_ref().is_some_and(|fixed| self.build.is_at_least(fixed));
        should_be_gone
            && is_mended_there
            && issue.visibility == Visibility::Programme
            && self.mined_at >= self.released_at
            && self.is_own
            && self.has_failed
            && self.is_public
            && !self.is_staff
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::Sighting;
    use crate::build::{Build, Channel};
    use crate::issue::{IssueState, Origin};
    use crate::kind::Kind;
    use crate::stage::{Active, Stage};
    use crate::timestamp::Timestamp;
    use crate::visibility::Visibility;

    fn build(channel: Channel, ordinal: u32) -> Build {
        Build { id: format!("{}{ordinal}", channel.key()).as_str().into(), channel, ordinal }
    }

    fn fixed_in(ordinal: u32) -> IssueState {
        let origin = Origin {
            id: "issue".into(),
            kind: Kind::Bug,
            reporter: "rin".into(),
            build: build(Channel::Web, 1),
            submitted_at: Timestamp(0),
        };
        let mut issue = IssueState::submitted(origin, Visibility::Programme);
        issue.stage = Stage::Active(Active::Fixed);
        issue.build_fixed = Some(build(Channel::Web, ordinal));
        issue
    }

    fn sighting(ordinal: u32) -> Sighting {
        Sighting {
            build: build(Channel::Web, ordinal),
            released_at: Timestamp(10),
            mined_at: Timestamp(20),
            is_own: true,
            has_failed: true,
            is_staff: false,
            is_public: true,
        }
    }

    #[test]
    fn a_failure_in_the_build_that_mends_it_or_a_later_one_brings_it_back() {
        assert!(sighting(5).brings_back(&fixed_in(5)));
        assert!(sighting(6).brings_back(&fixed_in(5)));
        assert!(!sighting(4).brings_back(&fixed_in(5)));
        let mut verified = fixed_in(5);
        verified.stage = Stage::Active(Active::Verified { assumed: true });
        assert!(sighting(5).brings_back(&verified));
        let elsewhere = Sighting { build: build(Channel::Mobile, 9), ..sighting(5) };
        assert!(!elsewhere.brings_back(&fixed_in(5)));
    }

    #[test]
    fn a_transaction_from_before_the_build_shows_nothing_about_it() {
        let kept = Sighting { mined_at: Timestamp(9), ..sighting(5) };
        assert!(!kept.brings_back(&fixed_in(5)));
    }

    #[test]
    fn what_should_not_be_gone_cannot_come_back() {
        let mut open = fixed_in(5);
        for stage in [Active::Confirmed, Active::InProgress, Active::New { snoozed_until: None }] {
            open.stage = Stage::Active(stage);
            assert!(!sighting(5).brings_back(&open));
        }
    }

    proptest! {
        #[test]
        fn no_private_foreign_staff_or_unfailed_sighting_brings_anything_back(
            is_own in any::<bool>(), has_failed in any::<bool>(), is_staff in any::<bool>(), is_public in any::<bool>(),
            is_private in any::<bool>(), ordinal in 0u32..10,
        ) {
            let mut issue = fixed_in(5);
            if is_private {
                issue.visibility = Visibility::Private;
            }
            let seen = Sighting { is_own, has_failed, is_staff, is_public, ..sighting(ordinal) };
            let expected = is_own && has_failed && !is_staff && is_public && !is_private && ordinal >= 5;
            assert_eq!(seen.brings_back(&issue), expected);
        }
    }
}
