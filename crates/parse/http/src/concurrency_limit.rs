//! Concurrency limit: so many requests at once, a few that wait, and the rest is rejected at once.

use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Semaphore, SemaphorePermit};

use crate::shedding::Priority;

/// The concurrency limit of requests.
#[derive(Debug)]
pub struct ConcurrencyLimit {
    places: Semaphore,
    in_all: usize,
    waiting: AtomicUsize,
    most_waiting: usize,
}

impl ConcurrencyLimit {
    /// For so many at once, with so many waiting.
    pub fn new(places: usize, most_waiting: usize) -> ConcurrencyLimit {
        let in_all = places.min(Semaphore::MAX_PERMITS);
        let places = Semaphore::new(in_all);
        ConcurrencyLimit { places, in_all, waiting: AtomicUsize::new(0), most_waiting }
    }

    /// A permit for what may fill the server only in part; `None` if that part is taken.
    pub(crate) async fn enter_as(&self, priority: Priority) -> Option<SemaphorePermit<'_>> {
        let taken = self.in_all.saturating_sub(self.places.available_permits());
        if priority < Priority::Kept && taken >= priority.share_of(self.in_all) {
            return None;
        }
        self.enter().await
    }

    /// A permit, at once or after waiting; `None` if too many wait already.
    pub(crate) async fn enter(&self) -> Option<SemaphorePermit<'_>> {
        if let Ok(place) = self.places.try_acquire() {
            return Some(place);
        }
        let waiting = Waiting(&self.waiting);
        if self.waiting.fetch_add(1, Ordering::AcqRel) >= self.most_waiting {
            return None;
        }
        let place = self.places.acquire().await.ok();
        drop(waiting);
        place
    }
}

/// A waiting request, counted until it is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[tokio::test]
    async fn what_can_be_done_without_is_turned_away_while_there_is_room_for_the_rest() {
        let limit = ConcurrencyLimit::new(10, 1);
        let mut inside = Vec::new();
        for _ in 0..5 {
            inside.push(limit.enter_as(Priority::Live).await.unwrap());
        }
        assert!(limit.enter_as(Priority::Live).await.is_none());
        inside.push(limit.enter_as(Priority::Plot).await.unwrap());
        assert!(limit.enter_as(Priority::Plot).await.is_none());
        for _ in 0..3 {
            inside.push(limit.enter_as(Priority::List).await.unwrap());
        }
        assert!(limit.enter_as(Priority::List).await.is_none());
        inside.push(limit.enter_as(Priority::Kept).await.unwrap());
        assert!(limit.enter_as(Priority::Kept).now_or_never().is_none(), "it waits");
    }

    #[tokio::test]
    async fn a_few_wait_and_the_rest_is_turned_away() {
        let concurrency_limit = ConcurrencyLimit::new(1, 1);
        let inside = concurrency_limit.enter().await.unwrap();
        let mut waiting = std::pin::pin!(concurrency_limit.enter());
        assert!((&mut waiting).now_or_never().is_none());
        assert!(concurrency_limit.enter().await.is_none());
        drop(inside);
        assert!(waiting.await.is_some());
        assert!(concurrency_limit.enter().await.is_some());
        assert_eq!(concurrency_limit.waiting.load(Ordering::Acquire), 0);
    }
}
