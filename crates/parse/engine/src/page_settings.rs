//! Settings for the web page that is served beside the application.

use std::sync::Arc;

use async_trait::async_trait;
use parse_model::JsonMap;

use crate::cx::Cx;
use crate::error::Error;
use crate::extension::Extension;

/// Settings for the web page before its first request.
///
/// They are public, so they must not include secrets. They are read at most once a second. After an
/// `Err` the page keeps the previous ones.
#[async_trait]
pub trait PageSettings: Send + Sync {
    /// The settings, by name. The request has no caller.
    async fn page_settings(&self, cx: &Cx) -> Result<JsonMap, Error>;
}

impl Extension {
    /// Adds settings to the web page. There is at most one source.
    #[must_use]
    pub fn with_page_settings(mut self, source: impl PageSettings + 'static) -> Extension {
        self.implementations.set::<dyn PageSettings>(Arc::new(source));
        self
    }

    /// The settings of the web page, if there are any.
    pub fn page_settings(&self) -> Option<&dyn PageSettings> {
        self.implementations.only::<dyn PageSettings>().map(|source| &**source)
    }
}
