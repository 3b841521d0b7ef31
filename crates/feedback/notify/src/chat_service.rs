//! The chat bots: their settings and their state.
//!
//! Tokens and secrets are sealed before they reach the database and are never returned, not even to
//! administrators. A service is used after a successful test.

mod kind;
mod list;
mod save;
mod settings;
mod test;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

pub(crate) use kind::ChatServiceKind;
pub(crate) use settings::{ChatServiceRow, DiscordSettings, TelegramSettings};

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::ChatServices>(extension, state);
    let extension = command::<save::ChatServiceSave>(extension, state);
    extension.with_function(test::NAME, test::ChatServiceTest { state: state.clone() })
}
