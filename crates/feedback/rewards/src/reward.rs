//! Payouts: the amounts of a final season, their receivers, and how anyone can verify them.
//!
//! The crate `payout` computes amounts, trees and files. Here the standings, decisions and
//! addresses are read, and the result is stored. No key is held and nothing is sent to a chain.

mod answer_shape;
mod build;
mod calculation;
pub mod classes;
mod export;
mod file;
mod my_rewards;
mod params;
mod payees;
mod preview;
mod publish;
mod rules_text;
mod season_lines;
mod stored;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<preview::RewardPreview>(extension, state);
    let extension = command::<build::RewardBuild>(extension, state);
    let extension = command::<publish::RewardPublish>(extension, state);
    let extension = command::<publish::RewardVoid>(extension, state);
    let extension = query::<export::RewardList>(extension, state);
    let extension = query::<my_rewards::RewardMine>(extension, state);
    query::<file::RewardFile>(extension, state)
}
