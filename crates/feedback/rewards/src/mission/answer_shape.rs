//! The answers of functions about missions and submissions.

use std::collections::BTreeMap;

use feedback_core::answer_shapes;
use parse_model::Json;

answer_shapes! {
    /// `missionList`.
    pub(super) MissionListAnswer {
        rows: Vec<MissionView>,
        next: Option<String>,
        counts: Option<MissionCounts>,
        season: Option<Json>,
    }
    pub(super) MissionCounts { open: u32, fits: u32, done: u32, }
    /// `missionGet`.
    pub(super) MissionAnswer { mission: MissionView, }
    /// A mission as testers see it.
    pub(super) MissionView {
        id: String,
        slug: String,
        kind: String,
        title: String,
        brief: String,
        state: String,
        points: i64,
        minutes: Option<u32>,
        season: Option<u32>,
        steps: Vec<MissionStep>,
        networks: Vec<Json>,
        opens_at: Option<String>,
        ends_at: Option<String>,
        closes_at: Option<String>,
        capacity: Option<u32>,
        taken: u32,
        places_left: Option<u32>,
        fits: bool,
        why: Vec<String>,
        mine: Option<SubmissionView>,
    }
    pub(super) MissionStep { id: String, r#type: String, text: String, required: bool, }
    /// `submissionStart`, `submissionSave`, `submissionSubmit` and `submissionWithdraw`.
    pub(super) SubmissionAnswer { submission: SubmissionView, }
    /// The caller's answers to a mission.
    pub(super) SubmissionView {
        id: String,
        mission: String,
        state: String,
        attempt: u32,
        tries_left: Option<u32>,
        answers: BTreeMap<String, Json>,
        progress: BTreeMap<String, Json>,
        attachments: Vec<Json>,
        points: Option<Json>,
        paid: Option<i64>,
        note: Option<String>,
        started_at: Option<String>,
        submitted_at: Option<String>,
        decided_at: Option<String>,
    }
}
