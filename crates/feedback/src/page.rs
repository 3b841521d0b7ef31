//! What the web page is told before it asks anything.

use async_trait::async_trait;
use parse_engine::page_settings::PageSettings;
use parse_engine::{Cx, Error};
use parse_model::JsonMap;

use crate::administrator;
use crate::product_state::ProductState;
use crate::setting::{AccessMode, Chosen};

/// Names, and whether there is a way in for strangers.
pub(crate) struct Page {
    pub(crate) settings: ProductState,
}

#[async_trait]
impl PageSettings for Page {
    async fn page_settings(&self, cx: &Cx) -> Result<JsonMap, Error> {
        let chosen = Chosen::read(cx.db(), self.settings.access()).await?;
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
