//! The worker of a channel: on every node, several deliveries at a time, as soon as it is woken.

use async_trait::async_trait;
use futures_util::future::{join_all, try_join_all};
use integrations::Outcome;
use parse_engine::{Engine, Error, Extension, Worker};

use super::channel::{Channel, Delivery, DeliveryRun};
use super::{claim, conclude};
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// Registers a channel: from here on what is planned for it is sent.
pub(crate) fn register_channel<C: Channel>(
    extension: Extension,
    state: &ProductState,
    channel: C,
) -> Extension {
    let name = C::CHANNEL.key();
    extension.with_worker(name, ChannelWorker { state: state.clone(), channel })
}

struct ChannelWorker<C> {
    state: ProductState,
    channel: C,
}

#[async_trait]
impl<C: Channel> Worker for ChannelWorker<C> {
    async fn work(&self, engine: &Engine) {
        join_all((0..self.channel.lanes()).map(|_| self.lane(engine))).await;
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        try_join_all((0..self.channel.lanes()).map(|_| self.drain_lane(engine))).await.map(drop)
    }
}

impl<C: Channel> ChannelWorker<C> {
    async fn lane(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::Channel(C::CHANNEL)).await;
            if let Err(error) = self.drain_lane(engine).await {
                tracing::error!(channel = C::CHANNEL.key(), %error, "delivery failed, will retry");
            }
        }
    }

    async fn drain_lane(&self, engine: &Engine) -> Result<(), Error> {
        let run = DeliveryRun::new(engine, &self.state);
        if !self.channel.is_ready(&run).await {
            return Ok(());
        }
        while self.send_one(&run).await? || self.send_digest(&run).await? {}
        Ok(())
    }

    async fn send_one(&self, run: &DeliveryRun<'_>) -> Result<bool, Error> {
        let (db, now) = (run.engine.store().db(), run.engine.clock().now());
        let Some(delivery) = claim::one(&db, C::CHANNEL, now).await? else { return Ok(false) };
        // There may be more.
        self.state.wake(Queue::Channel(C::CHANNEL));
        if !self.is_wanted(run, std::slice::from_ref(&delivery)).await? {
            return Ok(true);
        }
        let outcome = self.channel.send(run, &delivery).await;
        self.conclude(run, std::slice::from_ref(&delivery), &outcome).await?;
        Ok(true)
    }

    async fn send_digest(&self, run: &DeliveryRun<'_>) -> Result<bool, Error> {
        let (db, now) = (run.engine.store().db(), run.engine.clock().now());
        let Some(digest) = claim::digest(&db, C::CHANNEL, now).await? else { return Ok(false) };
        self.state.wake(Queue::Channel(C::CHANNEL));
        if !self.is_wanted(run, &digest.deliveries).await? {
            return Ok(true);
        }
        let outcome = self.channel.send_digest(run, &digest).await;
        self.conclude(run, &digest.deliveries, &outcome).await?;
        Ok(true)
    }

    /// Whether the receiver is still to be told; nobody is whose account was suspended since.
    async fn is_wanted(
        &self,
        run: &DeliveryRun<'_>,
        deliveries: &[Delivery],
    ) -> Result<bool, Error> {
        let Some(first) = deliveries.first() else { return Ok(false) };
        if run.receiver(&first.receiver).await?.is_some() {
            return Ok(true);
        }
        conclude::drop_for(&run.ctx(), deliveries, "the account is suspended or gone").await?;
        Ok(false)
    }

    async fn conclude(
        &self,
        run: &DeliveryRun<'_>,
        deliveries: &[Delivery],
        outcome: &Outcome,
    ) -> Result<(), Error> {
        let cx = run.ctx().cx().clone();
        let noted = cx.unit(|tx| async move {
            let ctx = feedback_core::command_context::CommandContext::new(
                tx,
                parse_store::Access::Writes,
                None,
                self.state.clone(),
            );
            conclude::conclude(&ctx, C::CHANNEL, deliveries, outcome).await
        });
        let noted = noted.await;
        run.end_unconfirmed();
        noted
    }
}
