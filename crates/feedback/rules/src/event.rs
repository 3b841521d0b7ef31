//! The kinds of domain events, as webhooks and the API name them.

mod field;

use crate::keyed_enum::keyed_enum;
pub use field::Field;

keyed_enum! {
    /// The kind of a domain event: its `type`. External programs rely on these words, so they never
    /// change.
    pub enum EventKind {
        /// A report was submitted.
        IssueSubmitted = "issue.submitted",
        /// Its reporter was asked a question.
        IssueInfoAsked = "issue.info_asked",
        /// Its reporter answered.
        IssueAnswered = "issue.answered",
        /// It was confirmed.
        IssueConfirmed = "issue.confirmed",
        /// A user works on it.
        IssueStarted = "issue.started",
        /// An administrator names the build that fixes it.
        IssueFixed = "issue.fixed",
        /// The fix is verified.
        IssueVerified = "issue.verified",
        /// It was closed in another way.
        IssueClosed = "issue.closed",
        /// It was merged into another issue.
        IssueMerged = "issue.merged",
        /// It was reopened.
        IssueReopened = "issue.reopened",
        /// A fixed failure is back.
        IssueRegressed = "issue.regressed",
        /// Its severity was changed.
        IssueSeverityChanged = "issue.severity_changed",
        /// The last decision about it was undone.
        IssueUndone = "issue.undone",
        /// Testers were asked to check a fix.
        FixCheckAsked = "fix_check.asked",
        /// A tester answered whether a fix works.
        FixCheckAnswered = "fix_check.answered",
        /// A public comment was added.
        CommentAdded = "comment.added",
        /// The points of an issue were settled.
        PointsSettled = "points.settled",
        /// Points were reversed.
        PointsReversed = "points.reversed",
        /// Points were deducted as a penalty.
        PointsPenalty = "points.penalty",
        /// An account was limited, suspended or reactivated.
        MemberStatusChanged = "member.status_changed",
        /// An account was linked to a person or unlinked, or its user was asked about it.
        MemberCounted = "member.counted",
        /// A pending transaction is explained, or cannot be.
        EvidenceFinished = "evidence.finished",
        /// A tester was asked about a failed call of their wallet.
        FailureAsked = "failure.asked",
        /// The failure rate of a network or a build has doubled.
        FailureRateDoubled = "failure_rate.doubled",
        /// It is as before again.
        FailureRateRecovered = "failure_rate.recovered",
        /// Many testers saw the same failure within an hour.
        ClusterGrew = "cluster.grew",
        /// A response target is about to be missed.
        PromiseAtRisk = "promise.at_risk",
        /// An announcement was published.
        AnnouncementPublished = "announcement.published",
        /// A build was released.
        ReleasePublished = "release.published",
        /// A season began, ended or became final.
        SeasonChanged = "season.changed",
        /// New rules were published.
        RulesChanged = "rules.changed",
        /// A payout was published.
        PayoutPublished = "payout.published",
        /// A payout was voided.
        PayoutVoided = "payout.voided",
        /// A user appeals against a decision about them.
        AppealOpened = "appeal.opened",
        /// A webhook was disabled after too many failures.
        WebhookDisabled = "webhook.disabled",
        /// A service rejects the credential.
        IntegrationBroken = "integration.broken",
        /// A tracker proposes a change for an administrator to decide.
        TrackerProposed = "tracker.proposed",
        /// No RPC endpoint of a network answers.
        NetworkDown = "network.down",
        /// An RPC endpoint of the network answers again.
        NetworkUp = "network.up",
        /// A tester has reached a higher trust level.
        LevelReached = "level.reached",
        /// The summary of a day.
        SummaryDaily = "summary.daily",
        /// A mission can be started.
        MissionOpened = "mission.opened",
        /// A mission ends within a day.
        MissionEnding = "mission.ending",
        /// A mission submission was approved and paid.
        SubmissionApproved = "submission.approved",
        /// A mission submission was rejected, or can be continued.
        SubmissionReturned = "submission.returned",
        /// An administrator tests a webhook.
        TestPing = "test.ping",
    }
}

#[cfg(test)]
mod tests {
    use super::EventKind;

    #[test]
    fn every_type_has_a_subject_and_a_verb_and_is_read_back() {
        for kind in EventKind::ALL {
            let (subject, verb) = kind.key().split_once('.').expect("two words");
            assert!(!subject.is_empty() && !verb.is_empty(), "{}", kind.key());
            assert_eq!(EventKind::parse(kind.key()), Some(kind));
        }
    }
}
