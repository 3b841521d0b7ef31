//! What a letter can be about: one variant for each kind of notification.

use crate::issue::{Day, Issue};

/// What happened, with the facts that a letter tells of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The team asks the reporter something.
    InfoAsked {
        /// The issue.
        issue: Issue,
        /// The question.
        question: Remark,
        /// The day on which the issue is closed without an answer.
        until: Option<Day>,
    },
    /// A fix waits to be checked.
    FixCheck {
        /// The issue.
        issue: Issue,
        /// The build with the fix, if it is named.
        build: Option<String>,
    },
    /// Points were reversed.
    PointsReversed {
        /// The issue they were for, if any.
        issue: Option<Issue>,
        /// How many, as a positive number.
        amount: u64,
        /// Whether it is a penalty, not the return of a reward.
        is_penalty: bool,
        /// Why.
        reason: Option<String>,
    },
    /// What an account may do has changed.
    AccountChanged {
        /// What it is now.
        state: AccountState,
        /// Why.
        reason: Option<String>,
    },
    /// An issue went on.
    IssueNews {
        /// The issue.
        issue: Issue,
        /// What happened to it.
        news: News,
    },
    /// Points are settled.
    PointsSettled {
        /// The issue they are for, if any.
        issue: Option<Issue>,
        /// How many.
        amount: u64,
    },
    /// The team commented.
    CommentStaff {
        /// The issue.
        issue: Issue,
        /// What was written last.
        remark: Remark,
        /// How many comments there are.
        count: u32,
    },
    /// Others commented.
    Comment {
        /// The issue.
        issue: Issue,
        /// What was written last.
        remark: Remark,
        /// How many comments there are.
        count: u32,
    },
    /// The reader was mentioned.
    Mention {
        /// The issue.
        issue: Issue,
        /// What was written.
        remark: Remark,
    },
    /// A transaction that was pasted is explained.
    EvidenceFinished {
        /// The issue it belongs to, if any.
        issue: Option<Issue>,
        /// The transaction, shortened.
        transaction: Option<String>,
    },
    /// A build is out.
    Release {
        /// Its version.
        version: Option<String>,
        /// The title of the announcement.
        title: String,
        /// Its text.
        body: String,
        /// What the reader is affected by and is fixed in it.
        fixed: Vec<Issue>,
    },
    /// Rules, a season or the programme itself changed.
    RulesSeason(Change),
    /// The reader is paid for a season, or what they were to be paid does not count.
    Payout {
        /// The season's name.
        season: String,
        /// Its number.
        number: u32,
        /// What the reader gets, with the token's symbol.
        paid: String,
        /// Why it does not count, if it does not.
        voided: Option<String>,
    },
    /// What was handed in for a mission came back.
    SubmissionReturned {
        /// The mission.
        mission: Mission,
        /// Why.
        reason: Option<String>,
        /// How many tries are left.
        tries_left: u32,
    },
    /// Something about a mission.
    Mission {
        /// The mission.
        mission: Mission,
        /// What.
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
    /// Administrators: what was fixed is back.
    AdminRegression {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: one failure meets many people.
    AdminCluster {
        /// The cluster's id.
        cluster: String,
        /// Its title, if it has a public one.
        title: Option<String>,
        /// How many people it met within the hour.
        people: u32,
    },
    /// Administrators: a response target is about to be missed.
    AdminPromise {
        /// The issue.
        issue: Issue,
    },
    /// Administrators: a webhook or an integration has stopped.
    AdminWebhook {
        /// What it is called.
        name: String,
        /// How many deliveries in a row failed.
        failures: u32,
    },
    /// Administrators: no node of a network answers.
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
        /// What the tracker calls its issue.
        reference: String,
    },
    /// Administrators: a user appeals against a decision about them.
    AdminAppeal {
        /// Who.
        by: String,
    },
    /// An administrator tries whether mail arrives.
    Test {
        /// Who tries.
        by: String,
    },
}

/// A user's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Who.
    pub by: String,
    /// What; left out of letters about private issues.
    pub text: String,
}

/// What an account may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountState {
    /// Everything.
    Active,
    /// Read, and little else.
    Limited,
    /// Nothing.
    Suspended,
    /// The same, but it counts as one person with others.
    Linked,
    /// The same, and it counts as a person of its own again.
    Unlinked,
    /// The same, but without a rank and a payout for now.
    Held,
    /// The same, with rank and payout again.
    Released,
    /// The same, and the team asks about it.
    Asked,
    /// The same, and an appeal was answered.
    AppealAnswered,
    /// It will be deleted, unless that is called off.
    DeletionScheduled,
    /// It will not be deleted after all.
    DeletionCancelled,
}

/// What happened to an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// It is confirmed, with this severity.
    Confirmed(Option<String>),
    /// Work has begun.
    Started,
    /// It is fixed in a build.
    Fixed(Option<String>),
    /// People have confirmed the fix.
    Verified,
    /// It is closed: the word of the resolution, and the reason that was given.
    Closed {
        /// Such as "Not a bug".
        resolution: Option<String>,
        /// The public reason.
        reason: Option<String>,
    },
    /// It is one with another.
    Merged(Option<Issue>),
    /// It is open again.
    Reopened,
    /// What was fixed is back.
    Regressed,
    /// Its severity is another.
    Severity(Option<String>),
}

/// A change for all users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// New rules of scoring.
    Rules {
        /// Their version.
        version: u32,
        /// From when on.
        from: Option<Day>,
    },
    /// A season begins or ends.
    Season {
        /// Its name.
        name: String,
        /// Whether it has ended.
        has_ended: bool,
    },
    /// Something the team has to say.
    Announcement {
        /// Its title.
        title: String,
        /// Its text.
        body: String,
    },
}

/// A mission, as letters name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mission {
    /// Its title.
    pub title: String,
    /// Its place in addresses.
    pub slug: String,
}

/// News of a mission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MissionNews {
    /// It can be started.
    Opened {
        /// What it pays.
        points: u32,
    },
    /// It ends within a day.
    Ending,
    /// It was done.
    Done {
        /// What was paid.
        amount: u64,
    },
    /// All tries were refused.
    Refused {
        /// Why.
        reason: Option<String>,
    },
}

impl Notice {
    /// The kind of notification it is the letter of.
    pub fn kind(&self) -> &'static str {
        match self {
            Notice::InfoAsked { .. } => "info_asked",
            Notice::FixCheck { .. } => "fix_check",
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
            Notice::AdminPromise { .. } => "admin_promise",
            Notice::AdminWebhook { .. } => "admin_webhook",
            Notice::AdminNetwork { .. } => "admin_network",
            Notice::AdminTracker { .. } => "admin_tracker",
            Notice::AdminAppeal { .. } => "admin_appeal",
            Notice::Test { .. } => "test",
        }
    }

    /// The issue it is about, if it is about one.
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
            | Notice::Release { .. }
            | Notice::RulesSeason(_)
            | Notice::Payout { .. }
            | Notice::SubmissionReturned { .. }
            | Notice::Mission { .. }
            | Notice::Level(_)
            | Notice::AdminCluster { .. }
            | Notice::AdminWebhook { .. }
            | Notice::AdminNetwork { .. }
            | Notice::AdminAppeal { .. }
            | Notice::Test { .. } => None,
        }
    }
}
