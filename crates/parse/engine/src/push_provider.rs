//! The seam to push providers.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::{Date, Json, JsonMap};

use crate::extension::Extension;

/// A way to reach devices.
#[async_trait]
pub trait PushProvider: Send + Sync {
    /// Sends one message to devices and says of each, in the same order, what became of it.
    ///
    /// It decides by itself how many it sends at once and how often it tries again, and must come
    /// to an end within a few minutes.
    async fn send(&self, message: &Message, devices: &[Device]) -> Vec<PushOutcome>;
}

impl Extension {
    /// Sets the push provider.
    #[must_use]
    pub fn with_push_provider(mut self, provider: impl PushProvider + 'static) -> Extension {
        self.implementations.set::<dyn PushProvider>(Arc::new(provider));
        self
    }

    /// The push provider.
    pub fn push_provider(&self) -> Option<&dyn PushProvider> {
        self.implementations.only::<dyn PushProvider>().map(|provider| &**provider)
    }
}

/// What is to be sent.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The id of the push.
    pub push_id: String,
    /// When it is sent.
    pub sent_at: Date,
    /// Not to be shown after.
    pub expires_at: Option<Date>,
    /// What the sender said, in one language and with the number of the badge.
    pub data: JsonMap,
    /// Keys beside `data` that a provider may understand, such as `notification`.
    pub more: JsonMap,
}

/// A device, as far as sending needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The row of `_Installation`.
    pub id: String,
    /// The token under which it receives.
    pub token: String,
    /// `ios`, `android` and so on.
    pub device_type: String,
    /// How it receives, if that is not said by its type.
    pub push_type: Option<String>,
}

impl Device {
    /// Which kind of sender it needs.
    pub fn kind(&self) -> &str {
        self.push_type.as_deref().unwrap_or(&self.device_type)
    }
}

/// What became of a message to one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushOutcome {
    /// The provider has taken it.
    Sent,
    /// It did not work; the word says why and names no token.
    Failed(String),
    /// The token is invalid.
    Dead,
}

impl Message {
    /// A key beside `data`.
    pub fn beside(&self, key: &str) -> Option<&Json> {
        self.more.get(key)
    }
}
