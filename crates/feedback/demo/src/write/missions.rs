//! Missions and what testers did about them.

use feedback_model::mission::submission::SubmissionState;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::{BulkWriter, PAGE};
use crate::mission_story::{MISSIONS, MissionPlan, SubmissionStory, mission_id};
use crate::participants::Participants;

/// Writes all of it. The ledger has what was paid already.
pub(crate) async fn missions(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    networks: &[String],
    attempts: &[SubmissionStory],
) -> Result<(), Error> {
    let rows = MISSIONS.iter().enumerate().map(|(place, plan)| {
        let network = plan.network.and_then(|place| networks.get(place));
        let by = participants.administrators.first().map(ToString::to_string);
        mission(writer, participants, place, plan, network, by)
    });
    writer.write([writer.rows(MISSION, rows.collect())]).await?;
    for page in attempts.chunks(PAGE) {
        let rows = page.iter().map(|one| attempt(participants, writer.seed, one));
        writer.write([writer.rows(SUBMISSION, rows.collect())]).await?;
    }
    Ok(())
}

fn mission(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    place: usize,
    plan: &MissionPlan,
    network: Option<&String>,
    by: Option<String>,
) -> Json {
    let mut steps = vec![
        json!({ "id": "open", "text": "Connect your wallet and open the app", "type": "do", "required": true }),
    ];
    steps.extend(network.map(|network| {
        json!({ "id": "swap", "text": "Swap once. It may fail: that counts too.", "type": "tx", "required": true,
            "check": { "network": network, "toRole": "router", "status": "any", "sinceStart": true, "ownerMatch": "yes" } })
    }));
    steps
        .push(json!({ "id": "answer", "text": plan.question, "type": "question", "required": true,
        "question": { "type": "scale" } }));
    let state = match () {
        () if plan.is_draft => "draft",
        () if plan.is_over() => "ended",
        () => "live",
    };
    let (mode, percent) = plan.review;
    let mut review = json!({ "mode": mode });
    if let Some(percent) = percent {
        review["percent"] = percent.into();
    }
    let opened = (!plan.is_draft).then(|| plan.opens_at(participants).0);
    json!({
        "id": mission_id(writer.seed, place), "slug": plan.slug, "title": plan.title, "brief": plan.brief,
        "kind": plan.kind, "points": plan.points, "minutes": plan.minutes, "minTrust": plan.min_trust,
        "opens": plan.opens_at(participants).0, "opened": opened, "closes": plan.closes_at(participants).0,
        "networks": network.into_iter().collect::<Vec<_>>(), "steps": steps, "review": review, "state": state, "by": by,
    })
}

fn attempt(participants: &Participants, seed: u64, one: &SubmissionStory) -> Json {
    let plan = &MISSIONS[one.mission];
    let at = one.submitted_at.unwrap_or(one.started_at).0;
    let is_done = one.submitted_at.is_some();
    let step = |state: &str| json!({ "state": state, "at": null });
    let mut progress =
        json!({ "open": step("done"), "answer": step(if is_done { "done" } else { "open" }) });
    if plan.network.is_some() {
        progress["swap"] = step(match one.state {
            _ if !is_done => "watching",
            SubmissionState::Rejected => "failed",
            _ => "passed",
        });
    }
    let mut answers = json!({ "open": true });
    if is_done {
        answers["answer"] = one.answer.into();
    }
    let note = (one.state == SubmissionState::Rejected)
        .then_some("It went to a different contract than the mission asks for.");
    let is_open = matches!(one.state, SubmissionState::Started | SubmissionState::NeedsReview);
    let why = match (one.state, plan.review.0) {
        (SubmissionState::NeedsReview, "manual") => Some("manual"),
        (SubmissionState::NeedsReview, _) => Some("sample"),
        _ => None,
    };
    json!({
        "id": one.id, "mission": mission_id(seed, one.mission), "user": participants.testers[one.tester].as_str(),
        "state": one.state, "answers": answers, "progress": progress, "started": one.started_at.0,
        "submitted": one.submitted_at.map(|at| at.0), "decided": (!is_open).then_some(at), "note": note, "why": why,
        "paid": if one.state == SubmissionState::Approved { plan.points } else { 0 },
    })
}

const MISSION: &str = r#"insert into "Mission" ("objectId", "createdAt", "updatedAt", "slug", "title", "brief", "kind", "points", "minutes",
        "minTrust", "opensAt", "openedAt", "closesAt", "networks", "steps", "review", "state", "createdBy", "season", "extendedSeconds")
    select m."id", _touchstone.from_millis(m."opens"), $2::timestamptz, m."slug", m."title", m."brief", m."kind", m."points", m."minutes",
        m."minTrust", _touchstone.from_millis(m."opens"), _touchstone.from_millis(m."opened"), _touchstone.from_millis(m."closes"),
        m."networks", m."steps", m."review", m."state", m."by",
        (select s."number" from "Season" s where _touchstone.from_millis(m."opens") between s."startsAt" and s."endsAt"), 0
    from jsonb_to_recordset($1::jsonb) as m("id" text, "slug" text, "title" text, "brief" text, "kind" text, "points" float8,
        "minutes" float8, "minTrust" float8, "opens" int8, "opened" int8, "closes" int8, "networks" jsonb, "steps" jsonb,
        "review" jsonb, "state" text, "by" text)"#;

const SUBMISSION: &str = r#"insert into "Submission" ("objectId", "createdAt", "updatedAt", "mission", "user", "personId", "state", "answers",
        "progress", "attachments", "attempt", "paid", "startedAt", "submittedAt", "decidedAt", "note", "reviewWhy")
    select s."id", _touchstone.from_millis(s."started"), $2::timestamptz, s."mission", s."user", s."user", s."state", s."answers",
        s."progress", '[]', 1, s."paid", _touchstone.from_millis(s."started"), _touchstone.from_millis(s."submitted"),
        _touchstone.from_millis(s."decided"), s."note", s."why"
    from jsonb_to_recordset($1::jsonb) as s("id" text, "mission" text, "user" text, "state" text, "answers" jsonb, "progress" jsonb,
        "started" int8, "submitted" int8, "decided" int8, "note" text, "why" text, "paid" float8)"#;
