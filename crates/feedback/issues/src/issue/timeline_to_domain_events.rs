//! What the timeline of an issue tells, as events: one place decides what of it concerns anybody
//! beyond the page.

use feedback_model::event::EventKind;
use feedback_model::timeline::Audience;
use feedback_model::{IssueId, UserId};
use parse_model::Json;
use serde_json::{Value, json};

use super::timeline_event::TimelineEvent;
use feedback_core::event::event_row;

/// What a command wrote into the timeline of an issue, as rows that `_touchstone.append_events`
/// takes; the statement that writes the timeline appends them.
pub(super) fn event_rows(
    issue: &IssueId,
    actor: Option<&UserId>,
    timeline: &[TimelineEvent],
) -> Json {
    let events = domain_events(timeline);
    events.iter().map(|(kind, data)| event_row(*kind, Some(issue), actor, data)).collect()
}

/// The events of one command about an issue, in their order. What is for administrators alone, and
/// labels, are no events.
fn domain_events(timeline: &[TimelineEvent]) -> Vec<(EventKind, Json)> {
    timeline.iter().filter(|event| event.audience == Audience::All).flat_map(of_one).collect()
}

fn of_one(event: &TimelineEvent) -> Vec<(EventKind, Json)> {
    let data = &event.data;
    let mut events = match event.kind {
        "submitted" => vec![(EventKind::IssueSubmitted, json!({}))],
        "severity" => regraded(data),
        "fix_check" if data.get("verdict").is_some() => {
            vec![(EventKind::FixCheckAnswered, data.clone())]
        }
        "merged_away" => merged(data),
        "unmerged" => vec![(EventKind::IssueReopened, json!({ "from": "duplicate" }))],
        "regression" => vec![(EventKind::IssueRegressed, json!({}))],
        "undone" => undone(data),
        "status" | "fix_check" => moved(data),
        _ => Vec::new(),
    };
    let is_final = |change: &Json| change["before"].is_null() && !change["after"].is_null();
    if event.kind != "undone" && changed(data, "settledAt").is_some_and(is_final) {
        events.push((EventKind::PointsSettled, json!({})));
    }
    events
}

/// What became of a field, if it changed.
fn changed<'a>(data: &'a Json, field: &str) -> Option<&'a Json> {
    data["changes"].as_array()?.iter().find(|change| change["field"] == field)
}

/// Where an issue stands, in one word.
fn status(stage: &Json) -> &str {
    stage["active"]["status"].as_str().unwrap_or("closed")
}

/// The first grade is part of confirming it.
fn regraded(data: &Json) -> Vec<(EventKind, Json)> {
    match changed(data, "severity") {
        Some(change) if !change["before"].is_null() => {
            let data = json!({ "before": change["before"], "after": change["after"] });
            vec![(EventKind::IssueSeverityChanged, data)]
        }
        _ => Vec::new(),
    }
}

/// A duplicate that follows its root to another one was told of before.
fn merged(data: &Json) -> Vec<(EventKind, Json)> {
    match changed(data, "stage") {
        Some(stage) if stage["before"].get("active").is_some() => {
            let into = &stage["after"]["closed"]["of"];
            vec![(EventKind::IssueMerged, json!({ "into": into }))]
        }
        _ => Vec::new(),
    }
}

fn undone(data: &Json) -> Vec<(EventKind, Json)> {
    match changed(data, "stage") {
        Some(stage) => {
            let (from, to) = (status(&stage["before"]), status(&stage["after"]));
            vec![(EventKind::IssueUndone, json!({ "from": from, "to": to }))]
        }
        None => Vec::new(),
    }
}

fn moved(data: &Json) -> Vec<(EventKind, Json)> {
    let Some(stage) = changed(data, "stage") else { return Vec::new() };
    let is_answered = changed(data, "answered").is_some_and(|change| change["after"] == true);
    let build =
        || changed(data, "buildFixed").map_or(Json::Null, |change| change["after"]["id"].clone());
    let one = |kind, data| vec![(kind, data)];
    match (status(&stage["before"]), status(&stage["after"])) {
        (_, "needs_info") => one(EventKind::IssueInfoAsked, json!({ "question": data["note"] })),
        ("needs_info", "new" | "confirmed") if is_answered => {
            one(EventKind::IssueAnswered, json!({}))
        }
        ("new" | "needs_info", "confirmed") => one(EventKind::IssueConfirmed, json!({})),
        ("closed", "new" | "confirmed") => {
            one(EventKind::IssueReopened, json!({ "from": "closed" }))
        }
        ("fixed" | "verified", "confirmed") => one(EventKind::IssueRegressed, json!({})),
        (_, "in_progress") => one(EventKind::IssueStarted, json!({})),
        (_, "fixed") => vec![
            (EventKind::IssueFixed, json!({ "build": build() })),
            (EventKind::FixCheckAsked, json!({ "build": build() })),
        ],
        (_, "verified") => {
            let assumed = &stage["after"]["active"]["assumed"];
            one(EventKind::IssueVerified, json!({ "assumed": assumed }))
        }
        (_, "closed") => {
            let closed = &stage["after"]["closed"];
            let how = if closed["how"].is_null() { &closed["resolution"] } else { &closed["how"] };
            let mut told = json!({ "resolution": how });
            if let Value::String(reason) = &data["note"] {
                told["reason"] = reason.as_str().into();
            }
            one(EventKind::IssueClosed, told)
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use feedback_model::timeline::Event;
    use feedback_model::{
        Actor, IssueState, Member, Origin, Policy, Severity, Timestamp, TriageCommand, Trust,
        Visibility, decide,
    };

    use super::*;

    fn told(events: &[Event]) -> Vec<&'static str> {
        let events: Vec<TimelineEvent> = events.iter().map(TimelineEvent::from).collect();
        domain_events(&events).iter().map(|(kind, _)| kind.key()).collect()
    }

    fn build(ordinal: u32) -> feedback_model::build::Build {
        serde_json::from_value(json!({ "id": format!("b{ordinal}"), "channel": "web", "ordinal": ordinal, "version": "1" }))
            .expect("a build")
    }

    #[test]
    fn each_step_of_an_issue_is_one_event_and_a_fix_asks_people_to_check_it() {
        let origin = Origin {
            id: "i".into(),
            kind: feedback_model::Kind::Bug,
            reporter: "rin".into(),
            build: build(1),
            submitted_at: Timestamp(0),
        };
        let mut state = IssueState::submitted(origin, Visibility::Programme);
        let admin = Actor::Member(Member::admin("mia"));
        let tester = Actor::Member(Member::tester("rin", Trust::New));
        let policy = Policy::default();
        let mut now = 0;
        let mut take = |actor: &Actor, command: TriageCommand| {
            now += 1;
            let decision =
                decide(&state, actor, &command, Timestamp(now), &policy).expect("a step");
            state = decision.state;
            told(&decision.events)
        };
        let question =
            feedback_model::text::Question::parse("Which wallet was it?").expect("a question");
        assert_eq!(take(&admin, TriageCommand::AskInfo(question)), ["issue.info_asked"]);
        assert_eq!(take(&Actor::System, TriageCommand::Answer), ["issue.answered"]);
        let accept = TriageCommand::Accept { severity: Some(Severity::S2), quality: None };
        assert_eq!(take(&admin, accept), ["issue.confirmed"]);
        let worse = TriageCommand::SetSeverity(Severity::S1);
        assert_eq!(take(&admin, worse), ["issue.severity_changed"]);
        assert_eq!(take(&admin, TriageCommand::Start), ["issue.started"]);
        assert_eq!(take(&admin, TriageCommand::Stop), [""; 0]);
        let fixed = TriageCommand::MarkFixed { build: build(2), is_active: true };
        assert_eq!(take(&admin, fixed), ["issue.fixed", "fix_check.asked", "points.settled"]);
        let broken = TriageCommand::StillBroken {
            build: build(2),
            proof: feedback_model::fix_check::Proof::SameFailure,
        };
        assert_eq!(take(&tester, broken), ["issue.regressed"]);
        let reason = feedback_model::text::PublicReason::parse("It works as it was meant to.")
            .expect("a reason");
        let close = TriageCommand::Close {
            resolution: feedback_model::Resolution::WorkingAsIntended,
            reason,
            is_spam_confirmed: false,
        };
        assert_eq!(take(&admin, close), ["issue.closed"]);
        let reopen = TriageCommand::Reopen { has_evidence: true, comment_chars: 0 };
        assert_eq!(take(&admin, reopen), ["issue.reopened"]);
    }

    #[test]
    fn what_is_for_administrators_alone_is_no_event() {
        let event = TimelineEvent {
            audience: Audience::Staff,
            ..TimelineEvent::to_all("submitted", json!({}))
        };
        assert!(domain_events(&[event]).is_empty());
    }
}
