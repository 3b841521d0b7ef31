//! Starting the engine, and following what other nodes tell it.

use std::sync::Arc;

use parse_model::ClassName;
use parse_store::{Invalidation, Store};

use crate::clock::Clock;
use crate::engine::Engine;
use crate::error::Error;
use crate::extension::Extension;
use crate::settings::Settings;
use crate::system_class::SystemClasses;
use crate::{auth_data, hook, installation, live, own_classes, role, session, user};

/// The classes of the protocol.
fn system_classes() -> SystemClasses {
    SystemClasses::default()
        .with(ClassName::user(), user::UserClass)
        .with(ClassName::session(), session::SessionClass)
        .with(ClassName::role(), role::RoleClass)
        .with(ClassName::installation(), installation::InstallationClass)
}

impl Engine {
    /// Joins a database, what an application registers, and what the operator decided.
    pub async fn start(
        store: Store,
        extension: Extension,
        settings: Settings,
        clock: Arc<dyn Clock>,
    ) -> Result<Engine, Error> {
        let engine = Engine::new(store, extension, settings, clock, system_classes());
        // Boxed, because it is done once and would make the future of every start larger.
        engine.store().set_live_classes(engine.live_classes().clone());
        Box::pin(own_classes::prepare(&engine)).await?;
        Box::pin(live::prepare(&engine)).await?;
        auth_data::prepare(&engine).await;
        hook::reload(&engine).await?;
        Ok(engine)
    }

    /// Applies the invalidations of other nodes, for ever. One task of the server runs this.
    ///
    /// However many invalidations have come, the schema and the webhooks are read once for all of
    /// them.
    pub async fn listen_for_invalidations(&self) {
        loop {
            let invalidations = self.store().next_invalidations().await;
            for invalidation in &invalidations {
                self.invalidate(invalidation);
            }
            let is_told = |what: Invalidation| {
                invalidations.iter().any(|invalidation| {
                    *invalidation == what || *invalidation == Invalidation::Everything
                })
            };
            if is_told(Invalidation::Schema)
                && let Err(error) = self.store().reload_schema().await
            {
                tracing::error!(%error, "schema reload failed");
            }
            if is_told(Invalidation::Hooks)
                && let Err(error) = hook::reload(self).await
            {
                tracing::error!(%error, "webhook reload failed");
            }
            for invalidation in invalidations {
                self.live().applied(invalidation);
            }
        }
    }
}
