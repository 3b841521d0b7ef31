//! The rules of points.

use crate::keyed_enum::keyed_enum;
use crate::kind::Kind;
use crate::severity::Severity;

keyed_enum! {
    /// A rule that gives or deducts points.
    pub enum RuleKey {
        /// A critical bug was confirmed.
        BugS1 = "bug.S1",
        /// A major bug was confirmed.
        BugS2 = "bug.S2",
        /// A minor bug was confirmed.
        BugS3 = "bug.S3",
        /// A trivial bug was confirmed.
        BugS4 = "bug.S4",
        /// A nuisance was accepted.
        FrictionAccepted = "friction.accepted",
        /// An idea was accepted.
        IdeaAccepted = "idea.accepted",
        /// An idea was shipped.
        IdeaShipped = "idea.shipped",
        /// A fix check was right.
        FixCheck = "fix.check",
        /// Evidence reopened a fixed bug.
        Regression = "bug.regression",
        /// A small help: a helpful comment, an accepted duplicate proposal, the first proof from a
        /// network and wallet kind.
        Thanks = "thanks",
        /// A mission was completed.
        MissionDone = "mission.done",
        /// A mission was blocked by a confirmed issue.
        MissionBlocked = "mission.blocked",
        /// A report was spam.
        Spam = "spam",
        /// A user misbehaved.
        Abuse = "abuse",
        /// An administrator decided.
        Manual = "manual",
    }
}

impl RuleKey {
    /// The rule for a confirmed issue. `None` for a bug without severity.
    pub fn of_purse(kind: Kind, severity: Option<Severity>) -> Option<RuleKey> {
        match (kind, severity) {
            (Kind::Friction, _) => Some(RuleKey::FrictionAccepted),
            (Kind::Idea, _) => Some(RuleKey::IdeaAccepted),
            (Kind::Bug, None) => None,
            (Kind::Bug, Some(Severity::S1)) => Some(RuleKey::BugS1),
            (Kind::Bug, Some(Severity::S2)) => Some(RuleKey::BugS2),
            (Kind::Bug, Some(Severity::S3)) => Some(RuleKey::BugS3),
            (Kind::Bug, Some(Severity::S4)) => Some(RuleKey::BugS4),
        }
    }

    /// Whether finders share its points.
    pub fn is_purse(self) -> bool {
        matches!(
            self,
            RuleKey::BugS1
                | RuleKey::BugS2
                | RuleKey::BugS3
                | RuleKey::BugS4
                | RuleKey::FrictionAccepted
                | RuleKey::IdeaAccepted
        )
    }
}
