//! Chores: work that comes round again and again, whether anybody calls or not.
//!
//! Every node goes its rounds; of one chore only one node is at work at a time.

use std::sync::Arc;

use async_trait::async_trait;

use crate::caller::Caller;
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;

/// Work that comes round again and again.
///
/// It finds out by itself what is due: a round may come late, and one that was broken off is made
/// up for by the next.
#[async_trait]
pub trait Chore: Send + Sync {
    /// Does what is due.
    async fn run(&self, cx: &Cx) -> Result<(), Error>;

    /// How often it comes round.
    fn pace(&self) -> Pace {
        Pace::Minute
    }
}

impl Extension {
    /// Adds work that comes round again and again.
    #[must_use]
    pub fn with_chore(mut self, name: &str, chore: impl Chore + 'static) -> Extension {
        self.implementations.insert::<dyn Chore>(name, Arc::new(chore));
        self
    }

    /// The chores with their names.
    pub fn chores(&self) -> impl Iterator<Item = (&str, &dyn Chore)> {
        self.implementations.all::<dyn Chore>().map(|(name, chore)| (name, &**chore))
    }
}

/// How often a chore comes round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Every second: for what people wait to see, and what is quickly done.
    Second,
    /// Every minute.
    Minute,
}

/// Does every chore once, except those that another node is at.
pub async fn round(engine: &Engine) {
    for pace in [Pace::Second, Pace::Minute] {
        round_at(engine, pace).await;
    }
}

/// Does every chore of a pace once, except those that another node is at.
pub async fn round_at(engine: &Engine, pace: Pace) {
    let chores = engine.extension().chores();
    for (name, chore) in chores.filter(|(_, chore)| chore.pace() == pace) {
        if let Err(error) = one(engine, name, chore).await {
            tracing::error!(chore = name, error = %error, "a chore failed; the next round tries again");
        }
    }
}

/// The lock is held by a transaction of its own, open as long as the chore runs: when the node dies,
/// the database takes the lock back. Its connection is not one of those that the chore works with.
async fn one(engine: &Engine, name: &str, chore: &dyn Chore) -> Result<(), Error> {
    let lock = engine.store().begin_task_lock();
    let outcome = match parse_store::chore::claim_chore(&lock, name).await {
        Ok(true) => chore.run(&engine.cx(Caller::master())).await,
        Ok(false) => Ok(()),
        Err(error) => Err(error).while_doing("locking a chore"),
    };
    lock.rollback().await.while_doing("unlocking a chore")?;
    outcome
}
