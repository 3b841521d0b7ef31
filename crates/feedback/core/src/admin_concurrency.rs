//! Limits how many commands of administrators run at the same time on each node.
//!
//! Each of them locks the head of the audit log at its end, and most lock the head of a ledger, so
//! they are serialized there. More at a time would not finish sooner: they would wait at a head,
//! each with its own connection. The first statements on a new connection are slow, because
//! PostgreSQL has nothing cached on it; a slow command that holds a head makes more commands wait,
//! for which more connections are opened. A command that waits here holds no locks.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One command at the heads, and three that read and lock their own rows.
const AT_ONCE: usize = 4;

/// The limit of one node. Clones share it.
#[derive(Debug, Clone)]
pub struct AdminConcurrency(Arc<Semaphore>);

/// Allows one command to run, until dropped.
#[derive(Debug)]
pub struct CommandPermit {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for AdminConcurrency {
    fn default() -> AdminConcurrency {
        AdminConcurrency(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl AdminConcurrency {
    /// Waits until a command may begin. A command that holds a permit must not wait for another.
    pub async fn permit(&self) -> CommandPermit {
        CommandPermit { _permit: Arc::clone(&self.0).acquire_owned().await.ok() }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::{AT_ONCE, AdminConcurrency};

    #[tokio::test]
    async fn a_few_run_at_a_time_and_the_next_when_one_has_ended() {
        let limit = AdminConcurrency::default();
        let mut taken = Vec::new();
        for _ in 0..AT_ONCE {
            taken.push(limit.permit().await);
        }
        let mut next = std::pin::pin!(limit.permit());
        assert!((&mut next).now_or_never().is_none());
        taken.pop();
        assert!(next.now_or_never().is_some());
    }
}
