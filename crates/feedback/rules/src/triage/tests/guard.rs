//! The guards of each command.

use super::{
    accept, admin, ask, build, close_as, issue, mark_fixed, other, reopen, reporter, still_broken,
};
use crate::actor::{Actor, Member};
use crate::build::{Build, Channel};
use crate::fix_check::Proof;
use crate::issue::IssueState;
use crate::kind::Kind;
use crate::policy::Policy;
use crate::quality::Quality;
use crate::refused::{Answer, Refused};
use crate::severity::Severity;
use crate::status::{Resolution, Status};
use crate::text::Body;
use crate::timeline::EventKind;
use crate::timestamp::{Span, Timestamp};
use crate::triage::{Effect, LastCommand, Report, TriageCommand, decide, submit};
use crate::visibility::Visibility;

fn refused(state: &IssueState, actor: &Actor, command: &TriageCommand, now: Timestamp) -> Refused {
    decide(state, actor, command, now, &Policy::default()).unwrap_err()
}

fn done(state: &IssueState, actor: &Actor, command: &TriageCommand, now: Timestamp) -> IssueState {
    decide(state, actor, command, now, &Policy::default()).unwrap().state
}

fn confirmed() -> IssueState {
    done(&issue("this"), &admin(), &accept(), Timestamp(10))
}

#[test]
fn a_report_says_enough_or_brings_evidence() {
    let report = |body: &str, has_evidence| Report {
        origin: issue("this").origin,
        visibility: Visibility::Programme,
        body: Body::parse(body).unwrap(),
        has_evidence,
    };
    let short = submit(&report("nineteen characters", false), &reporter());
    assert_eq!(short.unwrap_err(), Refused::ReportTooShort);
    assert!(submit(&report("nineteen characters", true), &reporter()).is_ok());
    let taken = submit(&report("twenty characters, ok", false), &reporter()).unwrap();
    assert_eq!(taken.state, issue("this"));
    assert_eq!(taken.events[0].kind, EventKind::Submitted);
    assert!(submit(&report("twenty characters, ok", false), &Actor::System).is_err());
}

#[test]
fn a_bug_is_accepted_with_a_severity_and_an_idea_without() {
    let bare = TriageCommand::Accept { severity: None, quality: Some(Quality::A) };
    let bug = issue("this");
    assert_eq!(refused(&bug, &admin(), &bare, Timestamp(1)), Refused::SeverityMissing);
    let graded = done(&bug, &admin(), &TriageCommand::SetSeverity(Severity::S3), Timestamp(1));
    let taken = done(&graded, &admin(), &bare, Timestamp(2));
    assert_eq!((taken.severity, taken.quality), (Some(Severity::S3), Quality::A));
    let mut idea = issue("this");
    idea.origin.kind = Kind::Idea;
    assert_eq!(refused(&idea, &admin(), &accept(), Timestamp(1)), Refused::SeverityUnfit);
    assert_eq!(done(&idea, &admin(), &bare, Timestamp(1)).stage.status(), Status::Confirmed);
}

#[test]
fn what_was_confirmed_before_returns_by_its_answer_alone() {
    let asked = done(&confirmed(), &admin(), &ask(), Timestamp(20));
    assert_eq!(refused(&asked, &admin(), &accept(), Timestamp(21)), Refused::ConfirmedBefore);
    let answered = done(&asked, &Actor::System, &TriageCommand::Answer, Timestamp(22));
    assert_eq!(answered.stage.status(), Status::Confirmed);
    assert!(answered.answered);
    assert!(!done(&answered, &admin(), &TriageCommand::Start, Timestamp(23)).answered);
}

#[test]
fn a_question_waits_two_weeks_and_silence_costs_nothing() {
    let policy = Policy::default();
    let asked = done(&issue("this"), &admin(), &ask(), Timestamp(20));
    let due = Timestamp(20).after(Span::days(14));
    let early = due.before(Span::seconds(1));
    assert_eq!(
        refused(&asked, &Actor::System, &TriageCommand::GiveUpWaiting, early),
        Refused::TooEarly
    );
    let given =
        decide(&asked, &Actor::System, &TriageCommand::GiveUpWaiting, due, &policy).unwrap();
    assert_eq!(given.state.stage.resolution(), Some(Resolution::NoResponse));
    assert!(!given.effects.contains(&Effect::SpamPenalty));
}

#[test]
fn an_administrator_closes_with_a_resolution_of_their_own() {
    let state = issue("this");
    for unfit in [Resolution::NoResponse, Resolution::Withdrawn] {
        let found = refused(&state, &admin(), &close_as(unfit), Timestamp(1));
        assert_eq!(found, Refused::ResolutionUnfit(unfit));
    }
    let duplicate = refused(&state, &admin(), &close_as(Resolution::Duplicate), Timestamp(1));
    assert_eq!(duplicate, Refused::DuplicateByMerge);
    let TriageCommand::Close { reason, .. } = close_as(Resolution::Spam) else { panic!() };
    let unconfirmed =
        TriageCommand::Close { resolution: Resolution::Spam, reason, is_spam_confirmed: false };
    assert_eq!(refused(&state, &admin(), &unconfirmed, Timestamp(1)), Refused::SpamUnconfirmed);
    let spam = close_as(Resolution::Spam);
    let spam = decide(&state, &admin(), &spam, Timestamp(1), &Policy::default()).unwrap();
    assert!(spam.effects.contains(&Effect::SpamPenalty) && spam.effects.contains(&Effect::Points));
    assert_eq!(spam.events[0].note.as_deref(), Some("We looked at it for a long while."));
}

#[test]
fn a_fix_is_in_an_active_build_that_is_not_older_than_the_report() {
    let state = confirmed();
    assert_eq!(refused(&state, &admin(), &mark_fixed(2), Timestamp(20)), Refused::BuildTooOld);
    let retired = TriageCommand::MarkFixed { build: build(4), is_active: false };
    assert_eq!(refused(&state, &admin(), &retired, Timestamp(20)), Refused::BuildRetired);
    let contracts = Build { channel: Channel::Contracts, ..build(1) };
    let elsewhere = TriageCommand::MarkFixed { build: contracts, is_active: true };
    assert!(decide(&state, &admin(), &elsewhere, Timestamp(20), &Policy::default()).is_ok());
    let fixed = done(&state, &admin(), &mark_fixed(3), Timestamp(20));
    assert_eq!((fixed.fixed_at, fixed.settled_at), (Some(Timestamp(20)), Some(Timestamp(20))));
}

#[test]
fn a_fix_is_verified_by_a_quorum_or_assumed_after_two_weeks_without_dispute() {
    let fixed = done(&confirmed(), &admin(), &mark_fixed(4), Timestamp(20));
    let short = TriageCommand::Verify { is_quorum_met: false };
    assert_eq!(refused(&fixed, &Actor::System, &short, Timestamp(30)), Refused::QuorumMissing);
    let due = Timestamp(20).after(Span::days(14));
    let assume = |is_disputed| TriageCommand::AssumeVerified { is_disputed };
    let early = due.before(Span::seconds(1));
    assert_eq!(refused(&fixed, &Actor::System, &assume(false), early), Refused::TooEarly);
    assert_eq!(refused(&fixed, &Actor::System, &assume(true), due), Refused::StillDisputed);
    let verified = done(&fixed, &Actor::System, &assume(false), due);
    assert!(verified.stage.columns().assumed);
    assert_eq!(verified.build_verified, Some(build(4)));
}

#[test]
fn a_tester_needs_proof_of_the_same_failure_in_a_build_with_the_fix() {
    let fixed = done(&confirmed(), &admin(), &mark_fixed(4), Timestamp(20));
    let unproven = still_broken(4, Proof::Own);
    assert_eq!(refused(&fixed, &other(), &unproven, Timestamp(30)), Refused::ProofMissing);
    let old = still_broken(3, Proof::SameFailure);
    assert_eq!(refused(&fixed, &other(), &old, Timestamp(30)), Refused::BuildTooOld);
    let back = done(&fixed, &admin(), &unproven, Timestamp(30));
    assert_eq!((back.regressions, back.fixed_at, back.build_fixed), (1, None, None));
    assert_eq!(back.confirmed_at, Some(Timestamp(10)));
}

#[test]
fn putting_off_ends_within_thirty_days_or_when_a_user_stirs() {
    let (state, now) = (issue("this"), Timestamp(50));
    let limit = now.after(Span::days(30));
    for wrong in [now, limit.after(Span::seconds(1))] {
        let found = refused(&state, &admin(), &TriageCommand::Snooze(wrong), now);
        assert_eq!(found, Refused::SnoozeOutOfRange(30));
    }
    let snoozed = done(&state, &admin(), &TriageCommand::Snooze(limit), now);
    let wake = |is_stirred| TriageCommand::Wake { is_stirred };
    assert_eq!(refused(&snoozed, &Actor::System, &wake(false), now), Refused::TooEarly);
    assert_eq!(done(&snoozed, &Actor::System, &wake(true), now).stage, state.stage);
    assert_eq!(done(&snoozed, &Actor::System, &wake(false), limit).stage, state.stage);
}

#[test]
fn a_reporter_reopens_once_within_thirty_days_and_says_what_is_new() {
    let closed = done(&issue("this"), &admin(), &close_as(Resolution::Invalid), Timestamp(10));
    let late = Timestamp(10).after(Span::days(30)).after(Span::seconds(1));
    assert_eq!(refused(&closed, &reporter(), &reopen(), late), Refused::ReopenTooLate(30));
    let bare = TriageCommand::Reopen { has_evidence: false, comment_chars: 49 };
    assert_eq!(refused(&closed, &reporter(), &bare, Timestamp(20)), Refused::ReopenWithoutGrounds);
    let proven = TriageCommand::Reopen { has_evidence: true, comment_chars: 0 };
    let again = done(&closed, &reporter(), &proven, Timestamp(20));
    assert_eq!((again.stage.status(), again.closed_at), (Status::New, None));
    let closed = done(&again, &admin(), &close_as(Resolution::Invalid), Timestamp(30));
    assert_eq!(refused(&closed, &reporter(), &reopen(), Timestamp(40)), Refused::ReopenedBefore);
    assert!(decide(&closed, &admin(), &bare, late, &Policy::default()).is_ok());
}

#[test]
fn closing_as_invalid_makes_points_open_again() {
    let fixed = done(&confirmed(), &admin(), &mark_fixed(4), Timestamp(20));
    let invalid = done(&fixed, &admin(), &close_as(Resolution::Invalid), Timestamp(30));
    assert_eq!(invalid.settled_at, None);
    let kept = done(&fixed, &admin(), &close_as(Resolution::WontFix), Timestamp(30));
    assert_eq!(kept.settled_at, Some(Timestamp(20)));
}

#[test]
fn only_ones_own_last_command_is_undone_and_only_for_half_a_minute() {
    let policy = Policy::default();
    let before = issue("this");
    let decision = decide(&before, &admin(), &accept(), Timestamp(1000), &policy).unwrap();
    let last = LastCommand {
        by: "admin".into(),
        at: Timestamp(1000),
        events: decision.events.clone(),
        is_overtaken: false,
    };
    let soon = Timestamp(1000).after(Span::seconds(30));
    let undo = TriageCommand::Undo(last.clone());
    let undone = decide(&decision.state, &admin(), &undo, soon, &policy).unwrap();
    assert_eq!(undone.state, before);
    assert_eq!(undone.events[0].kind, EventKind::Undone);
    let late = Timestamp(soon.0 + 1);
    assert_eq!(refused(&decision.state, &admin(), &undo, late), Refused::UndoTooLate(30));
    let colleague = Actor::Member(Member::admin("colleague"));
    assert_eq!(refused(&decision.state, &colleague, &undo, soon), Refused::NothingToUndo);
    let overtaken = TriageCommand::Undo(LastCommand { is_overtaken: true, ..last.clone() });
    assert_eq!(refused(&decision.state, &admin(), &overtaken, soon), Refused::UndoOvertaken);
    let started = done(&decision.state, &admin(), &TriageCommand::Start, Timestamp(1001));
    assert_eq!(refused(&started, &admin(), &undo, soon), Refused::UndoOvertaken);
    let twice = TriageCommand::Undo(LastCommand { events: undone.events, ..last });
    assert_eq!(refused(&undone.state, &admin(), &twice, soon), Refused::NothingToUndo);
}

#[test]
fn a_refusal_has_a_key_a_sentence_and_a_code() {
    let found = refused(&confirmed(), &admin(), &accept(), Timestamp(20));
    assert_eq!((found.key(), found.answer().code()), ("ISSUE_BAD_STATE", 142));
    assert_eq!(found.to_string(), "This cannot be done while the issue is confirmed.");
    let found = refused(&confirmed(), &other(), &accept(), Timestamp(20));
    assert_eq!((found.key(), found.answer()), ("ADMINS_ONLY", Answer::Forbidden));
    assert_eq!(Answer::Forbidden.code(), 119);
    assert_eq!(Refused::Unseen.answer().code(), 101);
    assert_eq!(Refused::TrustTooLow.answer().code(), 119);
    let over = Refused::OverAllowance { limit: 3, per: "a day" };
    assert_eq!(over.answer().code(), 140);
}
