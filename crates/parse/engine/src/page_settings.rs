//! Settings and links for the web page that is served beside the application.

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
    /// What the page gets. The request has no caller.
    async fn page_settings(&self, cx: &Cx) -> Result<PageContent, Error>;
}

/// What the application adds to the page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageContent {
    /// Settings, by name.
    pub settings: JsonMap,
    /// Links in its head.
    pub links: Vec<PageLink>,
}

/// A link in the head of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLink {
    /// What it is for.
    pub rel: PageRel,
    /// A path of this server.
    pub href: String,
}

/// The relation of a link to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageRel {
    /// The icon of its tab, instead of the one that was built in.
    Icon,
    /// The icon on a home screen, instead of the one that was built in.
    TouchIcon,
    /// The manifest of the installed app, instead of the one that was built in.
    Manifest,
    /// A further style sheet.
    StyleSheet,
}

impl From<JsonMap> for PageContent {
    fn from(settings: JsonMap) -> PageContent {
        PageContent { settings, links: Vec::new() }
    }
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
