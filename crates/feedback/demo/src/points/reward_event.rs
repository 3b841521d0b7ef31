//! When points may move, in the order of time.

use feedback_model::mission::submission::SubmissionState;
use feedback_model::{Span, Timestamp};

use super::super::issue_history::{IssueHistory, StoryActor};
use super::super::mission_story::SubmissionStory;
use super::super::participants::Participants;
use super::super::seeded_rng::SeededRng;

/// Something after which points may move.
#[derive(Debug, Clone)]
pub(super) enum RewardEvent {
    /// An issue took a step.
    Step { place: usize, step: usize },
    /// A duplicate joined its root.
    Merged { root: usize, duplicate: usize },
    /// A check turned out to be right.
    Check { place: usize, check: usize },
    /// Evidence was the first from a network and a kind of wallet.
    Covered { place: usize, shown: usize },
    /// Evidence brought a fault back.
    CameBack { place: usize, tester: usize },
    /// A comment helped.
    Helpful { place: usize, said: usize, tester: usize, by: usize },
    /// A proposed duplicate was one.
    Proposed { place: usize, tester: usize },
    /// A mission was done.
    Mission { attempt: usize },
    /// An administrator gave or took points.
    ByHand { tester: usize, amount: i64, reason: &'static str, by: usize },
}

const THANKS: &[&str] = &[
    "Answered the question of the week, thank you.",
    "Filled in the survey about the new quote page.",
    "Took part in the test of the release candidate.",
];

const BY_HAND: &[(i64, &str)] = &[
    (50, "Walked us through a failed swap in a call of an hour, thank you."),
    (25, "Translated the notes of the last release."),
    (40, "Found the address of a working testnet faucet, and shared it."),
    (-30, "Points for a report that another tester wrote, reversed after a talk."),
    (15, "Corrected three mistakes in the help pages."),
];

/// Every occasion of a story.
pub(super) fn events(
    participants: &Participants,
    issue_histories: &[IssueHistory],
    attempts: &[SubmissionStory],
    thanks: usize,
    seed: u64,
) -> Vec<(Timestamp, RewardEvent)> {
    let mut events = Vec::new();
    for (place, history) in issue_histories.iter().enumerate() {
        of_life(place, history, &mut events);
    }
    for (attempt, one) in attempts.iter().enumerate() {
        if let (SubmissionState::Approved, Some(at)) = (one.state, one.submitted_at) {
            events.push((at, RewardEvent::Mission { attempt }));
        }
    }
    by_hand(participants, thanks, &mut SeededRng::of(seed, "by hand"), &mut events);
    // Stable: what happens to one issue at one moment keeps its order.
    events.sort_by_key(|(at, _)| *at);
    events
}

fn of_life(place: usize, history: &IssueHistory, events: &mut Vec<(Timestamp, RewardEvent)>) {
    for (step, taken) in history.steps.iter().enumerate() {
        if taken.owes.is_some() && history.merged.is_none() {
            events.push((taken.at, RewardEvent::Step { place, step }));
        }
    }
    if let Some(merged) = &history.merged {
        events.push((merged.at, RewardEvent::Merged { root: merged.root, duplicate: place }));
        if let Some((tester, _)) = merged.proposed {
            events.push((merged.at, RewardEvent::Proposed { place, tester }));
        }
    }
    for (check, tried) in history.tried.iter().enumerate() {
        if let Some(at) = tried.right_at {
            events.push((at, RewardEvent::Check { place, check }));
        }
    }
    for (shown, one) in history.shown.iter().enumerate() {
        if one.covers {
            events.push((one.at, RewardEvent::Covered { place, shown }));
        }
        if history.back_by == Some(one.tester) && history.last_at() == one.at {
            events.push((one.at, RewardEvent::CameBack { place, tester: one.tester }));
        }
    }
    for (said, comment) in history.said.iter().enumerate() {
        if let (StoryActor::Tester(tester), Some((by, at))) = (comment.by, comment.helped) {
            events.push((at, RewardEvent::Helpful { place, said, tester, by }));
        }
    }
}

/// A few larger gifts, and many small ones.
fn by_hand(
    participants: &Participants,
    thanks: usize,
    rng: &mut SeededRng,
    events: &mut Vec<(Timestamp, RewardEvent)>,
) {
    let from = participants.begin.after(Span::days(2));
    let mut give = |rng: &mut SeededRng, amount: i64, reason: &'static str| {
        let at = Timestamp(rng.between(from.0, participants.end.0));
        let tester = rng.at(participants.present(at));
        let by = rng.at(participants.administrators.len());
        events.push((at, RewardEvent::ByHand { tester, amount, reason, by }));
    };
    for (amount, reason) in BY_HAND {
        give(rng, *amount, reason);
        give(rng, *amount, reason);
    }
    for _ in 0..thanks {
        let (amount, reason) = (rng.between(1, 5), THANKS[rng.at(THANKS.len())]);
        give(rng, amount, reason);
    }
}
