//! Waking the workers of this node when there is something in their queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use feedback_model::notification::ChannelName;
use tokio::sync::{Notify, watch};

/// A queue that a worker of this node takes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Events to be consumed.
    Events,
    /// Notifications for many people.
    FanOut,
    /// What a channel has to send.
    Channel(ChannelName),
    /// Evidence to be looked up.
    Evidence,
    /// Steps of missions to be checked.
    Missions,
    /// Calls of webhooks.
    Webhooks,
    /// Work at trackers.
    Trackers,
    /// Totals that have changed, for those who follow them live.
    LiveTotals,
}

/// What waits for one queue.
#[derive(Debug, Default)]
struct WakeSignal {
    one: Notify,
    all: watch::Sender<u64>,
}

/// Those who wait, by queue.
#[derive(Debug, Default)]
pub struct Wakes(Mutex<HashMap<Queue, Arc<WakeSignal>>>);

impl Wakes {
    /// Says that there is something in a queue. To be called after the commit.
    pub fn wake(&self, queue: Queue) {
        let wake = self.of(queue);
        wake.one.notify_one();
        wake.all.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Waits until there is something in a queue. A wake resumes one waiter; without a waiter it is
    /// kept for the next.
    pub async fn woken(&self, queue: Queue) {
        self.of(queue).one.notified().await;
    }

    /// Changes whenever there is something in a queue, for all who subscribe.
    pub fn subscribe(&self, queue: Queue) -> watch::Receiver<u64> {
        self.of(queue).all.subscribe()
    }

    fn of(&self, queue: Queue) -> Arc<WakeSignal> {
        let mut wakes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(wakes.entry(queue).or_default())
    }
}
