//! What the team of the demo asked testers to try, and what became of it.

use feedback_model::mission::submission::SubmissionState;
use feedback_model::{Span, Timestamp};

use super::ids;
use super::participants::Participants;
use super::seeded_rng::SeededRng;

/// A mission as it was written.
pub(super) struct MissionPlan {
    pub(super) slug: &'static str,
    pub(super) title: &'static str,
    pub(super) brief: &'static str,
    pub(super) kind: &'static str,
    pub(super) points: u32,
    pub(super) minutes: u32,
    /// Days before the end of the story on which it opened and closes; a mission that ends later
    /// is still live.
    days: (i64, i64),
    pub(super) review: (&'static str, Option<u32>),
    pub(super) min_trust: u32,
    /// Which of the networks its transaction is on.
    pub(super) network: Option<usize>,
    pub(super) question: &'static str,
    pub(super) is_draft: bool,
}

/// All of them.
pub(super) const MISSIONS: [MissionPlan; 6] = [
    MissionPlan {
        slug: "fee-token",
        title: "Swap with a fee-on-transfer token",
        brief: "Some tokens keep a part of every transfer. The pool then receives less than the router promised, and the swap fails with an unclear message. We want to know whether the app says so **before** you sign.",
        kind: "onchain",
        points: 20,
        minutes: 6,
        days: (5, -2),
        review: ("sample", Some(10)),
        min_trust: 0,
        network: Some(1),
        question: "Did the app warn you about the fee before signing?",
        is_draft: false,
    },
    MissionPlan {
        slug: "first-swap",
        title: "Tell us about your first swap",
        brief: "Questions about the first minute. No right answers.",
        kind: "survey",
        points: 15,
        minutes: 4,
        days: (8, -2),
        review: ("auto", None),
        min_trust: 0,
        network: None,
        question: "How sure were you of what you were about to sign?",
        is_draft: false,
    },
    MissionPlan {
        slug: "hardware-approval",
        title: "Approve with a hardware wallet",
        brief: "Sign a permit on the device and tell us what its screen shows.",
        kind: "guided",
        points: 25,
        minutes: 10,
        days: (9, -7),
        review: ("manual", None),
        min_trust: 1,
        network: None,
        question: "Could you read on the device what you signed?",
        is_draft: false,
    },
    MissionPlan {
        slug: "op-sepolia",
        title: "Be among the first on OP Sepolia",
        brief: "Any swap. Few testers have tried it here.",
        kind: "onchain",
        points: 15,
        minutes: 8,
        days: (3, -13),
        review: ("auto", None),
        min_trust: 0,
        network: Some(3),
        question: "How long did the quote take?",
        is_draft: false,
    },
    MissionPlan {
        slug: "first-week",
        title: "The first week: find your way around",
        brief: "Open every page once and tell us where you got lost.",
        kind: "guided",
        points: 10,
        minutes: 12,
        days: (50, 43),
        review: ("auto", None),
        min_trust: 0,
        network: None,
        question: "How easy was it to find the history?",
        is_draft: false,
    },
    MissionPlan {
        slug: "split-route",
        title: "Split route over three pools",
        brief: "Not announced yet.",
        kind: "onchain",
        points: 40,
        minutes: 12,
        days: (1, -20),
        review: ("manual", None),
        min_trust: 2,
        network: Some(2),
        question: "Which pools did the route line show?",
        is_draft: true,
    },
];

impl MissionPlan {
    pub(super) fn opens_at(&self, participants: &Participants) -> Timestamp {
        Timestamp(participants.end.0 - self.days.0 * 86_400_000)
    }

    pub(super) fn closes_at(&self, participants: &Participants) -> Timestamp {
        Timestamp(participants.end.0 - self.days.1 * 86_400_000)
    }

    pub(super) fn is_over(&self) -> bool {
        self.days.1 > 0
    }
}

/// The id of a mission.
pub(super) fn mission_id(seed: u64, mission: usize) -> String {
    ids::other(seed, "mission", mission, 0)
}

/// A tester's submission for a mission.
#[derive(Debug, Clone)]
pub(super) struct SubmissionStory {
    pub(super) mission: usize,
    pub(super) id: String,
    pub(super) tester: usize,
    pub(super) state: SubmissionState,
    pub(super) started_at: Timestamp,
    pub(super) submitted_at: Option<Timestamp>,
    /// From 1 to 5.
    pub(super) answer: i64,
}

/// What was handed in before that was looked at.
const REVIEWED_WITHIN: Span = Span::hours(30);

/// Who did what: at most a third of those who were there, each once.
pub(super) fn attempts(participants: &Participants, seed: u64) -> Vec<SubmissionStory> {
    let mut all = Vec::new();
    for (mission, plan) in MISSIONS.iter().enumerate().filter(|(_, plan)| !plan.is_draft) {
        let mut rng = SeededRng::nth(seed, "missions", mission);
        let opens = plan.opens_at(participants);
        let until = participants.end.0.min(plan.closes_at(participants).0);
        let mut present: Vec<usize> = (0..participants.present(opens)).collect();
        rng.shuffle(&mut present);
        let share = 12 + rng.at(20);
        present.truncate(present.len() * share / 100);
        for tester in present {
            let started_at = Timestamp(rng.between(opens.0, until - 60_000));
            let took = Span::seconds(u32::try_from(rng.between(60, 1_800)).unwrap_or(60));
            let submitted_at = Some(started_at.after(took)).filter(|at| at.0 < until);
            let has_time = submitted_at.is_some();
            let is_recent = started_at.after(REVIEWED_WITHIN) > participants.end;
            let state = outcome(plan, has_time, is_recent, &mut rng);
            all.push(SubmissionStory {
                mission,
                id: ids::other(seed, "submission", mission, tester),
                tester,
                state,
                started_at,
                submitted_at: submitted_at.filter(|_| !is_unfinished(state)),
                answer: rng.between(1, 5),
            });
        }
    }
    all
}

fn is_unfinished(state: SubmissionState) -> bool {
    matches!(
        state,
        SubmissionState::Started | SubmissionState::Expired | SubmissionState::Withdrawn
    )
}

fn outcome(
    plan: &MissionPlan,
    has_time: bool,
    is_recent: bool,
    rng: &mut SeededRng,
) -> SubmissionState {
    let at_work = if plan.is_over() { SubmissionState::Expired } else { SubmissionState::Started };
    let looked = match is_recent && !plan.is_over() {
        true => SubmissionState::NeedsReview,
        false => SubmissionState::Approved,
    };
    match rng.below(100) {
        _ if !has_time => at_work,
        0..=12 => at_work,
        13..=16 => SubmissionState::Withdrawn,
        17..=21 => SubmissionState::Rejected,
        22..=30 if plan.review.0 != "auto" => looked,
        31..=60 if plan.review.0 == "manual" => looked,
        _ => SubmissionState::Approved,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everybody_tries_a_mission_at_most_once_and_within_its_window() {
        let participants = Participants::of(500, Timestamp(1_763_200_000_000), 1);
        let all = attempts(&participants, 1);
        let once: HashSet<(usize, usize)> =
            all.iter().map(|one| (one.mission, one.tester)).collect();
        assert_eq!(once.len(), all.len());
        assert!(all.len() > 200, "{}", all.len());
        for one in &all {
            let plan = &MISSIONS[one.mission];
            let end = plan.closes_at(&participants).0.min(participants.end.0);
            assert!(plan.opens_at(&participants) <= one.started_at && one.started_at.0 < end);
            assert!(one.submitted_at.is_none_or(|at| one.started_at < at && at.0 < end));
            assert_eq!(one.submitted_at.is_none(), is_unfinished(one.state), "{:?}", one.state);
        }
    }
}
