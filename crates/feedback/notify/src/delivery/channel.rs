//! The interface of a channel, which sends one delivery and returns the outcome.

use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use feedback_model::notification::{Bucket, ChannelName, NotificationKind};
use integrations::Outcome;
use parse_engine::{Engine, Error};
use parse_identity::Caller;
use parse_model::Json;
use parse_store::Access;
use serde::Deserialize;

use super::receiver::{IssueBrief, Receiver};
use feedback_core::at_most_one_in_doubt::SendPermit;
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;

/// A channel outside the app.
#[async_trait]
pub trait Channel: Send + Sync + 'static {
    /// Its name.
    const CHANNEL: ChannelName;

    /// Concurrent deliveries of one node.
    fn lanes(&self) -> usize {
        4
    }

    /// Whether the channel can send now. Until then, planned deliveries wait.
    async fn is_ready(&self, _run: &DeliveryRun<'_>) -> bool {
        true
    }

    /// Sends one delivery, outside any transaction. `Gone` switches the receiver's address off,
    /// `Broken` stops the channel until [`super::resume`].
    async fn send(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Outcome;

    /// Sends everything that was held back for one receiver as one message. Only for channels with
    /// a digest.
    async fn send_digest(&self, _run: &DeliveryRun<'_>, _digest: &Digest) -> Outcome {
        Outcome::Bad("this channel has no digest".to_owned())
    }
}

/// A message to a user.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// Its id.
    pub id: i64,
    /// The receiver.
    pub(crate) receiver: String,
    /// The notification. `None` if the receiver does not want this kind in the app.
    pub notification: Option<String>,
    /// The event, `evt_…`.
    pub event: String,
    /// The kind of notification.
    pub kind: NotificationKind,
    /// Whether it needs an action of the receiver.
    pub bucket: Bucket,
    /// The issue, if there is one.
    pub issue: Option<String>,
    /// The `data` of the notification.
    pub data: Json,
    /// Number of earlier attempts.
    pub attempts: u32,
    /// The time of the event, in milliseconds.
    pub at: i64,
}

/// Everything that was held back for one receiver.
#[derive(Debug)]
pub struct Digest {
    /// The receiver.
    pub(crate) receiver: String,
    /// Its deliveries, oldest first and never empty.
    pub deliveries: Vec<Delivery>,
}

/// The context of a channel.
#[derive(Debug)]
pub struct DeliveryRun<'a> {
    pub(super) engine: &'a Engine,
    pub(super) state: &'a ProductState,
    send_permit: Mutex<Option<SendPermit>>,
}

impl<'a> DeliveryRun<'a> {
    pub(super) fn new(engine: &'a Engine, state: &'a ProductState) -> DeliveryRun<'a> {
        DeliveryRun { engine, state, send_permit: Mutex::default() }
    }

    /// Waits until this node has no send in doubt at a service without idempotency keys, and marks
    /// this one as in doubt until its outcome is recorded. To be called right before sending.
    pub(crate) async fn acquire_send_permit(&self) {
        let permit = self.state.in_doubt().permit().await;
        self.hold(Some(permit));
    }

    /// To be called when the outcome is recorded.
    pub(super) fn release_send_permit(&self) {
        self.hold(None);
    }

    fn hold(&self, permit: Option<SendPermit>) {
        *self.send_permit.lock().unwrap_or_else(PoisonError::into_inner) = permit;
    }

    /// A context without a caller, outside any transaction. Each statement commits by itself.
    pub fn ctx(&self) -> CommandContext {
        let cx = self.engine.cx(Caller::master());
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }

    /// The engine, for its clock and mailer.
    pub fn engine(&self) -> &Engine {
        self.engine
    }

    /// State shared by all requests of this node.
    pub fn state(&self) -> &ProductState {
        self.state
    }

    /// The receiver of a delivery; `None` if the account is suspended or deleted meanwhile.
    pub async fn receiver(&self, id: &str) -> Result<Option<Receiver>, Error> {
        Receiver::read(&self.ctx(), id).await
    }

    /// The issue of a delivery, as far as its receiver can read it.
    pub async fn issue(&self, id: &str) -> Result<Option<IssueBrief>, Error> {
        IssueBrief::read(&self.ctx(), id).await
    }
}
