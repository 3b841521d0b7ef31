//! Random walks: whatever people try, what is promised of an issue stays true.

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;

use super::{
    accept, admin, ask, build, close_as, issue, merge_into, other, reopen, reporter, still_broken,
};
use crate::actor::Actor;
use crate::fix_check::Proof;
use crate::issue::IssueState;
use crate::policy::Policy;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::stage::Stage;
use crate::status::{Resolution, Status};
use crate::timeline::{Event, replay};
use crate::timestamp::Timestamp;
use crate::triage::{LastCommand, TriageCommand, decide};

/// A user tries something, so many milliseconds after what was tried before. Clocks of nodes
/// differ, so time may run backwards.
type Try = (Actor, TriageCommand, i64);

fn command() -> impl Strategy<Value = TriageCommand> {
    prop_oneof![
        Just(accept()),
        Just(ask()),
        Just(TriageCommand::Answer),
        Just(TriageCommand::GiveUpWaiting),
        select(Resolution::ALL.to_vec()).prop_map(close_as),
        Just(TriageCommand::Merge(merge_into(&issue("this"), "target"))),
        Just(TriageCommand::Unmerge),
        Just(TriageCommand::Start),
        Just(TriageCommand::Stop),
        (2u32..7, any::<bool>())
            .prop_map(|(at, is_active)| TriageCommand::MarkFixed { build: build(at), is_active }),
        any::<bool>().prop_map(|is_quorum_met| TriageCommand::Verify { is_quorum_met }),
        any::<bool>().prop_map(|is_disputed| TriageCommand::AssumeVerified { is_disputed }),
        (2u32..7).prop_map(|at| still_broken(at, Proof::SameFailure)),
        Just(reopen()),
        Just(TriageCommand::Withdraw),
        (0i64..5_000_000_000).prop_map(|until| TriageCommand::Snooze(Timestamp(until))),
        any::<bool>().prop_map(|is_stirred| TriageCommand::Wake { is_stirred }),
        select(Severity::ALL.to_vec()).prop_map(TriageCommand::SetSeverity),
        select(Quality::ALL.to_vec()).prop_map(TriageCommand::SetQuality),
        Just(TriageCommand::Settle),
    ]
}

/// Who would give a command, so that walks get somewhere.
fn usual(command: &TriageCommand) -> Actor {
    match command {
        TriageCommand::Answer
        | TriageCommand::GiveUpWaiting
        | TriageCommand::Verify { .. }
        | TriageCommand::AssumeVerified { .. }
        | TriageCommand::Wake { .. }
        | TriageCommand::Settle => Actor::System,
        TriageCommand::Withdraw | TriageCommand::Reopen { .. } => reporter(),
        TriageCommand::StillBroken { .. } => other(),
        _ => admin(),
    }
}

fn attempt() -> impl Strategy<Value = Try> {
    let anyone = select(vec![admin(), Actor::System, reporter(), other()]);
    let actor = prop_oneof![4 => Just(None), 1 => anyone.prop_map(Some)];
    let command = prop_oneof![
        3 => command(),
        1 => Just(reopen()),
        1 => select(vec![Resolution::Invalid, Resolution::WontFix]).prop_map(close_as),
    ];
    let wait = prop_oneof![-100_000i64..100_000, 0i64..1_500_000_000];
    (actor, command, wait)
        .prop_map(|(actor, command, wait)| (actor.unwrap_or(usual(&command)), command, wait))
}

fn attempts() -> impl Strategy<Value = Vec<Try>> {
    proptest::collection::vec(attempt(), 0..80)
}

/// Every step from one status to another that any command takes.
const STEPS: &[(Status, &[Status])] = &[
    (Status::New, &[Status::NeedsInfo, Status::Confirmed, Status::Closed]),
    (Status::NeedsInfo, &[Status::New, Status::Confirmed, Status::Closed]),
    (Status::Confirmed, &[Status::NeedsInfo, Status::InProgress, Status::Fixed, Status::Closed]),
    (Status::InProgress, &[Status::Confirmed, Status::Fixed, Status::Closed]),
    (Status::Fixed, &[Status::Verified, Status::Confirmed, Status::Closed]),
    (Status::Verified, &[Status::Confirmed, Status::Closed]),
];

fn is_step(before: &IssueState, after: &IssueState) -> bool {
    let (from, to) = (before.stage.status(), after.stage.status());
    match (&before.stage, &after.stage) {
        _ if from == to => true,
        // Only unmerging leads from a duplicate, and only to what it was.
        (Stage::Closed(_), Stage::Active(_)) => match before.stage.columns().state_before_merge {
            Some(saved) => Stage::Active(saved) == after.stage,
            None => match after.confirmed_at {
                Some(_) => to == Status::Confirmed,
                None => to == Status::New,
            },
        },
        _ => STEPS.iter().any(|(start, ends)| *start == from && ends.contains(&to)),
    }
}

fn times_follow_each_other(state: &IssueState) -> bool {
    let times = [state.first_response_at, state.confirmed_at, state.fixed_at, state.verified_at];
    let set: Vec<Timestamp> = times.into_iter().flatten().collect();
    set.is_sorted()
}

/// Takes the walk and shows every step to `look`: the state before, the one after, its events.
fn walk(
    attempts: &[Try],
    mut look: impl FnMut(&IssueState, &Try, &IssueState, &[Event], Timestamp),
) {
    let policy = Policy::default();
    let (mut state, mut now) = (issue("this"), Timestamp(0));
    for attempt in attempts {
        let (actor, command, wait) = attempt;
        now = Timestamp(now.0.saturating_add(*wait));
        if let Ok(decision) = decide(&state, actor, command, now, &policy) {
            look(&state, attempt, &decision.state, &decision.events, now);
            state = decision.state;
        }
    }
}

proptest! {
    #[test]
    fn the_timeline_replays_to_the_state(attempts in attempts()) {
        let mut timeline: Vec<Event> = Vec::new();
        let mut last = issue("this");
        walk(&attempts, |before, _, after, events, _| {
            last = after.clone();
            timeline.extend(events.iter().cloned());
            assert_eq!(replay(before.clone(), events).as_ref(), Ok(after));
        });
        let written = serde_json::to_string(&timeline).unwrap();
        let read: Vec<Event> = serde_json::from_str(&written).unwrap();
        assert_eq!(replay(issue("this"), &read).as_ref(), Ok(&last));
    }

    #[test]
    fn a_timeline_with_a_hole_does_not_replay(attempts in attempts()) {
        let mut timeline: Vec<Event> = Vec::new();
        walk(&attempts, |_, _, _, events, _| timeline.extend(events.iter().cloned()));
        let whole = replay(issue("this"), &timeline).unwrap();
        for hole in (0..timeline.len()).step_by(7) {
            let rest = [&timeline[..hole], &timeline[hole + 1..]].concat();
            assert_ne!(replay(issue("this"), &rest), Ok(whole.clone()));
        }
    }

    #[test]
    fn a_closed_issue_has_a_resolution_and_a_duplicate_a_root(attempts in attempts()) {
        walk(&attempts, |_, _, after, _, _| {
            let columns = after.stage.columns();
            assert_eq!(columns.status == Status::Closed, columns.resolution.is_some());
            assert_eq!(
                columns.resolution == Some(Resolution::Duplicate),
                columns.duplicate_of.is_some()
            );
            assert_eq!(columns.clone().stage().as_ref(), Ok(&after.stage));
            assert_eq!(after.closed_at.is_some(), columns.status == Status::Closed);
        });
    }

    #[test]
    fn an_issue_takes_no_step_that_is_not_drawn(attempts in attempts()) {
        walk(&attempts, |before, attempt, after, _, _| {
            assert!(is_step(before, after), "{attempt:?} led to {:?}", after.stage);
        });
    }

    #[test]
    fn times_of_one_cycle_follow_each_other_even_where_clocks_differ(attempts in attempts()) {
        walk(&attempts, |_, _, after, _, _| assert!(times_follow_each_other(after), "{after:?}"));
    }

    #[test]
    fn a_reporter_reopens_at_most_once_and_silence_is_never_spam(attempts in attempts()) {
        let mut reopened = 0;
        walk(&attempts, |_, (actor, command, _), after, _, _| {
            let is_reopening = matches!(command, TriageCommand::Reopen { .. });
            reopened += u32::from(is_reopening && *actor == reporter());
            if *command == TriageCommand::GiveUpWaiting {
                assert_eq!(after.stage.resolution(), Some(Resolution::NoResponse));
            }
        });
        assert!(reopened <= 1);
    }

    #[test]
    fn a_tester_never_changes_what_only_administrators_decide(attempts in attempts()) {
        walk(&attempts, |before, (actor, _, _), after, _, _| {
            if *actor == reporter() || *actor == other() {
                assert_eq!((before.severity, before.quality), (after.severity, after.quality));
                assert_eq!(before.visibility, after.visibility);
                assert_eq!(before.settled_at, after.settled_at);
            }
        });
    }

    #[test]
    fn whatever_an_administrator_does_can_be_undone_exactly(attempts in attempts()) {
        walk(&attempts, |before, (actor, _, _), after, events, now| {
            if *actor != admin() {
                return;
            }
            let last = LastCommand {
                by: "admin".into(),
                at: now,
                events: events.to_vec(),
                is_overtaken: false,
            };
            let undone = decide(after, &admin(), &TriageCommand::Undo(last), now, &Policy::default());
            assert_eq!(&undone.unwrap().state, before);
        });
    }
}
