//! What is on its way to people outside the app: a queue with a worker for each channel.
//!
//! What is sent, to whom and when was decided when it was planned. A delivery is noted as `sending`
//! and committed before anything goes out, and as `sent` afterwards; between the two a death leaves
//! it undecided, and it is sent again, which is counted.

mod channel;
mod claim;
mod count;
mod receiver;
mod record_attempt;
mod stop;
mod worker;

use feedback_core::command_context::CommandContext;
use feedback_core::wakes::Queue;

pub use channel::{Channel, Delivery, DeliveryRun, Digest};
pub use count::DeliveryCounts;
pub use feedback_model::notification::ChannelName;
pub use receiver::{IssueBrief, Receiver};
pub use stop::resume;
pub(crate) use worker::register_channel;

/// Has every channel send what waits, as soon as this is committed.
pub(crate) fn wake_channels_on_commit(ctx: &CommandContext) {
    for channel in ChannelName::ALL {
        ctx.wake_on_commit(Queue::Channel(channel));
    }
}
