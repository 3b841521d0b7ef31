//! Points: what was earned, written into a ledger that only grows.
//!
//! What anybody is owed is decided by `feedback-model`; here it is found out what the rules need to
//! know, and what they say is written. Asked twice, nothing more is written.

mod book;
mod checkpoint;
mod clock;
mod dry_run;
mod hand;
mod ledger;
mod posted;
pub(crate) mod preview;
mod purse;
mod reconcile;
pub(crate) mod reward;
mod rules;
mod season;
mod second_look;
mod statement;
mod verify;

use parse_engine::Extension;

use crate::product_state::ProductState;

pub use book::Book;
pub use ledger::{insert, row};
pub(crate) use posted::{Posted, sums, told};
pub(crate) use purse::{hold_person_of, hold_persons};
pub(crate) use reconcile::{reconcile, reconcile_held};

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = clock::bring(extension, settings);
    let extension = hand::bring(extension, settings);
    let extension = rules::bring(extension, settings);
    let extension = season::bring(extension, settings);
    let extension = second_look::bring(extension, settings);
    statement::bring(extension, settings)
}
