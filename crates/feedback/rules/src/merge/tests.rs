use std::collections::BTreeMap;

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};

use super::plan;
use crate::actor::{Actor, Member};
use crate::build::{Build, Channel};
use crate::id::IssueId;
use crate::issue::{IssueState, Origin};
use crate::kind::Kind;
use crate::policy::Policy;
use crate::refused::Refused;
use crate::severity::Severity;
use crate::stage::{Active, Closure, Stage};
use crate::status::Resolution;
use crate::timestamp::Timestamp;
use crate::triage::{TriageCommand, decide};
use crate::visibility::Visibility;

/// Every issue whose place in its set breaks a rule: a chain, a cycle, a root that is not there,
/// or a member that is seen by others than its root.
fn misplaced(issues: &[IssueState]) -> Vec<&IssueId> {
    let by_id: BTreeMap<&IssueId, &IssueState> =
        issues.iter().map(|issue| (&issue.origin.id, issue)).collect();
    let is_misplaced = |issue: &&IssueState| match issue.stage.duplicate_of() {
        None => false,
        Some(root) => by_id.get(root).is_none_or(|root| {
            root.stage.duplicate_of().is_some() || root.visibility != issue.visibility
        }),
    };
    issues.iter().filter(is_misplaced).map(|issue| &issue.origin.id).collect()
}

fn issue(id: &str) -> IssueState {
    let origin = Origin {
        id: id.into(),
        kind: Kind::Bug,
        reporter: "reporter".into(),
        build: Build { id: "b".into(), channel: Channel::Web, ordinal: 1 },
        submitted_at: Timestamp(0),
    };
    IssueState::submitted(origin, Visibility::Programme)
}

fn admin() -> Actor {
    Actor::Member(Member::admin("admin"))
}

#[test]
fn a_merge_needs_a_root_that_is_another_issue_seen_by_the_same_people() {
    let (source, target) = (issue("a"), issue("b"));
    assert_eq!(plan(&source, &[], false, &source), Err(Refused::MergeSelf));
    let mut chained = target.clone();
    let before = Active::Confirmed;
    chained.stage = Stage::Closed(Closure::Duplicate { of: "c".into(), before });
    assert_eq!(plan(&source, &[], false, &chained), Err(Refused::MergeChain));
    for resolution in [Resolution::Spam, Resolution::Withdrawn] {
        let mut target = target.clone();
        target.stage = Stage::ended(resolution.try_into().unwrap());
        let refused = plan(&source, &[], false, &target);
        assert_eq!(refused, Err(Refused::MergeTargetGone(resolution)));
    }
    let mut private = target.clone();
    private.visibility = Visibility::Private;
    assert_eq!(plan(&source, &[], false, &private), Err(Refused::MergeVisibility));
    let duplicates: [IssueId; 2] = ["z".into(), "y".into()];
    assert_eq!(plan(&source, &duplicates, false, &target), Err(Refused::MergeHasDuplicates));
    let merge = plan(&source, &duplicates, true, &target).unwrap();
    assert_eq!(merge.moved(), ["y".into(), "z".into()]);
}

#[test]
fn a_merge_that_was_planned_for_another_issue_is_not_carried_out() {
    let merge = plan(&issue("a"), &["x".into()], true, &issue("b")).unwrap();
    let take = |state: &IssueState, command| {
        decide(state, &admin(), &command, Timestamp(1), &Policy::default()).map(|one| one.state)
    };
    let elsewhere = take(&issue("c"), TriageCommand::Merge(merge.clone()));
    assert_eq!(elsewhere, Err(Refused::MergeMismatch));
    let mut stranger = issue("y");
    let before = Active::Confirmed;
    stranger.stage = Stage::Closed(Closure::Duplicate { of: "a".into(), before });
    assert_eq!(take(&stranger, TriageCommand::Follow(merge)), Err(Refused::MergeMismatch));
}

/// Something that is tried with issues of a small programme.
#[derive(Debug, Clone)]
enum Turn {
    Merge { from: usize, into: usize, moves: bool },
    Unmerge(usize),
    Other(usize, TriageCommand),
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let place = || 0usize..7;
    let accept = TriageCommand::Accept { severity: Some(Severity::S2), quality: None };
    let turn = prop_oneof![
        4 => (place(), place(), any::<bool>())
            .prop_map(|(from, into, moves)| Turn::Merge { from, into, moves }),
        2 => place().prop_map(Turn::Unmerge),
        1 => (place(), Just(accept)).prop_map(|(place, command)| Turn::Other(place, command)),
        1 => (place(), Just(TriageCommand::Snooze(Timestamp(500))))
            .prop_map(|(place, command)| Turn::Other(place, command)),
    ];
    proptest::collection::vec(turn, 0..60)
}

fn take(issues: &mut BTreeMap<IssueId, IssueState>, id: &IssueId, command: &TriageCommand) -> bool {
    let decision = decide(&issues[id], &admin(), command, Timestamp(10), &Policy::default());
    decision.is_ok_and(|decision| issues.insert(id.clone(), decision.state).is_some())
}

fn merge(issues: &mut BTreeMap<IssueId, IssueState>, from: &IssueId, into: &IssueId, moves: bool) {
    let points_here = |issue: &&IssueState| issue.stage.duplicate_of() == Some(from);
    let duplicates: Vec<IssueId> =
        issues.values().filter(points_here).map(|issue| issue.origin.id.clone()).collect();
    let Ok(merge) = plan(&issues[from], &duplicates, moves, &issues[into]) else { return };
    if take(issues, from, &TriageCommand::Merge(merge.clone())) {
        for moved in merge.moved() {
            assert!(take(issues, moved, &TriageCommand::Follow(merge.clone())));
        }
    }
}

proptest! {
    #[test]
    fn sets_stay_flat_whatever_is_merged(turns in turns()) {
        let ids: Vec<IssueId> = (0..7).map(|place| format!("i{place}").into()).collect();
        let mut issues: BTreeMap<IssueId, IssueState> = ids.iter().map(|id| (id.clone(), issue(id.as_str()))).collect();
        // The last is private and never joins the others.
        issues.get_mut(&ids[6]).unwrap().visibility = Visibility::Private;
        for turn in &turns {
            match turn {
                Turn::Merge { from, into, moves } => merge(&mut issues, &ids[*from], &ids[*into], *moves),
                Turn::Unmerge(place) => {
                    take(&mut issues, &ids[*place], &TriageCommand::Unmerge);
                }
                Turn::Other(place, command) => {
                    take(&mut issues, &ids[*place], command);
                }
            }
            let all: Vec<IssueState> = issues.values().cloned().collect();
            assert!(misplaced(&all).is_empty(), "{turn:?} led to {:?}", misplaced(&all));
        }
        assert_eq!(issues[&ids[6]].stage.duplicate_of(), None);
    }

    #[test]
    fn unmerging_restores_what_was_before_exactly(turns in turns()) {
        let ids: Vec<IssueId> = (0..7).map(|place| format!("i{place}").into()).collect();
        let mut issues: BTreeMap<IssueId, IssueState> = ids.iter().map(|id| (id.clone(), issue(id.as_str()))).collect();
        for turn in &turns {
            if let Turn::Other(place, command) = turn {
                take(&mut issues, &ids[*place], command);
            }
        }
        for id in &ids[1..] {
            let before = issues[id].clone();
            merge(&mut issues, id, &ids[0], false);
            assert_eq!(issues[id].stage.duplicate_of(), Some(&ids[0]));
            assert!(take(&mut issues, id, &TriageCommand::Unmerge));
            // That a user has looked at it stays true.
            let mut after = issues[id].clone();
            after.first_response_at = before.first_response_at;
            assert_eq!(after, before);
        }
    }
}
