//! Pushes to browsers: which of them subscribed, and sending to them.
//!
//! A subscription belongs to the session that made it and goes with its row, so that nobody who signs
//! in after somebody else reads on; a session that merely timed out is still pushed to. Endpoints are chosen by browsers and lead only to push services
//! that are known, which is looked at when they subscribe and again at each call.

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
