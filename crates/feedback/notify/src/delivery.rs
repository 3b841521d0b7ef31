//! Deliveries outside the app: a queue with a worker for each channel.
//!
//! Content, receiver and time were decided when a delivery was planned. It is marked as `sending`
//! and committed before it is sent, and as `sent` afterwards. If the node dies in between, it is
//! sent again, which is counted.

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

/// Wakes the workers of all channels after the commit.
pub(crate) fn wake_channels_on_commit(ctx: &CommandContext) {
    for channel in ChannelName::ALL {
        ctx.wake_on_commit(Queue::Channel(channel));
    }
}
