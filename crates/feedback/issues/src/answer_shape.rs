//! The answers of functions that report, read and search issues.

use std::collections::BTreeMap;

use feedback_core::answer_shapes;
use feedback_model::build::Channel;
use feedback_model::{Kind, Quality, Resolution, Severity, Status};
use parse_model::Json;

answer_shapes! {
    /// `programme`.
    pub(crate) ProgrammeAnswer {
        product: Product,
        areas: Vec<Area>,
        severity_words: BTreeMap<String, String>,
        status_words: BTreeMap<String, BTreeMap<String, String>>,
        resolution_words: BTreeMap<String, BTreeMap<String, String>>,
        builds: Vec<BuildRow>,
        season: Option<SeasonRef>,
        rule_set_version: u32,
        read_only: bool,
        security_contact: Option<String>,
        time_zone: String,
        promise: PromiseSettings,
        spam_penalty: i64,
        limits: DailyLimits,
        uploads: UploadLimits,
    }
    pub(crate) Product { name: String, short_name: String, url: Option<String>, }
    pub(crate) Area { key: String, name: String, }
    pub(crate) BuildRow {
        id: String,
        channel: Channel,
        version: String,
        ordinal: u32,
        state: String,
        released_at: Option<String>,
    }
    pub(crate) SeasonRef {
        number: u32,
        name: String,
        starts_at: Option<String>,
        ends_at: Option<String>,
        state: String,
    }
    pub(crate) PromiseSettings {
        is_set: bool,
        first_response_s1h: u32,
        first_response_h: u32,
        decision_days: u32,
        answer_days: u32,
    }
    pub(crate) DailyLimits {
        reports_per_day: Option<u32>,
        comments_per_day: Option<u32>,
        votes_per_day: Option<u32>,
        proposals_per_day: Option<u32>,
    }
    pub(crate) UploadLimits {
        image_bytes: u64,
        text_bytes: u64,
        per_report: u32,
        per_comment: u32,
    }
    /// A user in lists and on pages.
    pub(crate) PersonRef {
        id: Option<String>,
        username: Option<String>,
        is_admin: Option<bool>,
        trust_level: Option<u32>,
    }
    pub(crate) BuildRef { id: String, channel: Channel, version: String, }
    pub(crate) NetworkRef { id: String, name: String, }
    /// An issue in lists.
    pub(crate) IssueRow {
        id: String,
        number: u32,
        kind: Kind,
        title: String,
        preview: Option<String>,
        area: String,
        status: Status,
        resolution: Option<Resolution>,
        severity: Option<Severity>,
        severity_claimed: Option<Severity>,
        quality: Option<Quality>,
        visibility: String,
        reporter: Option<PersonRef>,
        assignee: Option<PersonRef>,
        build: Option<BuildRef>,
        build_fixed: Option<BuildRef>,
        tags: Vec<String>,
        network: Option<NetworkRef>,
        failure_class: Option<String>,
        verdict: Option<String>,
        cluster: Option<String>,
        duplicate_of: Option<Json>,
        impact: f64,
        regressions: u32,
        vote_count: u32,
        proof_count: u32,
        evidence_count: u32,
        comment_count: u32,
        merged_count: u32,
        affects_me: bool,
        mine: bool,
        watching: Option<String>,
        answered: bool,
        source: Option<String>,
        submitted_at: String,
        last_activity_at: String,
        snoozed_until: Option<String>,
    }
    /// `searchIssues`.
    pub(crate) IssueListAnswer {
        rows: Vec<IssueRow>,
        next: Option<String>,
        total: Option<u32>,
        total_is_floor: Option<bool>,
    }
    /// `issueSubmit`.
    pub(crate) SubmittedAnswer { number: u32, id: String, issue: IssueRow, }
    /// `issueEdit`.
    pub(crate) IssueAnswer { issue: IssueRow, }
    /// `issueGet`.
    pub(crate) IssuePageAnswer {
        issue: WholeIssue,
        may: Permissions,
        points: Option<Json>,
        promise: Option<Json>,
        checks: Option<Json>,
        my_check: Option<Json>,
        merged: Vec<Json>,
        root: Option<Json>,
        official: Option<Json>,
        trackers: Vec<Json>,
        proposals: Vec<Json>,
    }
    /// An issue on its page.
    pub(crate) WholeIssue {
        id: String,
        number: u32,
        kind: Kind,
        title: String,
        body: Option<String>,
        steps: Vec<String>,
        expected: Option<String>,
        actual: Option<String>,
        area: String,
        status: Status,
        resolution: Option<Resolution>,
        severity: Option<Severity>,
        severity_claimed: Option<Severity>,
        quality: Option<Quality>,
        visibility: String,
        reporter: Option<PersonRef>,
        assignee: Option<PersonRef>,
        build: Option<BuildRef>,
        build_fixed: Option<BuildRef>,
        environment: BTreeMap<String, Json>,
        tags: Vec<String>,
        attachments: Vec<Json>,
        vote_count: u32,
        comment_count: u32,
        evidence_count: u32,
        affects_me: bool,
        mine: bool,
        watching: Option<String>,
        submitted_at: String,
        last_activity_at: String,
        edited_at: Option<String>,
        confirmed_at: Option<String>,
        fixed_at: Option<String>,
        verified_at: Option<String>,
        closed_at: Option<String>,
        close_reason: Option<String>,
    }
    /// The actions that the caller may take on an issue.
    pub(crate) Permissions {
        edit: bool,
        withdraw: bool,
        reopen: bool,
        vote: bool,
        comment: bool,
        check: bool,
        propose_duplicate: bool,
        triage: Vec<String>,
    }
    /// `issueTimeline`.
    pub(crate) TimelineAnswer { items: Vec<TimelineItem>, next: Option<String>, }
    pub(crate) TimelineItem {
        r#type: String,
        event: Option<String>,
        sentence: Option<String>,
        data: Option<Json>,
        actor: Option<PersonRef>,
        staff: Option<bool>,
        at: Option<String>,
        comment: Option<Json>,
    }
    /// `similarFind`.
    pub(crate) SimilarAnswer { rows: Vec<SimilarRow>, timed_out: bool, }
    pub(crate) SimilarRow {
        number: u32,
        title: String,
        kind: Kind,
        status: Status,
        resolution: Option<Resolution>,
        fixed_in: Option<String>,
        why: String,
        score: f64,
        vote_count: u32,
        proof_count: u32,
        affects_me: bool,
    }
}
