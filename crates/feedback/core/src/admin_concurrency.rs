//! Limits how many administrator commands run at the same time on each node.
//!
//! Each command locks the head of the audit log at its end, and most lock the head of a ledger, so
//! they are serialized there. Running more of them would not finish sooner. Each would hold a
//! connection while it waits, and the first statements on a new connection are slow because
//! PostgreSQL has cached nothing for it. A command that waits here holds no locks.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// One command that holds the heads, and three that read and lock their own rows.
const AT_ONCE: usize = 4;

/// The limit of one node. Clones share it.
#[derive(Debug, Clone)]
pub struct AdminConcurrency(Arc<Semaphore>);

/// Permission for one command to run, until dropped.
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
    /// Waits until a command may start. A command that holds a permit must not wait for another
    /// one.
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
