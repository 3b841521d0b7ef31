//! What an application tells the operator who starts the server.

use std::sync::Arc;

use async_trait::async_trait;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// Something to tell the operator who starts the server.
#[async_trait]
pub trait Welcome: Send + Sync {
    /// What to tell, beside the log and not in it: it may hold a secret.
    async fn at_start(&self, cx: &Cx) -> Result<Option<String>, Error>;

    /// The command that tells it, for a log that others may read; nothing where there is nothing to
    /// tell.
    async fn in_log(&self, cx: &Cx) -> Result<Option<&'static str>, Error>;
}

impl Extension {
    /// Adds what is said to the operator who starts the server.
    #[must_use]
    pub fn with_welcome(mut self, welcome: impl Welcome + 'static) -> Extension {
        self.implementations.set::<dyn Welcome>(Arc::new(welcome));
        self
    }

    /// What is said to the operator who starts the server.
    pub fn welcome(&self) -> Option<&dyn Welcome> {
        self.implementations.only::<dyn Welcome>().map(|welcome| &**welcome)
    }
}
