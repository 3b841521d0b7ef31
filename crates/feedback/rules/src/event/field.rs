//! Documentation of events: when they occur, and the fields of their `data`.

use super::EventKind;

/// A field of `data`: its name and its description.
pub type Field = (&'static str, &'static str);

const LOSS: &[Field] =
    &[("user", "id of the account"), ("amount", "points, negative"), ("reason", "text or null")];

const MISSION: &[Field] = &[
    ("mission", "object with `id`, `slug`, `title`"),
    ("points", "points of the mission"),
    ("minTrust", "trust level that it needs"),
    ("endsAt", "time or null"),
];

const SUBMISSION: &[Field] = &[
    ("mission", "object with `id`, `slug`, `title`"),
    ("user", "id of the account"),
    ("submission", "id"),
    ("state", "state of the submission"),
    ("amount", "points that were paid"),
    ("reason", "text or null"),
    ("triesLeft", "number"),
];

const ANNOUNCEMENT: &[Field] = &[
    ("announcement", "id"),
    ("kind", "`news`, `release`, `rules` or `incident`"),
    ("title", "text"),
    ("build", "object with `id`, `version`, `channel`, or null"),
    ("cohort", "text or null"),
    ("issues", "ids of the issues that the build fixes"),
];

const PAYOUT: &[Field] = &[
    ("export", "id of the payout"),
    ("season", "object with `number`, `name`, `state`"),
    ("root", "root of the tree"),
    ("token", "object with `symbol`, `decimals`"),
    ("reason", "text or null"),
];

const ALARM: &[Field] = &[
    ("alarm", "id"),
    ("scope", "`network` or `build`"),
    ("name", "name of the network or version of the build"),
    ("hours", "hours that were compared"),
    ("calls", "calls in these hours"),
    ("failed", "failed calls in these hours"),
    ("callsBefore", "calls before"),
    ("failedBefore", "failed calls before"),
];

const SUMMARY: &[Field] = &[
    ("from", "start of the day"),
    ("to", "end of the day"),
    ("submitted", "number of reports"),
    ("critical", "number of them with severity S1"),
    ("confirmed", "number of issues"),
    ("fixed", "number of issues"),
    ("verified", "number of issues"),
    ("closed", "number of issues closed without a fix"),
    ("regressed", "number of issues"),
    ("waiting", "number of reports that are not triaged"),
    ("oldestWaitingSince", "time or null"),
    ("url", "address of the review list"),
];

impl EventKind {
    /// When it occurs.
    pub fn occasion(self) -> &'static str {
        match self {
            EventKind::IssueSubmitted => "A report was filed.",
            EventKind::IssueInfoAsked => "The reporter was asked a question.",
            EventKind::IssueAnswered => "The reporter answered the question.",
            EventKind::IssueConfirmed => "The report was accepted.",
            EventKind::IssueStarted => "Work on the issue started.",
            EventKind::IssueFixed => "The issue was marked as fixed in a build.",
            EventKind::IssueVerified => "The fix was confirmed.",
            EventKind::IssueClosed => "The issue was closed without a fix.",
            EventKind::IssueMerged => "The issue was merged into another one as its duplicate.",
            EventKind::IssueReopened => "A closed issue was reopened.",
            EventKind::IssueRegressed => "A fixed issue occurred again.",
            EventKind::IssueSeverityChanged => "The severity was set or changed.",
            EventKind::IssueUndone => "The last decision about the issue was undone.",
            EventKind::FixCheckAsked => "Testers were asked to check a fix.",
            EventKind::FixCheckAnswered => "A tester reported whether a fix works.",
            EventKind::CommentAdded => "A public comment was added.",
            EventKind::PointsSettled => "The points of an issue became final.",
            EventKind::PointsReversed => "Points were withdrawn.",
            EventKind::PointsPenalty => "Points were deducted as a penalty.",
            EventKind::MemberStatusChanged => "The status of an account changed.",
            EventKind::MemberCounted => "It was decided whether accounts count as one person.",
            EventKind::EvidenceFinished => "The analysis of a transaction finished.",
            EventKind::FailureAsked => "A tester was asked about a failed call.",
            EventKind::FailureRateDoubled => {
                "The failure rate of a network or of the newest build has doubled."
            }
            EventKind::FailureRateRecovered => "The failure rate is as it was before the alarm.",
            EventKind::ClusterGrew => "Many testers met the same failure within an hour.",
            EventKind::PromiseAtRisk => "A response target is about to be missed.",
            EventKind::AnnouncementPublished => "An announcement was published.",
            EventKind::ReleasePublished => "A release was announced.",
            EventKind::SeasonChanged => "A season started, ended or became final.",
            EventKind::RulesChanged => "A new version of the rules was published.",
            EventKind::PayoutPublished => "The payout of a season was published.",
            EventKind::PayoutVoided => "A published payout was declared void.",
            EventKind::AppealOpened => "A user appealed against a decision.",
            EventKind::WebhookDisabled => "A webhook was disabled after too many failures.",
            EventKind::IntegrationBroken => "A connected service needs an administrator.",
            EventKind::TrackerProposed => "A tracker suggests a decision to administrators.",
            EventKind::NetworkDown => "No endpoint of a network responds.",
            EventKind::NetworkUp => "An endpoint of the network responds again.",
            EventKind::LevelReached => "A tester reached a higher trust level.",
            EventKind::SummaryDaily => "Once a day, unless nothing happened and nothing waits.",
            EventKind::MissionOpened => "A mission opened.",
            EventKind::MissionEnding => "A mission ends within a day.",
            EventKind::SubmissionApproved => "A submission to a mission was approved.",
            EventKind::SubmissionReturned => "A submission was rejected or returned.",
            EventKind::TestPing => "An administrator tested a webhook.",
        }
    }

    /// The fields of its `data`.
    #[expect(clippy::too_many_lines, reason = "a table with a row for each kind")]
    pub fn fields(self) -> &'static [Field] {
        match self {
            EventKind::IssueInfoAsked => &[("question", "text")],
            EventKind::IssueFixed | EventKind::FixCheckAsked => &[("build", "id of the build")],
            EventKind::IssueVerified => &[("assumed", "whether no check was needed")],
            EventKind::IssueClosed => &[("resolution", "key"), ("reason", "text, if there is one")],
            EventKind::IssueMerged => &[("into", "the other issue")],
            EventKind::IssueReopened => &[("from", "`closed` or `duplicate`")],
            EventKind::IssueSeverityChanged => {
                &[("before", "`S1` to `S4` or null"), ("after", "`S1` to `S4` or null")]
            }
            EventKind::IssueUndone => &[("from", "status before"), ("to", "status now")],
            EventKind::FixCheckAnswered => &[("verdict", "key"), ("build", "id of the build")],
            EventKind::CommentAdded => &[
                ("comment", "id"),
                ("staff", "whether an administrator wrote it"),
                ("official", "whether it is the official answer"),
                ("mentions", "the accounts that it names"),
                ("excerpt", "start of the text"),
            ],
            EventKind::PointsReversed | EventKind::PointsPenalty => LOSS,
            EventKind::MemberStatusChanged => {
                &[("user", "id"), ("status", "key"), ("until", "time or null, for deletions")]
            }
            EventKind::MemberCounted => {
                &[("user", "id"), ("status", "key"), ("reason", "sentence for the user")]
            }
            EventKind::EvidenceFinished => &[
                ("evidence", "id"),
                ("user", "id of its owner"),
                ("state", "`decoded`, `partial` or `failed`"),
                ("chainStatus", "key or null"),
                ("hash", "shortened hash or null"),
            ],
            EventKind::FailureAsked => &[
                ("failure", "id of the question"),
                ("failureClass", "key"),
                ("network", "object with `id`, `name`"),
            ],
            EventKind::FailureRateDoubled => ALARM,
            EventKind::FailureRateRecovered => &ALARM[..3],
            EventKind::ClusterGrew => {
                &[("cluster", "id"), ("title", "text"), ("people", "number of testers")]
            }
            EventKind::PromiseAtRisk => {
                &[("promise", "`first_response` or `decision`"), ("dueAt", "time")]
            }
            EventKind::AnnouncementPublished | EventKind::ReleasePublished => ANNOUNCEMENT,
            EventKind::SeasonChanged => {
                &[("number", "number"), ("name", "text"), ("state", "`live`, `review` or `final`")]
            }
            EventKind::RulesChanged => {
                &[("version", "number"), ("from", "time from which it applies"), ("note", "text")]
            }
            EventKind::PayoutPublished | EventKind::PayoutVoided => PAYOUT,
            EventKind::AppealOpened => {
                &[("appeal", "id"), ("subjectType", "key"), ("name", "username or null")]
            }
            EventKind::WebhookDisabled => &[
                ("webhook", "id"),
                ("name", "text"),
                ("failures", "failures in a row"),
                ("reason", "text"),
            ],
            EventKind::IntegrationBroken => &[
                ("service", "key"),
                ("problem", "text"),
                ("tracker", "id, for trackers"),
                ("name", "name of the tracker, for trackers"),
                ("number", "number of an issue or null, for trackers"),
            ],
            EventKind::TrackerProposed => &[
                ("proposal", "id"),
                ("kind", "key"),
                ("ref", "name of the ticket"),
                ("url", "address of the ticket"),
                ("state", "state of the ticket"),
                ("excerpt", "text or null"),
                ("tracker", "object with `id`, `kind`, `name`"),
            ],
            EventKind::NetworkDown | EventKind::NetworkUp => {
                &[("network", "object with `id`, `name`")]
            }
            EventKind::LevelReached => &[("user", "id"), ("level", "number")],
            EventKind::SummaryDaily => SUMMARY,
            EventKind::MissionOpened | EventKind::MissionEnding => MISSION,
            EventKind::SubmissionApproved | EventKind::SubmissionReturned => SUBMISSION,
            EventKind::TestPing => &[("webhook", "id")],
            EventKind::IssueSubmitted
            | EventKind::IssueAnswered
            | EventKind::IssueConfirmed
            | EventKind::IssueStarted
            | EventKind::IssueRegressed
            | EventKind::PointsSettled => &[],
        }
    }
}
