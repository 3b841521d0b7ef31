//! The subjects of mails: one variant for each kind of notification.

use crate::issue::{Day, Issue};

/// A notification with the facts for its mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The team asks the reporter something.
    InfoAsked {
        /// The issue.
        issue: Issue,
        /// The question.
        question: Remark,
        /// The day on which the issue is closed if there is no answer.
        until: Option<Day>,
    },
    /// A fix waits to be checked.
    FixCheck {
        /// The issue.
        issue: Issue,
        /// The build with the fix, if known.
        build: Option<String>,
    },
    /// A call of the reader's wallet failed, and they are asked about it.
    FailureQuestion {
        /// The network.
        network: String,
        /// Why it failed.
        sentence: String,
        /// Whether it was a swap.
        is_swap: bool,
    },
    /// Points were reversed.
    PointsReversed {
        /// Their issue, if any.
        issue: Option<Issue>,
        /// Their number, positive.
        amount: u64,
        /// Whether it is a penalty, not the return of a reward.
        is_penalty: bool,
        /// The reason.
        reason: Option<String>,
    },
    /// The state of an account has changed.
    AccountChanged {
        /// The new state.
        state: AccountState,
        /// The reason.
        reason: Option<String>,
    },
    /// An issue has changed.
    IssueNews {
        /// The issue.
        issue: Issue,
        /// The change.
        news: News,
    },
    /// Points are settled.
    PointsSettled {
        /// Their issue, if any.
        issue: Option<Issue>,
        /// Their number.
        amount: u64,
    },
    /// The team commented.
    CommentStaff {
        /// The issue.
        issue: Issue,
        /// The last comment.
        remark: Remark,
        /// Number of comments.
        count: u32,
    },
    /// Other users commented.
    Comment {
        /// The issue.
        issue: Issue,
        /// The last comment.
        remark: Remark,
        /// Number of comments.
        count: u32,
    },
    /// The reader was mentioned.
    Mention {
        /// The issue.
        issue: Issue,
        /// The comment.
        remark: Remark,
    },
    /// A pasted transaction is explained.
    EvidenceFinished {
        /// Its issue, if any.
        issue: Option<Issue>,
        /// The transaction, shortened.
        transaction: Option<String>,
    },
    /// A new build.
    Release {
        /// Its version.
        version: Option<String>,
        /// The title of the announcement.
        title: String,
        /// Its text.
        body: String,
        /// Fixed issues that affect the reader.
        fixed: Vec<Issue>,
    },
    /// The rules, the season or the programme changed.
    RulesSeason(Change),
    /// The reader is paid for a season, or the payout was voided.
    Payout {
        /// The season's name.
        season: String,
        /// Its number.
        number: u32,
        /// The amount, with the token's symbol.
        paid: String,
        /// Why it was voided, if it was.
        voided: Option<String>,
    },
    /// A mission submission was returned.
    SubmissionReturned {
        /// The mission.
        mission: Mission,
        /// The reason.
        reason: Option<String>,
        /// Number of tries left.
        tries_left: u32,
    },
    /// Something about a mission.
    Mission {
        /// The mission.
        mission: Mission,
        /// The change.
        news: MissionNews,
    },
    /// A level was reached.
    Level(u32),
    /// Administrators: a new critical report.
    AdminS1 {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: a private report.
    AdminPrivate {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: a fixed failure is back.
    AdminRegression {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: many users see one failure.
    AdminCluster {
        /// The cluster's id.
        cluster: String,
        /// Its title, if it has a public one.
        title: Option<String>,
        /// Number of users within the hour.
        people: u32,
    },
    /// Administrators: the failure rate of a network or a build has doubled.
    AdminFailureRate {
        /// The network, or the version of the build.
        name: String,
        /// The hours that were compared.
        hours: u32,
        /// Failed calls in these hours, and all calls.
        failed: (u32, u32),
        /// The same before.
        before: (u32, u32),
    },
    /// Administrators: a response target is about to be missed.
    AdminPromise {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: a webhook or another connection has stopped.
    AdminWebhook {
        /// Its name.
        name: String,
        /// Consecutive failures.
        failures: u32,
    },
    /// Administrators: no RPC endpoint of a network answers.
    AdminNetwork {
        /// The network.
        name: String,
    },
    /// Administrators: a tracker proposes a change.
    AdminTracker {
        /// The issue in Touchstone.
        issue: Issue,
        /// The tracker.
        tracker: String,
        /// The tracker's name for its issue.
        reference: String,
    },
    /// Administrators: a user appeals against a decision about them.
    AdminAppeal {
        /// The user.
        by: String,
    },
    /// An administrator tests whether mail arrives.
    Test {
        /// The administrator.
        by: String,
    },
}

/// A user's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// The user.
    pub by: String,
    /// The text. Omitted from mails about private issues.
    pub text: String,
}

/// The state of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// Active.
    Active,
    /// Limited to reading, with few exceptions.
    Limited,
    /// Suspended.
    Suspended,
    /// Unchanged, but it counts as one person with other accounts.
    Linked,
    /// Unchanged, and it counts as a person of its own again.
    Unlinked,
    /// Unchanged, but held: without rank and payout.
    Held,
    /// Unchanged, with rank and payout again.
    Released,
    /// Unchanged, and the team has a question about it.
    Asked,
    /// Unchanged, and an appeal was answered.
    AppealAnswered,
    /// It will be deleted, unless the user cancels that.
    DeletionScheduled,
    /// The deletion was cancelled.
    DeletionCancelled,
}

/// A change of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// It is confirmed, with this severity.
    Confirmed(Option<String>),
    /// Work has begun.
    Started,
    /// It is fixed in a build.
    Fixed(Option<String>),
    /// Testers have confirmed the fix.
    Verified,
    /// It is closed, with a resolution and a reason.
    Closed {
        /// Such as "Not a bug".
        resolution: Option<String>,
        /// The public reason.
        reason: Option<String>,
    },
    /// It was merged into another issue.
    Merged(Option<Issue>),
    /// It was reopened.
    Reopened,
    /// The fixed failure is back.
    Regressed,
    /// Its severity was changed.
    Severity(Option<String>),
}

/// A change for all users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// New rules of scoring.
    Rules {
        /// Their version.
        version: u32,
        /// When they come into force.
        from: Option<Day>,
    },
    /// A season begins or ends.
    Season {
        /// Its name.
        name: String,
        /// Whether it has ended.
        has_ended: bool,
    },
    /// An announcement of the team.
    Announcement {
        /// Its title.
        title: String,
        /// Its text.
        body: String,
    },
}

/// A mission in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mission {
    /// Its title.
    pub title: String,
    /// Its slug.
    pub slug: String,
}

/// News of a mission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissionNews {
    /// It can be started.
    Opened {
        /// Its points.
        points: u32,
    },
    /// It ends within a day.
    Ending,
    /// It was done.
    Done {
        /// The points that were paid.
        amount: u64,
    },
    /// All tries were rejected.
    Refused {
        /// The reason.
        reason: Option<String>,
    },
}

impl Notice {
    /// The kind of notification.
    pub fn kind(&self) -> &'static str {
        match self {
            Notice::InfoAsked { .. } => "info_asked",
            Notice::FixCheck { .. } => "fix_check",
            Notice::FailureQuestion { .. } => "failure_question",
            Notice::PointsReversed { .. } => "points_reversed",
            Notice::AccountChanged { .. } => "account_changed",
            Notice::IssueNews { .. } => "issue_news",
            Notice::PointsSettled { .. } => "points_settled",
            Notice::CommentStaff { .. } => "comment_staff",
            Notice::Comment { .. } => "comment",
            Notice::Mention { .. } => "mention",
            Notice::EvidenceFinished { .. } => "evidence_finished",
            Notice::Release { .. } => "release",
            Notice::RulesSeason(_) => "rules_season",
            Notice::Payout { .. } => "payout",
            Notice::SubmissionReturned { .. } => "submission_returned",
            Notice::Mission { .. } => "mission",
            Notice::Level(_) => "badge_level",
            Notice::AdminS1 { .. } => "admin_s1",
            Notice::AdminPrivate { .. } => "admin_private",
            Notice::AdminRegression { .. } => "admin_regression",
            Notice::AdminCluster { .. } => "admin_cluster",
            Notice::AdminFailureRate { .. } => "admin_failure_rate",
            Notice::AdminPromise { .. } => "admin_promise",
            Notice::AdminWebhook { .. } => "admin_webhook",
            Notice::AdminNetwork { .. } => "admin_network",
            Notice::AdminTracker { .. } => "admin_tracker",
            Notice::AdminAppeal { .. } => "admin_appeal",
            Notice::Test { .. } => "test",
        }
    }

    /// The issue, if it is about one.
    pub fn issue(&self) -> Option<&Issue> {
        match self {
            Notice::InfoAsked { issue, .. }
            | Notice::FixCheck { issue, .. }
            | Notice::IssueNews { issue, .. }
            | Notice::CommentStaff { issue, .. }
            | Notice::Comment { issue, .. }
            | Notice::Mention { issue, .. }
            | Notice::AdminS1 { issue }
            | Notice::AdminPrivate { issue }
            | Notice::AdminRegression { issue }
            | Notice::AdminPromise { issue }
            | Notice::AdminTracker { issue, .. } => Some(issue),
            Notice::PointsReversed { issue, .. }
            | Notice::PointsSettled { issue, .. }
            | Notice::EvidenceFinished { issue, .. } => issue.as_ref(),
            Notice::AccountChanged { .. }
            | Notice::FailureQuestion { .. }
            | Notice::Release { .. }
            | Notice::RulesSeason(_)
            | Notice::Payout { .. }
            | Notice::SubmissionReturned { .. }
            | Notice::Mission { .. }
            | Notice::Level(_)
            | Notice::AdminCluster { .. }
            | Notice::AdminFailureRate { .. }
            | Notice::AdminWebhook { .. }
            | Notice::AdminNetwork { .. }
            | Notice::AdminAppeal { .. }
            | Notice::Test { .. } => None,
        }
    }
}
