//! Every server checks the endpoints that it uses, and keeps its own results.

use std::time::Duration;

use async_trait::async_trait;
use parse_engine::{Engine, Error, Worker};

use super::NodeRegistry;
use feedback_core::product_state::ProductState;

/// How often endpoints are asked for their newest block. This also restores endpoints that had
/// failed.
const EVERY: Duration = Duration::from_secs(10);

/// Checks endpoints.
pub(super) struct EndpointChecks {
    pub(super) state: ProductState,
}

#[async_trait]
impl Worker for EndpointChecks {
    async fn work(&self, engine: &Engine) {
        loop {
            match self.state.slot::<NodeRegistry>().nodes(&engine.store().db()).await {
                Ok(nodes) => nodes.check().await,
                Err(error) => tracing::warn!(%error, "endpoints were not checked, will retry"),
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Evidence does not depend on it.
    async fn drain(&self, _: &Engine) -> Result<(), Error> {
        Ok(())
    }
}
