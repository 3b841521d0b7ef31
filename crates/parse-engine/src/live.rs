//! Live changes: what was committed to the objects of live classes, for whoever tells subscribers.
//!
//! The truth is the change log, which the database writes in the transaction of every change. A
//! node follows it while it has somebody to tell. Waking only makes that quicker: it happens after
//! the commit, says nothing, may be lost, and polling makes up for it.

mod follow;
mod publish;
mod wake;

use std::time::Duration;

use parse_store::{Invalidation, change_log};
use tokio::sync::{Notify, broadcast, watch};

use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;
use crate::id::random_text;
use crate::settings::Settings;

pub use follow::{ChangeFollower, Followed, LiveChange};
pub use parse_store::LiveClasses;
pub use publish::ParseServerChannel;
pub use wake::{ChangeChannel, Untold};

/// How many invalidations wait for whoever keeps something; who is further behind drops everything.
const INVALIDATIONS: usize = 1024;
/// How many users who wrote a role wait to be told of.
const ROLE_WRITERS: usize = 64;
/// How often the log is trimmed while a class is live.
const TRIM_EVERY: Duration = Duration::from_secs(5);
/// The same while none is, for what was left in it.
const TRIM_SELDOM: Duration = Duration::from_mins(10);
/// How many seconds changes are kept for nodes that have not seen them, and a node that has not
/// been seen still counts.
const KEPT: i64 = 600;

/// What a node knows of live changes.
#[derive(Debug)]
pub(crate) struct Live {
    classes: LiveClasses,
    /// The name of this run of this node.
    node: String,
    /// Counts wakes.
    woken: watch::Sender<u64>,
    /// Other nodes are to be told.
    to_tell: Notify,
    applied: broadcast::Sender<Invalidation>,
    /// Users who have written a role, for Parse Servers to hear of.
    role_writers: broadcast::Sender<String>,
}

impl Live {
    pub(crate) fn new(settings: &Settings, extension: &Extension) -> Live {
        let classes = extension.live_classes().iter().cloned();
        Live {
            classes: classes.fold(settings.live_classes.clone(), LiveClasses::with),
            node: random_text(20),
            woken: watch::Sender::new(0),
            to_tell: Notify::new(),
            applied: broadcast::Sender::new(INVALIDATIONS),
            role_writers: broadcast::Sender::new(ROLE_WRITERS),
        }
    }

    /// A node has told that there are changes. What this one told itself has woken it already.
    pub(crate) fn heard(&self, node: &str) {
        if node != self.node {
            self.wake();
        }
    }

    fn wake(&self) {
        self.woken.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Tells whoever keeps something that an invalidation was applied here.
    pub(crate) fn applied(&self, invalidation: Invalidation) {
        if !matches!(invalidation, Invalidation::Changes(_)) {
            // Nobody needs to listen.
            let _ = self.applied.send(invalidation);
        }
    }
}

/// Brings the log in line with what is live now. A trigger that cannot be set at once, because
/// somebody holds the table, is set later by [`Engine::keep_change_log`].
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
    /// The classes whose changes subscribers are told of.
    pub fn live_classes(&self) -> &LiveClasses {
        &self.live().classes
    }

    /// What was invalidated here, once it is: for whoever keeps what follows from sessions, roles
    /// and classes. A receiver that falls behind must take everything for invalidated.
    pub fn invalidations(&self) -> broadcast::Receiver<Invalidation> {
        self.live().applied.subscribe()
    }

    /// Keeps the log short and complete, for ever. One task of the server runs this.
    pub async fn keep_change_log(&self) {
        let is_live = !self.live_classes().is_empty();
        loop {
            tokio::time::sleep(if is_live { TRIM_EVERY } else { TRIM_SELDOM }).await;
            if let Err(error) = self.tidy_change_log().await {
                tracing::warn!(%error, "change log not trimmed, will retry");
            }
        }
    }

    /// Sets triggers that are missing, and trims what nobody needs any more.
    pub async fn tidy_change_log(&self) -> Result<(), Error> {
        prepare(self).await?;
        let db = self.store().db();
        while change_log::trim(&db, KEPT).await.while_doing("trimming the change log")? {}
        Ok(())
    }
}
