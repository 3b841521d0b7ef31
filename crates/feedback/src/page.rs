//! What the web page is told before it asks anything.

use async_trait::async_trait;
use parse_engine::page_settings::PageSettings;
use parse_engine::{Cx, Error};
use parse_model::JsonMap;

use crate::administrator;
use crate::setting::{AccessMode, Settings};

/// Names, and whether there is a way in for strangers.
pub(crate) struct Page {
    pub(crate) settings: Settings,
}

#[async_trait]
impl PageSettings for Page {
    async fn page_settings(&self, cx: &Cx) -> Result<JsonMap, Error> {
        let chosen = self.settings.read(cx.db()).await?;
        let access = chosen.access();
        let told = [
            ("product", chosen.value("product.name")),
            ("shortName", chosen.value("product.shortName")),
            ("access", access.name().into()),
            ("signUp", (access == AccessMode::Open).into()),
            ("setupNeeded", (!administrator::exists(cx).await?).into()),
        ];
        Ok(told.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }
}
