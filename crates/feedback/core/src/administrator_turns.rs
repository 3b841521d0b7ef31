//! Commands of administrators take turns, a few at a time on each node.
//!
//! Every one of them ends at the head of the record, and most at the head of a ledger, where they
//! pass one after the other. More at a time would not be done sooner: they would wait there, each
//! with a connection of its own. The first uses of a connection are slow, because PostgreSQL loads
//! and plans everything anew on it, and a slow one that holds a head makes more wait, for which
//! more connections are opened. A command that waits here holds nothing.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many run at a time: one at the heads, and those that read and lock what they are about.
const AT_ONCE: usize = 4;

/// The turns of one node. Clones share them.
#[derive(Debug, Clone)]
pub struct AdministratorTurns(Arc<Semaphore>);

/// A turn, until it is dropped.
#[derive(Debug)]
pub struct Turn {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for AdministratorTurns {
    fn default() -> AdministratorTurns {
        AdministratorTurns(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl AdministratorTurns {
    /// Waits until a command may begin. A command that has a turn must not wait for another.
    pub async fn take(&self) -> Turn {
        Turn { _permit: Arc::clone(&self.0).acquire_owned().await.ok() }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::{AT_ONCE, AdministratorTurns};

    #[tokio::test]
    async fn a_few_run_at_a_time_and_the_next_when_one_has_ended() {
        let turns = AdministratorTurns::default();
        let mut taken = Vec::new();
        for _ in 0..AT_ONCE {
            taken.push(turns.take().await);
        }
        let mut next = std::pin::pin!(turns.take());
        assert!((&mut next).now_or_never().is_none());
        taken.pop();
        assert!(next.now_or_never().is_some());
    }
}
