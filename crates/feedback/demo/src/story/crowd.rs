//! The actions of all other testers: "affects me too", and comments.

use std::collections::HashSet;

use feedback_model::stage::{Active, Stage};
use feedback_model::{Resolution, Status, Timestamp, Visibility};

use super::super::issue_history::{CommentStory, CommentText, IssueHistory, StoryActor, hours};
use super::StoryGenerator;
use crate::participants::SIGNING_IN;

/// How many of the last fixes testers who can sign in are asked about.
const LAST_FIXED: usize = 4;

/// What administrators say below a report.
const STAFF: &[&str] = &[
    "Thanks, this helps. We can see it now and have an idea where it comes from.",
    "We have a fix on a branch; it should be in the next build.",
    "Could a tester with a hardware wallet try this too?",
    "The quote service had a bad hour yesterday. Please try once more before we dig deeper.",
];

/// Whether others may join in: a public root that is not snoozed.
fn is_public(history: &IssueHistory) -> bool {
    let is_gone = history.state.stage.resolution().is_some_and(Resolution::is_unlisted);
    let is_put_off =
        matches!(history.state.stage, Stage::Active(Active::New { snoozed_until: Some(_) }));
    history.merged.is_none()
        && history.state.visibility == Visibility::Programme
        && !is_gone
        && !is_put_off
}

impl StoryGenerator<'_> {
    fn public(&self) -> Vec<usize> {
        (0..self.issue_histories.len())
            .filter(|place| is_public(&self.issue_histories[*place]))
            .collect()
    }

    /// A moment while an issue could be talked about.
    fn while_open(&mut self, place: usize) -> Timestamp {
        let history = &self.issue_histories[place];
        let from = history.submitted_at();
        let until = history.state.closed_at.unwrap_or(self.participants.end);
        let room = (until.0 - from.0).max(1);
        // Most comes early.
        let early = self.rng.between(0, room).min(self.rng.between(0, room));
        Timestamp(from.0 + early)
    }

    /// Hands out "affects me": a few issues concern many, most concern few.
    pub(super) fn vote(&mut self, votes: usize) {
        let mut open = self.public();
        self.rng.shuffle(&mut open);
        if open.is_empty() {
            return;
        }
        let mut given = HashSet::new();
        // Each tester votes once, so a small crowd may have no votes left.
        for _ in 0..votes * 4 {
            if given.len() == votes {
                return;
            }
            let place = open[self.rng.favoured(open.len())];
            let at = self.while_open(place);
            let tester = self.rng.at(self.participants.present(at));
            let history = &mut self.issue_histories[place];
            if tester != history.reporter && given.insert((place, tester)) {
                history.votes.push((tester, at));
            }
        }
    }

    /// Testers who can sign in met some of what was fixed last, so that they have a fix to check.
    pub(super) fn meet_fixed(&mut self) {
        let testers = SIGNING_IN.min(self.participants.testers.len());
        let fixed = self.issue_histories.iter_mut().rev();
        let fixed = fixed.filter(|one| is_public(one) && one.status() == Status::Fixed);
        for (place, history) in fixed.take(LAST_FIXED).enumerate() {
            let submitted_at = history.submitted_at();
            let at = history.state.fixed_at.unwrap_or(submitted_at);
            let at = Timestamp(i64::midpoint(submitted_at.0, at.0));
            for tester in (0..testers).filter(|tester| (tester + place) % 2 == 0) {
                let knows = history.reporter == tester
                    || history.votes.iter().any(|(voter, _)| *voter == tester)
                    || history.tried.iter().any(|tried| tried.tester == tester);
                if !knows && self.participants.joined_at(tester) < at {
                    history.votes.push((tester, at));
                }
            }
        }
    }

    /// Lets people talk below the reports.
    pub(super) fn talk(&mut self, comments: usize) {
        let open = self.public();
        if open.is_empty() {
            return;
        }
        for _ in 0..comments {
            let place = open[self.rng.at(open.len())];
            let at = self.while_open(place);
            let said = if self.rng.happens(12) {
                let by =
                    StoryActor::Administrator(self.rng.at(self.participants.administrators.len()));
                let words = CommentText::Plain(STAFF[self.rng.at(STAFF.len())]);
                CommentStory { by, at, words, helped: None }
            } else {
                let tester = self.participants.any_tester(at, &mut self.rng);
                let words = CommentText::Talk(self.rng.seed());
                let helped =
                    self.helped(at).filter(|_| tester != self.issue_histories[place].reporter);
                CommentStory { by: StoryActor::Tester(tester), at, words, helped }
            };
            self.issue_histories[place].said.push(said);
        }
        for history in &mut self.issue_histories {
            history.said.sort_by_key(|said| said.at);
        }
    }

    /// Which administrator found something helpful, and when.
    fn helped(&mut self, at: Timestamp) -> Option<(usize, Timestamp)> {
        let administrator = self.rng.at(self.participants.administrators.len());
        let later = hours(at, &mut self.rng, 1, 40);
        (later <= self.participants.end && self.rng.happens(42)).then_some((administrator, later))
    }
}
