//! Accounts at chat services, linked to users.
//!
//! A link needs both sides: a signed-in page of the app, and the user at the service. The token
//! that connects them is stored as a digest and works once, for ten minutes and for the session
//! that started it. Only the id of the account is stored. Access tokens are dropped.

mod attempt;
mod begin;
mod confirm;
mod discord_hook;
mod finish;
mod greet;
mod link;
mod list;
mod remove;
mod telegram_hook;

use parse_engine::Extension;

use crate::chat_service::ChatServiceKind;
use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

pub(crate) use link::{AccountLink, set_broken, set_chat};

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::AccountLinks>(extension, state);
    let extension = command::<begin::AccountLinkStart>(extension, state);
    let extension =
        extension.with_function(finish::NAME, finish::AccountLinkFinish { state: state.clone() });
    let extension = extension
        .with_function(confirm::NAME, confirm::AccountLinkConfirm { state: state.clone() });
    let extension = command::<remove::AccountLinkRemove>(extension, state);
    let hook = discord_hook::DiscordHook { state: state.clone() };
    let extension = extension.with_service_hook(ChatServiceKind::Discord.key(), hook);
    let hook = telegram_hook::TelegramHook { state: state.clone() };
    extension.with_service_hook(ChatServiceKind::Telegram.key(), hook)
}
