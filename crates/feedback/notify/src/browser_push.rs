//! Pushes to browsers: subscriptions and sending.
//!
//! A subscription belongs to the session that made it and is deleted with its row, so that the next
//! user of a browser does not read the pushes of the one before. A session that merely timed out
//! still receives pushes. Browsers choose the endpoints; only those of known push services are
//! accepted, when they subscribe and again at each call.

mod channel;
mod device;
mod label;
mod sender;
mod subscribe;
mod test;
mod vapid;
mod words;

use std::sync::Arc;

use parse_engine::Extension;

use crate::delivery::register_channel;
use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let sender = Arc::<sender::Sender>::default();
    let extension = command::<subscribe::PushKey>(extension, state);
    let extension = command::<subscribe::PushSubscribe>(extension, state);
    let extension = command::<subscribe::PushUnsubscribe>(extension, state);
    let extension = query::<device::PushDevices>(extension, state);
    let test = test::PushTest { state: state.clone(), sender: Arc::clone(&sender) };
    let extension = extension.with_function("pushTest", test);
    register_channel(extension, state, channel::Push { sender })
}
