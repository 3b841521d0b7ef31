//! Notifications by mail: the channel, unsubscribe links, and addresses that reject mail.

mod address;
mod brand;
mod channel;
mod compose;
mod facts;
mod notice;
mod outcome;
mod provider_event;
mod suppression;
mod test;
mod token;
mod unsubscribe;

use parse_engine::Extension;

use crate::delivery::register_channel;
use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

pub(crate) use address::AddressState;
pub use provider_event::{MailEvent, take_event};
pub(crate) use suppression::lift_suppression;

/// Registers the functions and the channel of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_channel(extension, state, channel::MailChannel::default());
    let extension = command::<address::MailRetryAddress>(extension, state);
    let extension = command::<unsubscribe::MailUnsubscribe>(extension, state);
    let extension = query::<unsubscribe::MailUnsubscribeLink>(extension, state);
    extension.with_function(test::NAME, test::MailTest { state: state.clone() })
}
