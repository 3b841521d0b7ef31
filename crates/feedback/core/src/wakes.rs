//! Wakes the workers of this node when their queue has work.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use feedback_model::notification::ChannelName;
use tokio::sync::{Notify, watch};

/// A queue with workers on this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// Events to be consumed.
    Events,
    /// Notifications for many users.
    FanOut,
    /// Messages of one channel.
    Channel(ChannelName),
    /// Evidence to be looked up.
    Evidence,
    /// Failures on chains to be explained.
    Failures,
    /// Steps of missions to be checked.
    Missions,
    /// Webhook deliveries.
    Webhooks,
    /// Work for trackers.
    Trackers,
    /// Changed totals, for live subscribers.
    LiveTotals,
}

/// The wake-up of one queue.
#[derive(Debug, Default)]
struct WakeSignal {
    one: Notify,
    all: watch::Sender<u64>,
}

/// Wake-ups by queue.
#[derive(Debug, Default)]
pub struct Wakes(Mutex<HashMap<Queue, Arc<WakeSignal>>>);

impl Wakes {
    /// Wakes a queue. To be called after the commit.
    pub fn wake(&self, queue: Queue) {
        let wake = self.of(queue);
        wake.one.notify_one();
        wake.all.send_modify(|count| *count = count.wrapping_add(1));
    }

    /// Waits until a queue is woken. A wake resumes one waiter. Without a waiter it is kept for the
    /// next.
    pub async fn woken(&self, queue: Queue) {
        self.of(queue).one.notified().await;
    }

    /// Changes whenever the queue is woken, for all subscribers.
    pub fn subscribe(&self, queue: Queue) -> watch::Receiver<u64> {
        self.of(queue).all.subscribe()
    }

    fn of(&self, queue: Queue) -> Arc<WakeSignal> {
        let mut wakes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(wakes.entry(queue).or_default())
    }
}
