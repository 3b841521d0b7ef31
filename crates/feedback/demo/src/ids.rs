//! The ids of what belongs to an issue: the same wherever they are asked for.

use super::seeded_rng::SeededRng;

/// More things of a kind than any issue has.
const ROOM: usize = 1 << 20;

fn of(seed: u64, kind: &str, place: usize, number: usize) -> String {
    SeededRng::nth(seed, kind, place * ROOM + number).id()
}

/// Something said below an issue.
pub(super) fn comment(seed: u64, place: usize, number: usize) -> String {
    of(seed, "comment", place, number)
}

/// A check of its fix.
pub(super) fn check(seed: u64, place: usize, number: usize) -> String {
    of(seed, "check", place, number)
}

/// The proposal that it is a duplicate.
pub(super) fn proposal(seed: u64, place: usize) -> String {
    of(seed, "proposal", place, 0)
}

/// A piece of evidence.
pub(super) fn evidence(seed: u64, place: usize, number: usize) -> String {
    of(seed, "evidence", place, number)
}

/// Anything else, by its kind.
pub(super) fn other(seed: u64, kind: &str, place: usize, number: usize) -> String {
    of(seed, kind, place, number)
}
