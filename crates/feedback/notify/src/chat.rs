//! Messages to people in their own chats, once they have linked an account there.

mod discord_channel;
mod pace;
mod telegram_channel;
mod wording;

use parse_engine::Extension;

use crate::delivery::register_channel;
use feedback_core::product_state::ProductState;

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_channel(extension, state, discord_channel::DiscordChannel);
    register_channel(extension, state, telegram_channel::TelegramChannel)
}
