//! At most one message of a node is unconfirmed towards services that know none again.
//!
//! SMTP, Telegram, Slack and Discord's webhooks take a message that is sent again for a new one. A node that dies between
//! their yes and our commit leaves behind what has to be sent again, so it has one such message under way, whatever the
//! service: a death repeats one at most.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// How long a message waits for one whose service is slow to answer: none may hold up another. With as many lanes as
/// there are, nobody waits for so long that the lease of what is to be sent ends.
const PATIENCE: Duration = Duration::from_secs(1);

/// Whose turn it is on this node.
#[derive(Debug, Clone)]
pub struct Unconfirmed(Arc<Semaphore>);

/// The turn, until what was sent is noted; nobody's if the wait for it was too long.
#[derive(Debug)]
pub struct Turn {
    _permit: Option<OwnedSemaphorePermit>,
}

impl Default for Unconfirmed {
    fn default() -> Unconfirmed {
        Unconfirmed(Arc::new(Semaphore::new(1)))
    }
}

impl Unconfirmed {
    /// Waits, in the order of asking, until nothing else is unconfirmed, or long enough.
    pub async fn turn(&self) -> Turn {
        let permit = timeout(PATIENCE, self.0.clone().acquire_owned()).await;
        // It is never closed.
        Turn { _permit: permit.ok().and_then(Result::ok) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(1);

    #[tokio::test(start_paused = true)]
    async fn the_next_waits_until_what_was_sent_is_noted_but_not_for_a_slow_service() {
        let unconfirmed = Unconfirmed::default();
        let noted = unconfirmed.turn().await;
        assert!(timeout(SOON, unconfirmed.turn()).await.is_err(), "one at a time");
        drop(noted);
        let slow = timeout(SOON, unconfirmed.turn()).await.expect("the turn after it");
        assert!(timeout(SOON, unconfirmed.turn()).await.is_err());
        assert!(
            timeout(2 * PATIENCE, unconfirmed.turn()).await.is_ok(),
            "the others waited enough"
        );
        drop(slow);
    }
}
