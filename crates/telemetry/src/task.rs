//! Tasks with names, and waiting for those that must not be cut short.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::runtime::Handle;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::in_current_request;

/// Runs a future as a task of its own. Returns `None` after a panic, which is logged.
pub fn spawn<T, F>(name: &'static str, future: F) -> JoinHandle<Option<T>>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let watched = async move {
        let end = AssertUnwindSafe(future).catch_unwind().await;
        if end.is_err() {
            tracing::error!(task = name, "task panicked");
        }
        end.ok()
    };
    #[expect(clippy::disallowed_methods, reason = "the one place that names tasks")]
    tokio::spawn(in_current_request(watched))
}

/// Work that is finished once it has begun, whatever becomes of the waiting task.
///
/// It runs in the task that waits for it. Only if that task is cancelled, the rest gets a task of
/// its own. Clients rarely hang up on a write, so a task for each would be created, queued and
/// woken for nothing.
#[must_use = "nothing is done until it is waited for"]
pub struct Unstoppable<T: Send + 'static> {
    name: &'static str,
    /// What is left to do; nothing while it runs and once it is done.
    work: Option<BoxFuture<'static, T>>,
    has_begun: bool,
}

/// Lets work finish once it has begun. What it panics with reaches the waiting task.
pub fn unstoppable<T: Send + 'static>(
    name: &'static str,
    work: impl Future<Output = T> + Send + 'static,
) -> Unstoppable<T> {
    Unstoppable { name, work: Some(Box::pin(work)), has_begun: false }
}

impl<T: Send + 'static> Future for Unstoppable<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        // Taken out, so that work which panics is not polled again.
        let Some(mut work) = self.work.take() else { return Poll::Pending };
        self.has_begun = true;
        let polled = work.as_mut().poll(cx);
        if polled.is_pending() {
            self.work = Some(work);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for Unstoppable<T> {
    fn drop(&mut self) {
        let rest = self.work.take().filter(|_| self.has_begun);
        if let Some(rest) = rest
            && Handle::try_current().is_ok()
        {
            drop(spawn(self.name, rest));
        }
    }
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
    use tokio::sync::oneshot;

    #[tokio::test]
    async fn a_task_that_panics_gives_nothing_and_harms_nobody() {
        let broken = spawn("broken", async { panic!("as asked") }).await.unwrap();
        assert_eq!(broken, None::<()>);
        assert_eq!(spawn("whole", async { 7 }).await.unwrap(), Some(7));
    }

    #[tokio::test]
    async fn work_that_has_begun_is_finished_when_the_waiting_task_is_given_up() {
        let (go, is_let) = oneshot::channel();
        let (done, is_done) = oneshot::channel();
        let mut work = unstoppable("write", async move {
            let number = is_let.await.unwrap_or(0);
            let _ = done.send(number);
        });
        assert!((&mut work).now_or_never().is_none());
        drop(work);
        go.send(7).unwrap();
        assert_eq!(is_done.await, Ok(7));
    }

    #[tokio::test]
    async fn work_that_has_not_begun_never_begins() {
        let (done, is_done) = oneshot::channel();
        drop(unstoppable("write", async move { done.send(()) }));
        assert!(is_done.await.is_err());
    }

    #[tokio::test]
    async fn work_that_panics_tells_the_waiting_task_and_is_not_begun_again() {
        let work = AssertUnwindSafe(unstoppable("write", async { panic!("as asked") }));
        assert!(work.catch_unwind().await.is_err());
        assert_eq!(unstoppable("write", async { 7 }).await, 7);
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
