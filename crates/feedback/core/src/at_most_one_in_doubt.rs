//! At most one send per node may be in doubt at services without idempotency keys.
//!
//! SMTP, Telegram, Slack and Discord's webhooks cannot recognise a repeated message. If a node dies
//! between their answer and its commit, the message is sent again. Each node therefore has one such
//! message in flight, whatever the service, so a crash repeats one message at most.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long a message waits for a slow service before it is sent without a permit, so that one service cannot block
/// another. Short enough that the lease of a waiting message does not expire, even with all lanes in use.
const PATIENCE: Duration = Duration::from_secs(1);

/// The limit of one node. Clones share it.
#[derive(Debug, Clone)]
pub struct InDoubt(Arc<Semaphore>);

/// Held until the outcome of a send is recorded; empty if the wait took too long.
#[derive(Debug)]
pub struct SendPermit {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for InDoubt {
    fn default() -> InDoubt {
        InDoubt(Arc::new(Semaphore::new(1)))
    }
}

impl InDoubt {
    /// Waits in order of arrival until no other send is in doubt, or for [`PATIENCE`].
    pub async fn permit(&self) -> SendPermit {
        let permit = timeout(PATIENCE, self.0.clone().acquire_owned()).await;
        // It is never closed.
        SendPermit { _permit: permit.ok().and_then(Result::ok) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn the_next_send_waits_for_the_outcome_of_the_last_but_not_for_a_slow_service() {
        let in_doubt = InDoubt::default();
        let noted = in_doubt.permit().await;
        assert!(timeout(SOON, in_doubt.permit()).await.is_err(), "one at a time");
        drop(noted);
        let slow = timeout(SOON, in_doubt.permit()).await.expect("the permit after it");
        assert!(timeout(SOON, in_doubt.permit()).await.is_err());
        assert!(timeout(2 * PATIENCE, in_doubt.permit()).await.is_ok(), "the others waited enough");
        drop(slow);
    }
}
