//! Points, in an append-only ledger.
//!
//! `feedback-model` computes the points of each person. This module reads the facts for the rules
//! and writes the result. It is idempotent.

mod adjustment_approval;
mod answer_shape;
pub mod checkpoint;
pub mod classes;
mod clock;
mod dry_run;
mod ledger;
mod live_totals;
mod loss_events;
mod manual_adjustment;
pub mod mission;
mod posting;
pub mod preview;
mod purse;
mod reconcile;
mod relink;
pub mod reward;
mod rules;
mod statement;
pub mod verify;

use parse_engine::Extension;

use feedback_core::product_state::ProductState;

pub use ledger::{insert, row};
pub use manual_adjustment::{give_back, reason as adjustment_reason};
pub use posting::{Posted, postings_json, sums};
pub use purse::{lock_person_of, lock_persons};
pub use reconcile::{reconcile, reconcile_locked, resettle};
pub use relink::{Relinking, relink};

/// Registers the functions and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = clock::register(extension, state);
    let extension = manual_adjustment::register(extension, state);
    let extension = live_totals::register(extension, state);
    let extension = rules::register(extension, state);
    let extension = adjustment_approval::register(extension, state);
    statement::register(extension, state)
}
