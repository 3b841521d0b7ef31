//! Live changes: committed changes to objects of live classes, for live queries.
//!
//! The source of truth is the change log, which the database writes in the transaction of every
//! change. A node follows it while it has subscribers. Wake-ups only reduce the delay: they are
//! sent after the commit, carry no data, and may be lost, because the log is polled too.

mod follow;
mod publish;
mod wake;

use std::time::Duration;

use parse_store::{Invalidation, change_log};
use tokio::sync::broadcast;

use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

pub use follow::{ChangeFollower, Followed, LiveChange};
pub use parse_store::LiveClasses;
pub use publish::ParseServerChannel;
pub use wake::{ChangeChannel, Untold};

/// How often the log is trimmed while a class is live.
const TRIM_EVERY: Duration = Duration::from_secs(5);
/// The same while no class is live, for old rows.
const TRIM_SELDOM: Duration = Duration::from_mins(10);
/// Seconds for which changes are kept for slow nodes, and for which a silent node still counts.
const KEPT: i64 = 600;

/// Adjusts the triggers to the live classes. A trigger that cannot be set at once, because the
/// table is locked, is set later by [`Engine::keep_change_log`].
pub(crate) async fn prepare(engine: &Engine) -> Result<(), Error> {
    let db = engine.store().db();
    if change_log::settle(&db).await.while_doing("settling the change log")? {
        tracing::warn!("change log emptied, database restored or switched over");
    }
    if let Err(error) = change_log::attach(&db, engine.live_classes()).await {
        tracing::warn!(%error, "change log trigger not set, will retry");
    }
    Ok(())
}

impl Engine {
    /// The classes with live queries.
    pub fn live_classes(&self) -> &LiveClasses {
        &self.live().classes
    }

    /// The invalidations that were applied here, for caches of sessions, roles and classes. A
    /// receiver that falls behind must drop its whole cache.
    pub fn invalidations(&self) -> broadcast::Receiver<Invalidation> {
        self.live().applied.subscribe()
    }

    /// Trims the log and sets missing triggers, for ever. One task of the server runs this.
    pub async fn keep_change_log(&self) {
        let is_live = !self.live_classes().is_empty();
        loop {
            tokio::time::sleep(if is_live { TRIM_EVERY } else { TRIM_SELDOM }).await;
            if let Err(error) = self.tidy_change_log().await {
                tracing::warn!(%error, "change log not trimmed, will retry");
            }
        }
    }

    /// Sets missing triggers, and deletes changes that all nodes have read.
    pub async fn tidy_change_log(&self) -> Result<(), Error> {
        prepare(self).await?;
        let db = self.store().db();
        while change_log::trim(&db, KEPT).await.while_doing("trimming the change log")? {}
        Ok(())
    }
}
