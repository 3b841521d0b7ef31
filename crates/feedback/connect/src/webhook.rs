//! Webhooks: external programs and chats that receive events.
//!
//! The event consumer writes one delivery for each webhook that subscribes, with the exact text to
//! send. Workers send it, with retries and the same id. A command never waits for a webhook, and a
//! failing webhook does not delay the others.

mod claim;
mod consume;
mod deliveries;
mod list;
mod message;
mod purge;
mod record_attempt;
mod replay;
mod response;
mod save;
mod secret;
mod send;
mod switch;
mod test;
mod worker;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::event::register_consumer;
use feedback_core::lease_queue::register_queue;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

/// Registers the functions and workers of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::WebhookList>(extension, state);
    let extension = command::<save::WebhookSave>(extension, state);
    let extension = command::<switch::WebhookEnable>(extension, state);
    let extension = command::<switch::WebhookRemove>(extension, state);
    let extension = command::<secret::WebhookRollSecret>(extension, state);
    let extension = query::<deliveries::WebhookDeliveries>(extension, state);
    let extension = command::<replay::WebhookReplay>(extension, state);
    let extension = extension.with_function(test::NAME, test::WebhookTest { state: state.clone() });
    let extension = register_task::<purge::DeliveryPurge>(extension, state);
    let extension = register_consumer::<consume::Webhooks>(extension, state);
    register_queue(extension, state, worker::WebhookQueue)
}
