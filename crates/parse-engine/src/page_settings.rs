//! What an application tells the web page that is served beside it.

use async_trait::async_trait;
use parse_model::JsonMap;

use crate::cx::Cx;
use crate::error::Error;

/// What an application tells the web page before it makes its first request.
///
/// Everybody can read it, so it holds nothing that is not for everybody. It is asked once a second
/// at most, and an `Err` leaves the page with what was told before.
#[async_trait]
pub trait PageSettings: Send + Sync {
    /// The settings, by name. The request is nobody's.
    async fn page_settings(&self, cx: &Cx) -> Result<JsonMap, Error>;
}
