//! What holds for all inputs, tried on many.
//!
//! `TOUCHSTONE_TEST_SEED` repeats a run; `TOUCHSTONE_TEST_CHECKS` sets how much is tried.

mod queries;
mod shrink;
mod tally;
mod updates;

use std::hash::{BuildHasher, Hasher, RandomState};

use testkit::{Random, setting};

/// A new stream of random numbers, or the one of a given seed. A failing test prints the seed.
pub(crate) fn random(what: &str) -> Random {
    let seed = setting("TOUCHSTONE_TEST_SEED")
        .unwrap_or_else(|| RandomState::new().build_hasher().finish());
    eprintln!("{what}: TOUCHSTONE_TEST_SEED={seed}");
    Random::new(seed)
}

/// How much to try: enough for every run of the tests; `just properties` tries four times as much.
fn checks() -> usize {
    setting("TOUCHSTONE_TEST_CHECKS").unwrap_or(5_000)
}
