//! A cache with a short time to live and single flight, for results that are the same for all
//! users.
//!
//! Most users look at the same few lists and the same page of ranks. A cached answer is used until
//! a command on this node commits a change, another node reports one, or a second has passed. Of
//! concurrent callers, one runs the statement and the others wait for its result.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use moka::sync::Cache;
use parse_engine::Error;
use parse_model::Date;
use tokio::sync::OnceCell;

/// Time to live of an answer, in milliseconds.
const TTL: i64 = 1000;

/// When the memory of an expired entry is freed.
const MEMORY: Duration = Duration::from_secs(3);

/// The answers of the last second, by question.
pub struct ShortTtlCache<T> {
    answers: Cache<Key, Arc<OnceCell<T>>>,
    asked: AtomicU64,
    found: AtomicU64,
}

impl<T> fmt::Debug for ShortTtlCache<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShortTtlCache").finish_non_exhaustive()
    }
}

#[derive(PartialEq, Eq, Hash)]
struct Key {
    question: String,
    generation: u64,
    second: i64,
}

impl<T: Clone + Send + Sync + 'static> ShortTtlCache<T> {
    /// An empty cache for this many answers.
    pub fn with_capacity(capacity: u64) -> ShortTtlCache<T> {
        let answers = Cache::builder()
            .max_capacity(capacity)
            .time_to_live(MEMORY)
            .eviction_policy(EvictionPolicy::lru())
            .build();
        let zero = || AtomicU64::new(0);
        ShortTtlCache { answers, asked: zero(), found: zero() }
    }

    /// The answer to a question, from the cache or from a single run of `find`. After an error the
    /// next caller tries again. Answers of another generation are ignored, including those still
    /// being computed.
    pub async fn answer(
        &self,
        question: &str,
        now: Date,
        generation: u64,
        find: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let key = Key { question: question.to_owned(), generation, second: second(question, now) };
        let answer = self.answers.get_with(key, || Arc::new(OnceCell::new()));
        self.asked.fetch_add(1, Ordering::Relaxed);
        let looked = async {
            self.found.fetch_add(1, Ordering::Relaxed);
            find.await
        };
        answer.get_or_try_init(|| looked).await.cloned()
    }

    /// Numbers of hits and misses.
    pub fn counted(&self) -> (u64, u64) {
        let found = self.found.load(Ordering::Relaxed);
        (self.asked.load(Ordering::Relaxed).saturating_sub(found), found)
    }
}

/// Offsets the seconds of each question, so that not all answers expire at the same time.
fn second(question: &str, now: Date) -> i64 {
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    let offset = i64::try_from(hasher.finish() % TTL.unsigned_abs()).unwrap_or_default();
    (now.millis() + offset).div_euclid(TTL)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::{join, join_all};
    use parse_engine::Error;
    use parse_model::Date;

    use super::ShortTtlCache;

    const NOW: Date = Date::from_millis(1_000_000);

    async fn ask(cache: &ShortTtlCache<i64>, question: &str, now: Date, found: i64) -> i64 {
        cache.answer(question, now, 0, async { Ok(found) }).await.expect("an answer")
    }

    #[tokio::test]
    async fn an_answer_holds_for_a_second_at_most() {
        let cache = ShortTtlCache::with_capacity(10);
        assert_eq!(ask(&cache, "is:open", NOW, 7).await, 7);
        assert_eq!(ask(&cache, "is:open", NOW, 8).await, 7);
        assert_eq!(ask(&cache, "is:new", NOW, 9).await, 9, "another question, another answer");
        assert_eq!(ask(&cache, "is:open", NOW.plus_seconds(1), 10).await, 10);
    }

    #[tokio::test]
    async fn those_who_ask_at_the_same_time_share_one_statement() {
        let (cache, runs) = (ShortTtlCache::with_capacity(10), AtomicUsize::new(0));
        let find = || async {
            tokio::task::yield_now().await;
            runs.fetch_add(1, Ordering::Relaxed);
            Ok(7)
        };
        let asked = (0..20).map(|_| cache.answer("is:open", NOW, 0, find()));
        for answer in join_all(asked).await {
            assert_eq!(answer.expect("an answer"), 7);
        }
        assert_eq!(runs.into_inner(), 1);
    }

    #[tokio::test]
    async fn what_fails_for_one_is_tried_by_the_next() {
        let cache = ShortTtlCache::with_capacity(10);
        let failing = cache.answer("is:open", NOW, 0, async { Err(Error::Busy) });
        assert!(failing.await.is_err());
        assert_eq!(ask(&cache, "is:open", NOW, 7).await, 7);
    }

    #[tokio::test]
    async fn what_was_looked_for_before_a_change_is_not_believed_after_it() {
        let cache = ShortTtlCache::with_capacity(10);
        let slow = cache.answer("is:open", NOW, 0, async {
            tokio::task::yield_now().await;
            Ok(7)
        });
        let changed = cache.answer("is:open", NOW, 1, async { Ok(8) });
        let (before, after) = join(slow, changed).await;
        assert_eq!((before.expect("an answer"), after.expect("an answer")), (7, 8));
        let again = cache.answer("is:open", NOW, 1, async { Ok(9) }).await;
        assert_eq!(again.expect("an answer"), 8);
    }
}
