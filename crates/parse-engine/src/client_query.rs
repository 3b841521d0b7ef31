//! Queries that clients make up, and how slow ones are kept apart from functions, sessions and quick ones.
//!
//! What such a query costs is known only once it was tried. So each is tried with little time on
//! connections that only such queries share; one that needs more begins again on a few others, where
//! the slow ones of all callers take turns. Whoever sent a slow one, or so many that they came to the
//! same, goes there at once for a while.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use parse_model::Code;
use parse_store::Lane;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caller::Caller;
use crate::error::Error;

/// Statements that one user may have under way.
const PER_USER: usize = 2;
/// Statements that one address may have under way: several people may share it.
const PER_ADDRESS: usize = 4;
/// Slow ones among them.
const SLOW_EACH: usize = 1;
/// How long a query waits for its turns, all together.
const WAIT: Duration = Duration::from_secs(5);
/// How long whoever sent a slow query is expected to send more of them.
const SLOW_FOR: Duration = Duration::from_secs(300);
/// How much of the database's time one caller may have at once …
const TIME_AT_ONCE: Duration = Duration::from_millis(500);
/// … and the part of all time that comes back to them.
const TIME_SHARE: u32 = 10;
/// A query that takes as long as this, once it runs, is slow.
const SLOW: Duration = Duration::from_millis(30);
/// How many callers are remembered, and for how long after their last query.
const MOST_CALLERS: u64 = 50_000;
const REMEMBERED: Duration = Duration::from_secs(120);

/// The turns of all callers.
#[derive(Debug)]
pub(crate) struct ClientQueries {
    callers: Cache<String, Arc<Turns>>,
    slow: Arc<Semaphore>,
    wait: Duration,
}

/// The turns of one user or address.
#[derive(Debug)]
struct Turns {
    any: Arc<Semaphore>,
    slow: Arc<Semaphore>,
    past: Mutex<Past>,
}

/// What a caller has cost.
#[derive(Debug)]
struct Past {
    /// How much of the database's time they have had, as of `at`, less what came back.
    spent: Duration,
    at: Instant,
    slow_until: Option<Instant>,
}

impl Past {
    /// Adds a statement that took so long.
    fn add(&mut self, took: Duration, now: Instant) {
        let back = now.saturating_duration_since(self.at) / TIME_SHARE;
        (self.spent, self.at) = (self.spent.saturating_sub(back) + took, now);
        if self.spent > TIME_AT_ONCE {
            self.slow_until = Some(now + SLOW_FOR);
        }
    }
}

impl Turns {
    fn new(any: usize) -> Arc<Turns> {
        let (any, slow) = (Semaphore::new(any), Semaphore::new(SLOW_EACH));
        let past = Past { spent: Duration::ZERO, at: Instant::now(), slow_until: None };
        Arc::new(Turns { any: any.into(), slow: slow.into(), past: Mutex::new(past) })
    }

    fn is_slow(&self) -> bool {
        let past = self.past.lock().unwrap_or_else(PoisonError::into_inner);
        past.slow_until.is_some_and(|until| Instant::now() < until)
    }

    fn add(&self, took: Duration, is_slow: bool) {
        let (mut past, now) =
            (self.past.lock().unwrap_or_else(PoisonError::into_inner), Instant::now());
        past.add(took, now);
        if is_slow {
            past.slow_until = Some(now + SLOW_FOR);
        }
    }
}

impl ClientQueries {
    /// So many slow queries run at a time.
    pub(crate) fn new(slow_at_once: usize) -> ClientQueries {
        let callers = Cache::builder().max_capacity(MOST_CALLERS).time_to_idle(REMEMBERED).build();
        ClientQueries { callers, slow: Arc::new(Semaphore::new(slow_at_once)), wait: WAIT }
    }

    /// Waits until it is a caller's turn to send a query.
    pub(crate) async fn turn(&self, caller: &Caller) -> Result<Turn, Error> {
        let mut turn = Turn {
            lane: Lane::Quick,
            whose: self.turns(caller),
            slow: Some(Arc::clone(&self.slow)),
            gives_up: tokio::time::Instant::now() + self.wait,
            began: Instant::now(),
            held: Vec::new(),
        };
        // In one order, so that nobody holds what another waits for.
        for turns in turn.whose.clone() {
            turn.hold(&turns.any).await?;
        }
        if turn.whose.iter().any(|turns| turns.is_slow()) {
            turn.slow_down().await?;
        }
        turn.began = Instant::now();
        Ok(turn)
    }

    /// Whose turn a query is: the user's and the address's. What comes from this machine is not
    /// limited by its address.
    fn turns(&self, caller: &Caller) -> Vec<Arc<Turns>> {
        let mut turns = Vec::with_capacity(2);
        if let Some(id) = caller.user_id() {
            turns.push(self.callers.get_with(format!("user {id}"), || Turns::new(PER_USER)));
        }
        if let Some(address) = caller.request.ip.filter(|ip| !ip.is_loopback()) {
            let key = format!("address {}", customer(address));
            turns.push(self.callers.get_with(key, || Turns::new(PER_ADDRESS)));
        }
        turns
    }
}

/// A query's turn, for as long as it lives.
#[derive(Debug)]
pub(crate) struct Turn {
    lane: Lane,
    whose: Vec<Arc<Turns>>,
    slow: Option<Arc<Semaphore>>,
    gives_up: tokio::time::Instant,
    began: Instant,
    held: Vec<OwnedSemaphorePermit>,
}

impl Turn {
    /// The turn of a statement whose cost we know, which waits for nobody.
    pub(crate) fn own() -> Turn {
        Turn {
            lane: Lane::Own,
            whose: Vec::new(),
            slow: None,
            gives_up: tokio::time::Instant::now(),
            began: Instant::now(),
            held: Vec::new(),
        }
    }

    /// Where the statement is to run.
    pub(crate) fn lane(&self) -> Lane {
        self.lane
    }

    /// Looks at how a statement ended. Whether it is to be sent again, now that it is its turn
    /// among the slow ones.
    pub(crate) async fn begins_again<T>(
        &mut self,
        answer: &Result<T, Error>,
    ) -> Result<bool, Error> {
        let (lane, took) = (self.lane, self.began.elapsed());
        // The user is known to be at it; the address may be that of many.
        if let Some(turns) = self.whose.first() {
            turns.add(took, lane == Lane::Slow && took >= SLOW);
        }
        let is_late = answer.as_ref().is_err_and(|error| error.code() == Some(Code::TIMEOUT));
        if lane != Lane::Quick || !is_late {
            return Ok(false);
        }
        self.slow_down().await?;
        Ok(true)
    }

    async fn slow_down(&mut self) -> Result<(), Error> {
        self.lane = Lane::Slow;
        for turns in self.whose.clone() {
            self.hold(&turns.slow).await?;
        }
        if let Some(slow) = self.slow.take() {
            self.hold(&slow).await?;
        }
        self.began = Instant::now();
        Ok(())
    }

    async fn hold(&mut self, turns: &Arc<Semaphore>) -> Result<(), Error> {
        let turn = Arc::clone(turns).acquire_owned();
        match tokio::time::timeout_at(self.gives_up, turn).await {
            Ok(Ok(turn)) => self.held.push(turn),
            Ok(Err(_)) | Err(_) => return Err(Error::Busy),
        }
        Ok(())
    }
}

/// An address; of IPv6 the network of one customer.
fn customer(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => {
            let network = u128::from(v6) >> 64 << 64;
            IpAddr::V6(network.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::Refusal;

    fn from(address: &str) -> Caller {
        let mut caller = Caller::default();
        caller.request.ip = Some(address.parse().unwrap());
        caller
    }

    fn impatient() -> ClientQueries {
        ClientQueries { wait: Duration::from_millis(20), ..ClientQueries::new(1) }
    }

    fn late() -> Result<(), Error> {
        Err(Refusal::new(Code::TIMEOUT, "too late").into())
    }

    #[tokio::test]
    async fn a_quick_query_is_sent_once_and_a_slow_one_again_elsewhere() {
        let queries = impatient();
        let mut turn = queries.turn(&from("192.0.2.1")).await.unwrap();
        assert_eq!(turn.lane(), Lane::Quick);
        assert!(!turn.begins_again(&Ok(())).await.unwrap());
        assert!(turn.begins_again(&late()).await.unwrap());
        assert_eq!(turn.lane(), Lane::Slow);
        assert!(!turn.begins_again(&late()).await.unwrap(), "it had its time");
    }

    #[tokio::test]
    async fn whoever_sent_a_slow_query_no_longer_comes_between_quick_ones() {
        let queries = impatient();
        let mut turn = queries.turn(&from("192.0.2.1")).await.unwrap();
        assert!(turn.begins_again(&late()).await.unwrap());
        turn.began = turn.began.checked_sub(SLOW).unwrap();
        assert!(!turn.begins_again(&Ok(())).await.unwrap());
        drop(turn);
        let lane_of = async |address| queries.turn(&from(address)).await.unwrap().lane();
        assert_eq!(lane_of("192.0.2.1").await, Lane::Slow);
        assert_eq!(lane_of("192.0.2.2").await, Lane::Quick);
    }

    #[tokio::test]
    async fn many_queries_that_are_almost_slow_come_to_the_same_and_few_do_not() {
        let queries = impatient();
        let lane_after = async |address: &str, count: usize| {
            for _ in 0..count {
                let mut turn = queries.turn(&from(address)).await.unwrap();
                turn.began = turn.began.checked_sub(Duration::from_millis(30)).unwrap();
                assert!(!turn.begins_again(&Ok(())).await.unwrap());
            }
            queries.turn(&from(address)).await.unwrap().lane()
        };
        assert_eq!(lane_after("192.0.2.1", 10).await, Lane::Quick);
        assert_eq!(lane_after("192.0.2.2", 20).await, Lane::Slow);
    }

    #[test]
    fn what_was_spent_comes_back_with_time() {
        let now = Instant::now();
        let mut past = Past { spent: Duration::ZERO, at: now, slow_until: None };
        for second in 0..60 {
            past.add(Duration::from_millis(90), now + Duration::from_secs(second));
        }
        assert_eq!(past.slow_until, None);
        past.add(TIME_AT_ONCE * 2, now + Duration::from_secs(60));
        assert!(past.slow_until.is_some());
    }

    #[tokio::test]
    async fn one_address_has_only_so_many_statements_under_way() {
        let queries = impatient();
        let mut held = Vec::new();
        for host in 0..PER_ADDRESS {
            held.push(queries.turn(&from(&format!("2001:db8::{host}"))).await.unwrap());
        }
        let one_more = queries.turn(&from("2001:db8::9")).await;
        assert!(matches!(one_more, Err(Error::Busy)), "{one_more:?}");
        assert!(queries.turn(&from("2001:db8:1::9")).await.is_ok());
        held.pop();
        assert!(queries.turn(&from("2001:db8::9")).await.is_ok());
        let here = futures_util::future::join_all((0..20).map(|_| async {
            let turn = queries.turn(&from("127.0.0.1")).await;
            tokio::task::yield_now().await;
            turn.is_ok()
        }));
        assert!(here.await.into_iter().all(|is_ok| is_ok));
    }

    #[tokio::test]
    async fn slow_queries_of_all_callers_take_turns_and_one_of_each_waits() {
        let queries = impatient();
        let mut first = queries.turn(&from("192.0.2.1")).await.unwrap();
        assert!(first.begins_again(&late()).await.unwrap());
        let mut second = queries.turn(&from("192.0.2.2")).await.unwrap();
        assert!(matches!(second.begins_again(&late()).await, Err(Error::Busy)));
        assert_eq!(queries.turn(&from("192.0.2.3")).await.unwrap().lane(), Lane::Quick);
    }
}
