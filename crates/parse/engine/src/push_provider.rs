//! The interface of push providers.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::{Date, Json, JsonMap};

use crate::extension::Extension;

/// A push provider.
#[async_trait]
pub trait PushProvider: Send + Sync {
    /// Sends one message to devices and returns the outcome of each, in the same order.
    ///
    /// It decides about concurrency and retries, and must finish within a few minutes.
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

/// A push message.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// The id of the push.
    pub push_id: String,
    /// The time of sending.
    pub sent_at: Date,
    /// When it expires.
    pub expires_at: Option<Date>,
    /// The payload in one language, with the badge number.
    pub data: JsonMap,
    /// Further keys for the provider, such as `notification`.
    pub more: JsonMap,
}

/// A device for sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Device {
    /// The row of `_Installation`.
    pub id: String,
    /// Its push token.
    pub token: String,
    /// `ios`, `android` and so on.
    pub device_type: String,
    /// The push type, if it does not follow from the device type.
    pub push_type: Option<String>,
}

impl Device {
    /// The kind of sender for the device.
    pub fn kind(&self) -> &str {
        self.push_type.as_deref().unwrap_or(&self.device_type)
    }
}

/// The outcome for one device.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushOutcome {
    /// The provider has accepted it.
    Sent,
    /// It failed. The text has the reason and no token.
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
