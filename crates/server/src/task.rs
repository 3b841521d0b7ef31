//! Tasks with names, and waiting for those that must not be cut short.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::FutureExt;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::telemetry::in_current_request;

/// Runs a future on its own. Its result is nothing if it panicked, which the log is told.
pub fn spawn<T, F>(name: &'static str, future: F) -> JoinHandle<Option<T>>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let watched = async move {
        let end = AssertUnwindSafe(future).catch_unwind().await;
        if end.is_err() {
            tracing::error!(task = name, "a task panicked");
        }
        end.ok()
    };
    #[expect(clippy::disallowed_methods, reason = "the one place that names tasks")]
    tokio::spawn(in_current_request(watched))
}

/// Counts work that has begun and must be let finish.
#[derive(Debug, Default)]
pub struct InFlight {
    count: AtomicUsize,
    is_idle: Notify,
}

impl InFlight {
    /// One more, until the guard is dropped.
    pub fn begin(&self) -> Begun<'_> {
        self.count.fetch_add(1, Ordering::AcqRel);
        Begun(self)
    }

    /// How much there is.
    pub fn count(&self) -> usize {
        self.count.load(Ordering::Acquire)
    }

    /// Waits until there is none.
    pub async fn finished(&self) {
        loop {
            let idle = self.is_idle.notified();
            tokio::pin!(idle);
            // Listening starts before looking, so that an end in between is not missed.
            idle.as_mut().enable();
            if self.count() == 0 {
                return;
            }
            idle.await;
        }
    }
}

/// Work that has begun.
#[derive(Debug)]
pub struct Begun<'a>(&'a InFlight);

impl Drop for Begun<'_> {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.is_idle.notify_waiters();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn a_task_that_panics_gives_nothing_and_harms_nobody() {
        let broken = spawn("broken", async { panic!("as asked") }).await.unwrap();
        assert_eq!(broken, None::<()>);
        assert_eq!(spawn("whole", async { 7 }).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn finished_waits_for_what_has_begun() {
        let in_flight = Arc::new(InFlight::default());
        in_flight.finished().await;
        let begun = in_flight.begin();
        let waiting = in_flight.clone();
        let mut end = spawn("waiting", async move { waiting.finished().await });
        tokio::task::yield_now().await;
        assert!((&mut end).now_or_never().is_none());
        drop(begun);
        end.await.unwrap();
    }
}
