//! What an application tells the web page that is served beside it.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::JsonMap;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// What an application tells the web page before it makes its first request.
///
/// Everybody can read it, so it holds nothing that is not for everybody. It is asked once a second
/// at most, and an `Err` leaves the page with what was told before.
#[async_trait]
pub trait PageSettings: Send + Sync {
    /// The settings, by name. The request is nobody's.
    async fn page_settings(&self, cx: &Cx) -> Result<JsonMap, Error>;
}

impl Extension {
    /// Adds what the web page is told. There is at most one source of it.
    #[must_use]
    pub fn with_page_settings(mut self, source: impl PageSettings + 'static) -> Extension {
        self.implementations.set::<dyn PageSettings>(Arc::new(source));
        self
    }

    /// What the web page is told, if it is told anything.
    pub fn page_settings(&self) -> Option<&dyn PageSettings> {
        self.implementations.only::<dyn PageSettings>().map(|source| &**source)
    }
}
