//! What everybody else does: "affects me too", and talk.

use std::collections::HashSet;

use feedback_model::stage::{Active, Stage};
use feedback_model::{Moment, Resolution, Visibility};

use super::super::life::{Life, Said, Who, Words, hours};
use super::Teller;

/// What administrators say below a report.
const STAFF: &[&str] = &[
    "Thanks, this helps. We can see it now and have an idea where it comes from.",
    "We have a fix on a branch; it should be in the next build.",
    "Could somebody with a hardware wallet try this too?",
    "The quote service had a bad hour yesterday. Please try once more before we dig deeper.",
];

/// Where others may join in: a root that everybody sees and nobody put off.
fn is_public(life: &Life) -> bool {
    let is_gone = life.state.stage.resolution().is_some_and(Resolution::is_unlisted);
    let is_put_off =
        matches!(life.state.stage, Stage::Active(Active::New { snoozed_until: Some(_) }));
    life.merged.is_none()
        && life.state.visibility == Visibility::Programme
        && !is_gone
        && !is_put_off
}

impl Teller<'_> {
    fn public(&self) -> Vec<usize> {
        (0..self.lives.len()).filter(|place| is_public(&self.lives[*place])).collect()
    }

    /// A moment while an issue could be talked about.
    fn while_open(&mut self, place: usize) -> Moment {
        let life = &self.lives[place];
        let from = life.submitted_at();
        let until = life.state.closed_at.unwrap_or(self.cast.end);
        let room = (until.0 - from.0).max(1);
        // Most comes early.
        let early = self.chance.between(0, room).min(self.chance.between(0, room));
        Moment(from.0 + early)
    }

    /// Hands out "affects me": a few issues concern many, most concern few.
    pub(super) fn vote(&mut self, votes: usize) {
        let mut open = self.public();
        self.chance.shuffle(&mut open);
        if open.is_empty() {
            return;
        }
        let mut given = HashSet::new();
        // Nobody votes twice, so a small crowd may have no votes left to give.
        for _ in 0..votes * 4 {
            if given.len() == votes {
                return;
            }
            let place = open[self.chance.favoured(open.len())];
            let at = self.while_open(place);
            let tester = self.chance.at(self.cast.present(at));
            let life = &mut self.lives[place];
            if tester != life.reporter && given.insert((place, tester)) {
                life.votes.push((tester, at));
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
            let place = open[self.chance.at(open.len())];
            let at = self.while_open(place);
            let said = if self.chance.happens(12) {
                let by = Who::Administrator(self.chance.at(self.cast.administrators.len()));
                let words = Words::Plain(STAFF[self.chance.at(STAFF.len())]);
                Said { by, at, words, helped: None }
            } else {
                let tester = self.cast.somebody(at, &mut self.chance);
                let words = Words::Talk(self.chance.seed());
                let helped = self.helped(at).filter(|_| tester != self.lives[place].reporter);
                Said { by: Who::Tester(tester), at, words, helped }
            };
            self.lives[place].said.push(said);
        }
        for life in &mut self.lives {
            life.said.sort_by_key(|said| said.at);
        }
    }

    /// Which administrator found something helpful, and when.
    fn helped(&mut self, at: Moment) -> Option<(usize, Moment)> {
        let administrator = self.chance.at(self.cast.administrators.len());
        let later = hours(at, &mut self.chance, 1, 40);
        (later <= self.cast.end && self.chance.happens(42)).then_some((administrator, later))
    }
}
