//! The message that an application shows to the operator who starts the server.

use std::sync::Arc;

use async_trait::async_trait;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// A message for the operator who starts the server.
#[async_trait]
pub trait StartupMessage: Send + Sync {
    /// The text. It is never logged, because it may hold a secret.
    async fn at_start(&self, cx: &Cx) -> Result<Option<String>, Error>;

    /// The command that prints the text, for a log that others may read; `None` without a text.
    async fn in_log(&self, cx: &Cx) -> Result<Option<&'static str>, Error>;
}

impl Extension {
    /// Adds the message for the operator who starts the server.
    #[must_use]
    pub fn with_startup_message(mut self, message: impl StartupMessage + 'static) -> Extension {
        self.implementations.set::<dyn StartupMessage>(Arc::new(message));
        self
    }

    /// The message for the operator who starts the server.
    pub fn startup_message(&self) -> Option<&dyn StartupMessage> {
        self.implementations.only::<dyn StartupMessage>().map(|message| &**message)
    }
}
