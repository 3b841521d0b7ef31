//! Work that goes on beside requests for as long as the server runs: each piece is a task of its
//! own, which is restarted after a panic.
//!
//! A piece that panics ends no other. One that keeps panicking is restarted less and less often, and
//! the server is not ready while one does for longer than [`DOWN_AFTER`].

use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use tokio::task::JoinHandle;
use tokio::time::Instant;

use crate::task;

/// How long to wait before the first restart; twice as long before each that follows soon …
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// … up to this.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// How long work must have gone on to count as recovered.
const STEADY_AFTER: Duration = Duration::from_secs(30);
/// How long work may fail to recover before the server is not ready.
const DOWN_AFTER: Duration = Duration::from_secs(60);

/// The pieces of work of a server, by name.
#[derive(Debug, Default)]
pub struct Supervision(Mutex<BTreeMap<String, Arc<Worker>>>);

/// How a piece of work does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WorkerState {
    /// Whether it runs now, and does not wait to be restarted.
    pub is_up: bool,
    /// How often it was restarted.
    pub restarts: u64,
    /// Whether it has panicked again and again for a while.
    pub is_down: bool,
}

#[derive(Debug)]
struct Worker {
    restarts: AtomicU64,
    course: Mutex<Course>,
}

/// How it went so far.
#[derive(Debug)]
struct Course {
    /// Since when it runs; nothing while it waits to be restarted.
    runs_since: Option<Instant>,
    /// When it panicked first, without having recovered since.
    failing_since: Option<Instant>,
    pause: Duration,
}

impl Course {
    fn begin(now: Instant) -> Course {
        Course { runs_since: Some(now), failing_since: None, pause: FIRST_PAUSE }
    }

    fn has_recovered(&self, now: Instant) -> bool {
        self.runs_since.is_some_and(|since| now.duration_since(since) >= STEADY_AFTER)
    }

    /// Notes a panic, and gives the time until the restart.
    fn panicked(&mut self, now: Instant) -> Duration {
        if self.has_recovered(now) {
            *self = Course::begin(now);
        }
        self.runs_since = None;
        self.failing_since.get_or_insert(now);
        let pause = self.pause;
        self.pause = (2 * pause).min(LONGEST_PAUSE);
        pause
    }

    fn is_down(&self, now: Instant) -> bool {
        !self.has_recovered(now)
            && self.failing_since.is_some_and(|since| now.duration_since(since) >= DOWN_AFTER)
    }
}

impl Worker {
    fn course<T>(&self, look: impl FnOnce(&mut Course, Instant) -> T) -> T {
        look(&mut self.course.lock().unwrap_or_else(PoisonError::into_inner), Instant::now())
    }
}

impl Supervision {
    /// Runs work that never ends by itself, and again whenever it has panicked, until the handle is
    /// aborted.
    pub fn keep_running<F>(
        &self,
        name: &str,
        begin: impl Fn() -> F + Send + Sync + 'static,
    ) -> JoinHandle<Option<()>>
    where
        F: Future<Output = ()> + Send + 'static,
    {
        let course = Mutex::new(Course::begin(Instant::now()));
        let worker = Arc::new(Worker { restarts: AtomicU64::new(0), course });
        self.all().insert(name.to_owned(), Arc::clone(&worker));
        let name = name.to_owned();
        task::spawn("worker", async move {
            loop {
                let run = AssertUnwindSafe(async { begin().await }).catch_unwind();
                if run.await.is_ok() {
                    return;
                }
                let pause = worker.course(Course::panicked);
                tracing::error!(
                    worker = name,
                    seconds = pause.as_secs(),
                    "worker panicked, restarting"
                );
                tokio::time::sleep(pause).await;
                worker.restarts.fetch_add(1, Ordering::Relaxed);
                worker.course(|course, now| course.runs_since = Some(now));
            }
        })
    }

    /// How all of them do.
    pub fn states(&self) -> Vec<(String, WorkerState)> {
        let state = |worker: &Worker| {
            worker.course(|course, now| WorkerState {
                is_up: course.runs_since.is_some(),
                restarts: worker.restarts.load(Ordering::Relaxed),
                is_down: course.is_down(now),
            })
        };
        self.all().iter().map(|(name, worker)| (name.clone(), state(worker))).collect()
    }

    /// Whether one of them has panicked again and again for a while.
    pub fn is_any_down(&self) -> bool {
        self.states().iter().any(|(_, state)| state.is_down)
    }

    fn all(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Arc<Worker>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use super::*;

    /// Work that panics whenever it has run for so long.
    fn panics_after(supervision: &Supervision, run: Duration) -> JoinHandle<Option<()>> {
        supervision.keep_running("broken", move || async move {
            tokio::time::sleep(run).await;
            panic!("as asked");
        })
    }

    fn state(supervision: &Supervision, name: &str) -> WorkerState {
        supervision.states().into_iter().find(|(known, _)| known == name).unwrap().1
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_keeps_panicking_is_restarted_ever_less_often_and_the_server_is_not_ready() {
        let supervision = Supervision::default();
        let broken = panics_after(&supervision, Duration::ZERO);
        let whole = supervision.keep_running("whole", pending);
        tokio::time::sleep(Duration::from_secs(59)).await;
        // After 1, 3, 7, 15 and 31 seconds.
        assert_eq!(
            state(&supervision, "broken"),
            WorkerState { is_up: false, restarts: 5, is_down: false }
        );
        assert!(!supervision.is_any_down());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(supervision.is_any_down());
        let fine = WorkerState { is_up: true, restarts: 0, is_down: false };
        assert_eq!(state(&supervision, "whole"), fine, "no other is touched");
        broken.abort();
        whole.abort();
    }

    #[tokio::test(start_paused = true)]
    async fn work_that_panics_seldom_is_restarted_at_once_and_never_counts_as_down() {
        let supervision = Supervision::default();
        let broken = panics_after(&supervision, Duration::from_secs(40));
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_secs(10)).await;
            assert!(!supervision.is_any_down());
        }
        assert_eq!(state(&supervision, "broken").restarts, 24, "one in 41 seconds");
        broken.abort();
    }
}
