use serde_json::json;

use super::*;
use crate::{
    Actor, IssueState, Member, Origin, Policy, Timestamp, TriageCommand, Trust, Visibility, decide,
};

fn kinds(entries: &[Event]) -> Vec<&'static str> {
    entries.iter().flat_map(IssueEvent::of).map(|event| event.kind().key()).collect()
}

fn build(ordinal: u32) -> crate::build::Build {
    serde_json::from_value(json!({ "id": format!("b{ordinal}"), "channel": "web", "ordinal": ordinal, "version": "1" }))
        .expect("a build")
}

#[test]
fn each_step_of_an_issue_is_one_event_and_a_fix_asks_people_to_check_it() {
    let origin = Origin {
        id: "i".into(),
        kind: crate::Kind::Bug,
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
        let decision = decide(&state, actor, &command, Timestamp(now), &policy).expect("a step");
        state = decision.state;
        kinds(&decision.events)
    };
    let question = crate::text::Question::parse("Which wallet was it?").expect("a question");
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
    let broken =
        TriageCommand::StillBroken { build: build(2), proof: crate::fix_check::Proof::SameFailure };
    assert_eq!(take(&tester, broken), ["issue.regressed"]);
    let reason = crate::text::PublicReason::parse("It works as intended.").expect("a reason");
    let close = TriageCommand::Close {
        resolution: crate::Resolution::WorkingAsIntended,
        reason,
        is_spam_confirmed: false,
    };
    assert_eq!(take(&admin, close), ["issue.closed"]);
    let reopen = TriageCommand::Reopen { has_evidence: true, comment_chars: 0 };
    assert_eq!(take(&admin, reopen), ["issue.reopened"]);
}

#[test]
fn what_is_for_administrators_alone_is_no_event() {
    let entry = |audience| Event {
        kind: timeline::EventKind::Submitted,
        audience,
        changes: Vec::new(),
        note: None,
    };
    assert_eq!(IssueEvent::of(&entry(Audience::All)), [IssueEvent::Submitted]);
    assert_eq!(IssueEvent::of(&entry(Audience::Staff)), []);
}

#[test]
fn a_duplicate_that_follows_its_root_is_not_told_of_again() {
    let before = Active::Confirmed;
    let duplicate =
        |of: &str| Stage::Closed(Closure::Duplicate { of: of.into(), before: before.clone() });
    let entry = |before, after| Event {
        kind: timeline::EventKind::MergedAway,
        audience: Audience::All,
        changes: vec![Change::Stage { before, after }],
        note: None,
    };
    let first = entry(Stage::Active(Active::Confirmed), duplicate("a"));
    assert_eq!(IssueEvent::of(&first), [IssueEvent::Merged { into: "a".into() }]);
    assert_eq!(IssueEvent::of(&entry(duplicate("a"), duplicate("b"))), []);
}
