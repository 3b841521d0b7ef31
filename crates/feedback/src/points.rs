//! Points: what was earned, written into a ledger that only grows.
//!
//! What anybody is owed is decided by `feedback-model`; here it is found out what the rules need to
//! know, and what they say is written. Asked twice, nothing more is written.

pub(crate) mod checkpoint;
mod clock;
mod dry_run;
mod ledger;
mod manual_adjustment;
pub(crate) mod mission;
mod posted;
pub(crate) mod preview;
mod pulse;
mod purse;
mod reconcile;
mod relink;
pub(crate) mod reward;
mod rules;
mod second_look;
mod statement;
mod told;
pub(crate) mod verify;

use parse_engine::Extension;

use crate::product_state::ProductState;

pub use ledger::{insert, row};
pub(crate) use manual_adjustment::{give_back, reason as adjustment_reason};
pub(crate) use posted::{Posted, postings_json, sums};
pub(crate) use purse::{lock_person_of, lock_persons};
pub(crate) use reconcile::{reconcile, reconcile_locked, resettle};
pub(crate) use relink::{Relinking, relink};

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = clock::register(extension, state);
    let extension = manual_adjustment::register(extension, state);
    let extension = pulse::register(extension, state);
    let extension = rules::register(extension, state);
    let extension = second_look::register(extension, state);
    statement::register(extension, state)
}
