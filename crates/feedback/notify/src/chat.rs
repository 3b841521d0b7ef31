//! Direct messages to users at the chat services where they have linked an account.

mod discord_channel;
mod pace;
mod telegram_channel;
mod wording;

use parse_engine::Extension;

use crate::delivery::register_channel;
use feedback_core::product_state::ProductState;

/// Registers the channels of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_channel(extension, state, discord_channel::DiscordChannel);
    register_channel(extension, state, telegram_channel::TelegramChannel)
}
