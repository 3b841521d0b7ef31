//! When points may move, in the order of time.

use feedback_model::{Moment, Span};

use super::super::cast::Cast;
use super::super::chance::Chance;
use super::super::life::{Life, Who};

/// Something after which points may move.
#[derive(Debug, Clone)]
pub(super) enum Occasion {
    /// An issue took a step.
    Step { place: usize, step: usize },
    /// A duplicate joined its root.
    Merged { root: usize, duplicate: usize },
    /// A check turned out to be right.
    Check { place: usize, check: usize },
    /// A comment helped.
    Helpful { place: usize, said: usize, tester: usize, by: usize },
    /// A proposed duplicate was one.
    Proposed { place: usize, tester: usize },
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
    (40, "Found the address of the testnet faucet that works, and told everybody."),
    (-30, "Points for a report that was somebody else's, taken back after a talk."),
    (15, "Corrected three mistakes in the help pages."),
];

/// Every occasion of a story.
pub(super) fn occasions(
    cast: &Cast,
    lives: &[Life],
    thanks: usize,
    seed: u64,
) -> Vec<(Moment, Occasion)> {
    let mut occasions = Vec::new();
    for (place, life) in lives.iter().enumerate() {
        of_life(place, life, &mut occasions);
    }
    by_hand(cast, thanks, &mut Chance::of(seed, "by hand"), &mut occasions);
    // Stable: what happens to one issue at one moment keeps its order.
    occasions.sort_by_key(|(at, _)| *at);
    occasions
}

fn of_life(place: usize, life: &Life, occasions: &mut Vec<(Moment, Occasion)>) {
    for (step, taken) in life.steps.iter().enumerate() {
        if taken.owes.is_some() && life.merged.is_none() {
            occasions.push((taken.at, Occasion::Step { place, step }));
        }
    }
    if let Some(merged) = &life.merged {
        occasions.push((merged.at, Occasion::Merged { root: merged.root, duplicate: place }));
        if let Some((tester, _)) = merged.proposed {
            occasions.push((merged.at, Occasion::Proposed { place, tester }));
        }
    }
    for (check, tried) in life.tried.iter().enumerate() {
        if let Some(at) = tried.right_at {
            occasions.push((at, Occasion::Check { place, check }));
        }
    }
    for (said, comment) in life.said.iter().enumerate() {
        if let (Who::Tester(tester), Some((by, at))) = (comment.by, comment.helped) {
            occasions.push((at, Occasion::Helpful { place, said, tester, by }));
        }
    }
}

/// A few larger gifts, and many small ones.
fn by_hand(
    cast: &Cast,
    thanks: usize,
    chance: &mut Chance,
    occasions: &mut Vec<(Moment, Occasion)>,
) {
    let from = cast.begin.after(Span::days(2));
    let mut give = |chance: &mut Chance, amount: i64, reason: &'static str| {
        let at = Moment(chance.between(from.0, cast.end.0));
        let tester = chance.at(cast.present(at));
        let by = chance.at(cast.administrators.len());
        occasions.push((at, Occasion::ByHand { tester, amount, reason, by }));
    };
    for (amount, reason) in BY_HAND {
        give(chance, *amount, reason);
        give(chance, *amount, reason);
    }
    for _ in 0..thanks {
        let (amount, reason) = (chance.between(1, 5), THANKS[chance.at(THANKS.len())]);
        give(chance, amount, reason);
    }
}
