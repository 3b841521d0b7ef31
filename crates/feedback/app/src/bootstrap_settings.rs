//! Settings that are embedded in the web page.

use async_trait::async_trait;
use parse_engine::page_settings::{PageContent, PageSettings};
use parse_engine::{Cx, Error};

use crate::{brand, policy};
use feedback_core::administrator;
use feedback_core::product_state::ProductState;
use feedback_core::setting::{AccessMode, Settings};

/// Names and the brand, and whether new visitors can create an account.
pub(crate) struct ProductPageSettings {
    pub(crate) state: ProductState,
}

#[async_trait]
impl PageSettings for ProductPageSettings {
    async fn page_settings(&self, cx: &Cx) -> Result<PageContent, Error> {
        let settings = Settings::read(cx.db(), self.state.access()).await?;
        let access = settings.access();
        let mut told = vec![
            ("product", settings.value("product.name")),
            ("shortName", settings.value("product.shortName")),
            ("access", access.name().into()),
            ("signUp", (access == AccessMode::Open).into()),
            ("setupNeeded", (!administrator::exists(cx).await?).into()),
        ];
        told.extend(policy::for_page(cx).await?.map(|pages| ("policies", pages)));
        told.extend(brand::logo(&settings).map(|logo| ("logo", logo.into())));
        let told = told.into_iter().map(|(key, value)| (key.to_owned(), value));
        Ok(PageContent { settings: told.collect(), links: brand::links(&settings) })
    }
}
