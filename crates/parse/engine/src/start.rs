//! Starts the engine, and applies invalidations of other nodes.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parse_model::ClassName;
use parse_store::{Invalidation, Store};
use tokio::sync::Notify;

use crate::clock::Clock;
use crate::engine::Engine;
use crate::error::Error;
use crate::extension::Extension;
use crate::extension::system_class::SystemClasses;
use crate::settings::Settings;
use crate::{auth_data, builtin_classes, hook, installation, live, role, session, user};

/// The classes of the protocol.
fn system_classes() -> SystemClasses {
    SystemClasses::default()
        .with(ClassName::user(), user::UserClass)
        .with(ClassName::session(), session::SessionClass)
        .with(ClassName::role(), role::RoleClass)
        .with(ClassName::installation(), installation::InstallationClass)
}

impl Engine {
    /// Creates the engine from a database, an extension and settings.
    pub async fn start(
        store: Store,
        extension: Extension,
        settings: Settings,
        clock: Arc<dyn Clock>,
    ) -> Result<Engine, Error> {
        let engine = Engine::new(store, extension, settings, clock, system_classes());
        // Boxed, because it is done once and should not enlarge the future of every start.
        engine.store().set_live_classes(engine.live_classes().clone());
        Box::pin(builtin_classes::prepare(&engine)).await?;
        Box::pin(live::prepare(&engine)).await?;
        auth_data::prepare(&engine).await;
        hook::reload(&engine).await?;
        Ok(engine)
    }

    /// Applies the invalidations of other nodes, for ever. One task of the server runs this.
    ///
    /// However many have arrived, the schema and the webhooks are read once for all of them. That
    /// takes as long as the database does, and an ended session does not wait for it.
    pub async fn listen_for_invalidations(&self) {
        let to_read = ToRead::default();
        let apply = async {
            loop {
                for invalidation in self.store().next_invalidations().await {
                    self.invalidate(&invalidation);
                    match invalidation {
                        Invalidation::Schema | Invalidation::Hooks | Invalidation::Everything => {
                            to_read.add(invalidation);
                        }
                        done => self.live().applied(done),
                    }
                }
            }
        };
        let read = async {
            loop {
                self.read_again(to_read.next().await).await;
            }
        };
        tokio::join!(apply, read);
    }

    /// Reloads what was invalidated.
    async fn read_again(&self, invalidations: HashSet<Invalidation>) {
        let is_told = |what| {
            invalidations.contains(&what) || invalidations.contains(&Invalidation::Everything)
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

/// The pending reloads.
#[derive(Default)]
struct ToRead {
    invalidations: Mutex<HashSet<Invalidation>>,
    is_there: Notify,
}

impl ToRead {
    fn add(&self, invalidation: Invalidation) {
        self.all().insert(invalidation);
        self.is_there.notify_one();
    }

    /// All of it; waits until there is some.
    async fn next(&self) -> HashSet<Invalidation> {
        self.is_there.notified().await;
        std::mem::take(&mut *self.all())
    }

    fn all(&self) -> MutexGuard<'_, HashSet<Invalidation>> {
        self.invalidations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
