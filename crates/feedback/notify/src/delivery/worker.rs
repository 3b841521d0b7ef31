//! The workers of channels: on every node, several deliveries at a time, as soon as they are woken.

use async_trait::async_trait;
use parse_engine::{Error, Extension};

use super::channel::{Channel, Delivery, DeliveryRun, Digest};
use super::{claim, record_attempt};
use feedback_core::lease_queue::{LeaseQueue, QueueContext, register_queue};
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// Registers a channel. Its planned deliveries are sent from then on.
pub(crate) fn register_channel<C: Channel>(
    extension: Extension,
    state: &ProductState,
    channel: C,
) -> Extension {
    register_queue(extension, state, ChannelQueue(channel))
}

struct ChannelQueue<C>(C);

/// One message to send.
enum Message {
    One(Delivery),
    Digest(Digest),
}

impl Message {
    /// Never empty.
    fn deliveries(&self) -> &[Delivery] {
        match self {
            Message::One(delivery) => std::slice::from_ref(delivery),
            Message::Digest(digest) => &digest.deliveries,
        }
    }
}

#[async_trait]
impl<C: Channel> LeaseQueue for ChannelQueue<C> {
    type Job = Message;

    fn name(&self) -> &'static str {
        C::CHANNEL.key()
    }

    fn queue(&self) -> Queue {
        Queue::Channel(C::CHANNEL)
    }

    fn lanes(&self) -> usize {
        self.0.lanes()
    }

    async fn take(&self, work: &QueueContext<'_>) -> Result<Option<Message>, Error> {
        if !self.0.is_ready(&DeliveryRun::new(work.engine, work.state)).await {
            return Ok(None);
        }
        if let Some(delivery) = claim::one(&work.db(), C::CHANNEL, work.now()).await? {
            return Ok(Some(Message::One(delivery)));
        }
        let digest = claim::digest(&work.db(), C::CHANNEL, work.now()).await?;
        Ok(digest.map(Message::Digest))
    }

    async fn run(&self, work: &QueueContext<'_>, message: &Message) -> Result<(), Error> {
        let run = DeliveryRun::new(work.engine, work.state);
        let deliveries = message.deliveries();
        let Some(first) = deliveries.first() else { return Ok(()) };
        if run.receiver(&first.receiver).await?.is_none() {
            let why = "account suspended or deleted";
            return record_attempt::drop_for(&run.ctx(), deliveries, why).await;
        }
        let outcome = match message {
            Message::One(delivery) => self.0.send(&run, delivery).await,
            Message::Digest(digest) => self.0.send_digest(&run, digest).await,
        };
        let concluded =
            work.unit(|ctx| {
                let outcome = &outcome;
                async move {
                    record_attempt::record_attempt(&ctx, C::CHANNEL, deliveries, outcome).await
                }
            });
        let concluded = concluded.await;
        run.release_send_permit();
        concluded
    }

    async fn record_failure(
        &self,
        work: &QueueContext<'_>,
        message: &Message,
        error: &Error,
    ) -> Result<(), Error> {
        let deliveries = message.deliveries();
        let first = deliveries.first().map(|delivery| delivery.id);
        tracing::error!(channel = C::CHANNEL.key(), delivery = first, %error, "delivery failed, internal error");
        record_attempt::fail(&work.db(), deliveries, work.now(), error).await
    }
}
