//! The kinds of domain events, as webhooks and the API name them.

mod field;

use crate::keyed_enum::keyed_enum;
pub use field::Field;

keyed_enum! {
    /// What kind of thing happened; the `type` of a domain event. The words are a promise to
    /// programs outside and never change.
    pub enum EventKind {
        /// A report came in.
        IssueSubmitted = "issue.submitted",
        /// Its reporter was asked something.
        IssueInfoAsked = "issue.info_asked",
        /// Its reporter answered.
        IssueAnswered = "issue.answered",
        /// It is real.
        IssueConfirmed = "issue.confirmed",
        /// A user works on it.
        IssueStarted = "issue.started",
        /// An administrator names the build that fixes it.
        IssueFixed = "issue.fixed",
        /// The fix is verified.
        IssueVerified = "issue.verified",
        /// It ended otherwise.
        IssueClosed = "issue.closed",
        /// It was merged into another.
        IssueMerged = "issue.merged",
        /// It is open again.
        IssueReopened = "issue.reopened",
        /// What was fixed came back.
        IssueRegressed = "issue.regressed",
        /// It is as bad as that.
        IssueSeverityChanged = "issue.severity_changed",
        /// The last decision about it was undone.
        IssueUndone = "issue.undone",
        /// People were asked whether a fix works.
        FixCheckAsked = "fix_check.asked",
        /// A tester answered whether a fix works.
        FixCheckAnswered = "fix_check.answered",
        /// A public comment was added.
        CommentAdded = "comment.added",
        /// Points of an issue became final.
        PointsSettled = "points.settled",
        /// Points were reversed.
        PointsReversed = "points.reversed",
        /// Points were taken as a penalty.
        PointsPenalty = "points.penalty",
        /// An account was limited, suspended or readmitted.
        MemberStatusChanged = "member.status_changed",
        /// An account was linked to a person or unlinked, or its user was asked about it.
        MemberCounted = "member.counted",
        /// A transaction that waited is explained, or never will be.
        EvidenceFinished = "evidence.finished",
        /// Many met the same failure within an hour.
        ClusterGrew = "cluster.grew",
        /// A promised answer is about to be late.
        PromiseAtRisk = "promise.at_risk",
        /// An announcement is out.
        AnnouncementPublished = "announcement.published",
        /// A build is out, and what it fixes.
        ReleasePublished = "release.published",
        /// A season began, ended or became final.
        SeasonChanged = "season.changed",
        /// Other rules hold from some day on.
        RulesChanged = "rules.changed",
        /// It is out what a season pays whom.
        PayoutPublished = "payout.published",
        /// What was out does not count.
        PayoutVoided = "payout.voided",
        /// A user appeals against a decision about them.
        AppealOpened = "appeal.opened",
        /// A webhook failed too often.
        WebhookDisabled = "webhook.disabled",
        /// A service refuses our credential.
        IntegrationBroken = "integration.broken",
        /// A tracker says something that an administrator decides about.
        TrackerProposed = "tracker.proposed",
        /// No node of a network answers.
        NetworkDown = "network.down",
        /// One does again.
        NetworkUp = "network.up",
        /// A tester is trusted more than before.
        LevelReached = "level.reached",
        /// A day is over, and what it brought.
        SummaryDaily = "summary.daily",
        /// A mission can be started.
        MissionOpened = "mission.opened",
        /// A mission ends within a day.
        MissionEnding = "mission.ending",
        /// What was handed in for a mission is done and paid.
        SubmissionApproved = "submission.approved",
        /// It is not done as asked, or can be gone on with.
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
