//! Limits client-supplied queries, so that slow ones do not delay functions, sessions and quick
//! queries.
//!
//! The cost of such a query is unknown before it runs. Each is first tried with a short timeout on
//! connections that only such queries share. If it needs more time, it is repeated on other
//! connections, where slow queries of all callers are serialized, and then on those for heavy
//! queries. The past cost of a caller decides where their next query is tried first: a caller who
//! has exceeded their share of the database's time starts among the heavy queries, and does not
//! delay callers whose query is merely slow.
//!
//! Functions that search by a caller's text have connections of their own and the same accounting:
//! see [`search`].

mod account;
mod search;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use moka::sync::Cache;
use parse_identity::Caller;
use parse_model::Code;
use parse_store::{ClientQueryOptions, Lane};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::Error;

use account::{ALL_COMES_BACK, Account};
use search::AllSearches;

pub use search::Search;

/// Concurrent quick statements of one user.
const PER_USER: usize = 2;
/// Concurrent quick statements of one address, which several users may share.
const PER_ADDRESS: usize = 4;
/// Concurrent slow statements, and heavy ones, of a user or an address.
const SLOW_EACH: usize = 1;
/// Concurrent searches of one user, and of one address.
const SEARCHES_PER_USER: usize = 1;
const SEARCHES_PER_ADDRESS: usize = 2;
/// The longest total wait of a query.
const WAIT: Duration = Duration::from_secs(5);
/// The longest wait in a transaction, whose locks may block others.
const WAIT_IN_TRANSACTION: Duration = Duration::from_secs(1);
/// Callers that are tracked.
const MOST_CALLERS: u64 = 50_000;

/// The lanes of all callers.
#[derive(Debug)]
pub(crate) struct ClientQueries {
    callers: Cache<String, Arc<CallerLanes>>,
    all: Arc<LaneLimits>,
    searches: AllSearches,
    quick: Duration,
    wait: Duration,
}

/// The limits of the slow and the heavy lane.
#[derive(Debug)]
struct LaneLimits {
    slow: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
}

impl LaneLimits {
    /// The same limit for each lane.
    fn new(at_once: usize) -> LaneLimits {
        let semaphore = || Arc::new(Semaphore::new(at_once));
        LaneLimits { slow: semaphore(), heavy: semaphore() }
    }

    fn of(&self, lane: Lane) -> Option<&Arc<Semaphore>> {
        match lane {
            Lane::Own | Lane::Quick | Lane::Suggestion | Lane::Search => None,
            Lane::Slow => Some(&self.slow),
            Lane::Heavy => Some(&self.heavy),
        }
    }
}

/// The lanes of one user or address.
#[derive(Debug)]
struct CallerLanes {
    quick: Arc<Semaphore>,
    others: LaneLimits,
    searches: Arc<Semaphore>,
    account: Mutex<Account>,
}

impl CallerLanes {
    fn new(quick: usize, searches: usize) -> Arc<CallerLanes> {
        let account = Mutex::new(Account::new(Instant::now()));
        let semaphore = |at_once| Arc::new(Semaphore::new(at_once));
        Arc::new(CallerLanes {
            quick: semaphore(quick),
            others: LaneLimits::new(SLOW_EACH),
            searches: semaphore(searches),
            account,
        })
    }

    fn of(&self, lane: Lane) -> &Arc<Semaphore> {
        self.others.of(lane).unwrap_or(&self.quick)
    }

    fn lane(&self) -> Lane {
        self.account.lock().unwrap_or_else(PoisonError::into_inner).lane(Instant::now())
    }

    fn charge(&self, took: Duration, was_slow: bool) {
        let mut account = self.account.lock().unwrap_or_else(PoisonError::into_inner);
        account.charge(took, was_slow, Instant::now());
    }
}

impl ClientQueries {
    pub(crate) fn new(options: ClientQueryOptions) -> ClientQueries {
        let callers =
            Cache::builder().max_capacity(MOST_CALLERS).time_to_idle(ALL_COMES_BACK).build();
        let all = Arc::new(LaneLimits::new(options.slow_connections.max(1)));
        let searches = AllSearches::default();
        ClientQueries { callers, all, searches, quick: options.quick, wait: WAIT }
    }

    /// Waits until a caller may send a query.
    pub(crate) async fn turn(&self, caller: &Caller) -> Result<LanePermit, Error> {
        let mut turn = self.new_turn(caller, self.wait);
        turn.enter(Lane::Quick).await?;
        Ok(turn)
    }

    /// The same in a transaction. The query is tried once, because a cancelled statement ends the
    /// transaction.
    pub(crate) async fn turn_in_transaction(&self, caller: &Caller) -> Result<LanePermit, Error> {
        let mut turn = self.new_turn(caller, self.wait.min(WAIT_IN_TRANSACTION));
        turn.is_last_try = true;
        turn.enter(Lane::Slow).await?;
        Ok(turn)
    }

    fn new_turn(&self, caller: &Caller, wait: Duration) -> LanePermit {
        LanePermit {
            whose: self.turns(caller),
            all: Some(Arc::clone(&self.all)),
            quick: self.quick,
            gives_up: tokio::time::Instant::now() + wait,
            is_last_try: false,
            ..LanePermit::own()
        }
    }

    /// The lanes of the user and of the address. Local addresses are not limited.
    fn turns(&self, caller: &Caller) -> Vec<Arc<CallerLanes>> {
        let mut turns = Vec::with_capacity(2);
        if let Some(id) = caller.user_id() {
            let new = || CallerLanes::new(PER_USER, SEARCHES_PER_USER);
            turns.push(self.callers.get_with(format!("user {id}"), new));
        }
        if let Some(address) = caller.request.ip.filter(|ip| !ip.is_loopback()) {
            let key = format!("address {}", customer(address));
            let new = || CallerLanes::new(PER_ADDRESS, SEARCHES_PER_ADDRESS);
            turns.push(self.callers.get_with(key, new));
        }
        turns
    }
}

/// The permit of a query to run in a lane, until dropped.
#[derive(Debug)]
pub(crate) struct LanePermit {
    lane: Lane,
    whose: Vec<Arc<CallerLanes>>,
    all: Option<Arc<LaneLimits>>,
    quick: Duration,
    gives_up: tokio::time::Instant,
    is_last_try: bool,
    began: Instant,
    held: Vec<OwnedSemaphorePermit>,
}

impl LanePermit {
    /// The permit of a statement with a known cost, which does not wait.
    pub(crate) fn own() -> LanePermit {
        LanePermit {
            lane: Lane::Own,
            whose: Vec::new(),
            all: None,
            quick: Duration::ZERO,
            gives_up: tokio::time::Instant::now(),
            is_last_try: true,
            began: Instant::now(),
            held: Vec::new(),
        }
    }

    /// The lane for the statement.
    pub(crate) fn lane(&self) -> Lane {
        self.lane
    }

    /// Charges a statement that ended. If it timed out, waits for the next lane. Returns whether to
    /// run it again there.
    pub(crate) async fn escalate<T>(&mut self, answer: &Result<T, Error>) -> Result<bool, Error> {
        let is_late = answer.as_ref().is_err_and(|error| error.code() == Some(Code::TIMEOUT));
        self.charge(is_late);
        let next = match self.lane {
            Lane::Quick => Lane::Slow,
            Lane::Slow => Lane::Heavy,
            Lane::Own | Lane::Heavy | Lane::Suggestion | Lane::Search => return Ok(false),
        };
        if !is_late || self.is_last_try {
            return Ok(false);
        }
        self.enter(next).await?;
        Ok(true)
    }

    /// The user is charged fully, the address less, because many users may share it.
    fn charge(&self, is_late: bool) {
        let Some(turns) = self.whose.first() else { return };
        let took = self.began.elapsed();
        // Quick statements share connections, so part of the time was spent by others.
        let is_shared = self.lane == Lane::Quick && !self.quick.is_zero();
        let took = if is_shared { took.min(self.quick) } else { took };
        turns.charge(took, is_late);
    }

    /// Waits for a place in a lane, or in a later one if the caller has exceeded their share.
    async fn enter(&mut self, lane: Lane) -> Result<(), Error> {
        let mut lane = self.at_least(lane);
        loop {
            self.held.clear();
            // Always in the same order, so that callers cannot deadlock.
            for turns in self.whose.clone() {
                self.acquire(turns.of(lane)).await?;
            }
            // The caller may have exceeded their share meanwhile.
            let later = self.at_least(lane);
            if later == lane {
                break;
            }
            lane = later;
        }
        if let Some(all) = self.all.clone()
            && let Some(turns) = all.of(lane)
        {
            self.acquire(turns).await?;
        }
        (self.lane, self.began) = (lane, Instant::now());
        Ok(())
    }

    fn at_least(&self, lane: Lane) -> Lane {
        self.whose.iter().map(|turns| turns.lane()).fold(lane, Lane::max)
    }

    async fn acquire(&mut self, turns: &Arc<Semaphore>) -> Result<(), Error> {
        let turn = match Arc::clone(turns).try_acquire_owned() {
            Ok(turn) => turn,
            // Boxed, because waiting is rare.
            Err(_) => {
                let turn = Arc::clone(turns).acquire_owned();
                let turn = Box::pin(tokio::time::timeout_at(self.gives_up, turn)).await;
                turn.ok().and_then(Result::ok).ok_or(Error::Busy)?
            }
        };
        self.held.push(turn);
        Ok(())
    }
}

/// An address. For IPv6, the network of one customer.
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
mod tests;
