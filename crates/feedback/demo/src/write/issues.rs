//! Issues and all that gathers around them.

mod gathered;

use feedback_model::impact::impact;
use feedback_model::stage::{Closure, Stage as Standing};
use feedback_model::{Kind, Resolution, Severity, Status, Timestamp};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::{BulkWriter, PAGE};
use crate::issue_history::IssueHistory;
use crate::participants::Participants;
use crate::progress::{Progress, Stage};
use crate::seeded_rng::SeededRng;
use crate::{person, report};
use gathered::{Counts, GatheredRows};

/// Writes every issue. Numbers follow from the order.
pub(crate) async fn issues(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    issue_histories: &[IssueHistory],
    progress: &mut Progress<'_>,
) -> Result<(), Error> {
    for first in (0..issue_histories.len()).step_by(PAGE) {
        let mut rows = Vec::with_capacity(PAGE);
        let mut around = GatheredRows::default();
        for place in first..(first + PAGE).min(issue_histories.len()) {
            let counts = around.gather(writer, participants, issue_histories, place);
            rows.push(row(participants, issue_histories, place, &counts));
        }
        let mut statements = vec![writer.rows(ISSUES, rows)];
        statements.extend(around.statements(writer));
        writer.write(statements).await?;
        progress(Stage::Issues, first, issue_histories.len());
    }
    Ok(())
}

fn row(
    participants: &Participants,
    issue_histories: &[IssueHistory],
    place: usize,
    counts: &Counts,
) -> Json {
    let history = &issue_histories[place];
    let state = &history.state;
    let report = report::write(history.fault, &mut SeededRng::of(history.words, "report"));
    let millis = |timestamp: Option<Timestamp>| timestamp.map(|timestamp| timestamp.0);
    let columns = state.stage.columns();
    let before_merge = match &state.stage {
        Standing::Closed(Closure::Duplicate { before, .. }) => Some(before),
        Standing::Active(_) | Standing::Closed(Closure::Ended { .. }) => None,
    };
    let mut row = json!({
        "id": state.origin.id, "kind": state.origin.kind.key(), "title": report.title, "body": report.body,
        "steps": report.steps, "expected": report.expected, "actual": report.actual, "area": report.area,
        "claimed": history.claimed.map(Severity::key), "reporter": state.origin.reporter,
        "build": state.origin.build.id, "environment": environment(history, &report), "tags": tags(history, &report),
        "submittedAt": state.origin.submitted_at.0, "activity": counts.last_activity_at.0,
        "lang": "en", "assignee": history.assignee.map(|place| &participants.administrators[place]),
        "cycle": history.cycle, "closeReason": history.close_reason,
    });
    let standing = json!({
        "status": columns.status.key(), "resolution": columns.resolution.map(Resolution::key),
        "duplicateOf": columns.duplicate_of, "before": before_merge,
        "resume": columns.resume_status.map(Status::key), "asked": millis(columns.asked_at),
        "snoozed": millis(columns.snoozed_until), "assumed": columns.assumed, "visibility": state.visibility.key(),
        "severity": state.severity.map(Severity::key), "quality": state.quality.key(),
        "answered": state.answered, "fixedIn": state.build_fixed.as_ref().map(|build| &build.id),
        "verifiedIn": state.build_verified.as_ref().map(|build| &build.id), "regressions": state.regressions,
        "reopened": state.reopened_by_reporter, "firstResponse": millis(state.first_response_at),
        "confirmed": millis(state.confirmed_at), "settled": millis(state.settled_at), "fixed": millis(state.fixed_at),
        "verified": millis(state.verified_at), "closed": millis(state.closed_at),
        "votes": counts.reach.affected, "proofs": counts.reach.proven, "comments": history.said.len(), "watching": counts.watching,
        "merged": history.duplicates.len(), "impact": impact(state.severity, counts.reach),
    });
    if let (Json::Object(row), Json::Object(standing)) = (&mut row, standing) {
        row.extend(standing);
    }
    row
}

fn environment(history: &IssueHistory, report: &report::Report) -> Json {
    let mut rng = SeededRng::of(history.words, "environment");
    if !report.is_thorough || history.state.origin.kind == Kind::Idea {
        return json!({});
    }
    let browser = rng.one(&["Chrome 142", "Firefox 145", "Safari 26", "Brave 1.84", "Edge 142"]);
    let system = rng.one(&["Windows 11", "macOS 26", "Ubuntu 24.04", "Android 16", "iOS 26"]);
    json!({ "browser": browser, "system": system, "language": person::place(&mut rng).0 })
}

fn tags(history: &IssueHistory, report: &report::Report) -> Json {
    let mut rng = SeededRng::of(history.words, "tags");
    if history.state.first_response_at.is_none() || !rng.happens(35) {
        return json!([]);
    }
    let by_area = match report.area {
        "wallet" | "approve" => "permissions",
        "quote" | "swap" => "pricing",
        "liquidity" | "history" => "positions",
        _ => "polish",
    };
    let other = rng.one(&["needs-design", "mobile", "good-first-fix", "testnet-only"]);
    if rng.happens(50) { json!([by_area]) } else { json!([by_area, other]) }
}

const ISSUES: &str = r#"insert into "Issue" ("objectId", "createdAt", "updatedAt", "number", "kind", "title", "body", "steps",
        "expected", "actual", "area", "severityClaimed", "reporter", "buildReported", "environment", "tags", "submittedAt",
        "lastActivityAt", "lang", "assignee", "pointsCycle", "closeReason", "status", "resolution", "duplicateOf",
        "stateBeforeMerge", "resumeStatus", "askedAt", "snoozedUntil", "assumed", "visibility", "severity", "quality", "answered",
        "buildFixed", "buildVerified", "regressions", "reopenedByReporter", "firstResponseAt", "confirmedAt", "settledAt",
        "fixedAt", "verifiedAt", "closedAt", "voteCount", "commentCount", "watchCount", "mergedCount", "impact", "proofCount")
    select i.row ->> 'id', _touchstone.from_millis((i.row ->> 'submittedAt')::int8), $2::timestamptz, 0, i.row ->> 'kind',
        i.row ->> 'title', i.row ->> 'body', i.row -> 'steps', i.row ->> 'expected', i.row ->> 'actual', i.row ->> 'area',
        i.row ->> 'claimed', i.row ->> 'reporter', i.row ->> 'build', i.row -> 'environment', i.row -> 'tags',
        _touchstone.from_millis((i.row ->> 'submittedAt')::int8), _touchstone.from_millis((i.row ->> 'activity')::int8),
        i.row ->> 'lang', i.row ->> 'assignee', (i.row ->> 'cycle')::float8, i.row ->> 'closeReason', i.row ->> 'status',
        i.row ->> 'resolution', i.row ->> 'duplicateOf', nullif(i.row -> 'before', 'null'), i.row ->> 'resume',
        _touchstone.from_millis((i.row ->> 'asked')::int8), _touchstone.from_millis((i.row ->> 'snoozed')::int8),
        (i.row ->> 'assumed')::bool, i.row ->> 'visibility', i.row ->> 'severity', i.row ->> 'quality',
        (i.row ->> 'answered')::bool, i.row ->> 'fixedIn', i.row ->> 'verifiedIn', (i.row ->> 'regressions')::float8,
        (i.row ->> 'reopened')::bool, _touchstone.from_millis((i.row ->> 'firstResponse')::int8),
        _touchstone.from_millis((i.row ->> 'confirmed')::int8), _touchstone.from_millis((i.row ->> 'settled')::int8),
        _touchstone.from_millis((i.row ->> 'fixed')::int8), _touchstone.from_millis((i.row ->> 'verified')::int8),
        _touchstone.from_millis((i.row ->> 'closed')::int8), (i.row ->> 'votes')::float8, (i.row ->> 'comments')::float8,
        (i.row ->> 'watching')::float8, (i.row ->> 'merged')::float8, (i.row ->> 'impact')::float8, (i.row ->> 'proofs')::float8
    from jsonb_array_elements($1::jsonb) with ordinality i(row, place) order by i.place"#;
