//! Browser push: subscriptions and sending.
//!
//! A subscription belongs to the session that created it and is deleted with its row, so that the
//! next user of a browser does not read the pushes of the previous one. A session that merely
//! expired still receives pushes. Browsers choose the endpoints. Only those of known push services
//! are accepted, at the subscription and at each call.

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

/// Registers the functions of this module.
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
