//! Searches by a caller's text: functions of the application whose cost the caller chooses.
//!
//! They run on connections of their own, one at a time for each user, and are cancelled after a
//! fixed time. Callers who have exceeded their share of the database's time share one of those
//! connections, which leaves the others to all other callers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parse_identity::Caller;
use parse_store::{Lane, SEARCH_CONNECTIONS};
use tokio::sync::Semaphore;

use super::{ClientQueries, LanePermit};
use crate::error::Error;

/// The longest wait of a suggestion. Later it is useless.
const SUGGESTION_WAIT: Duration = Duration::from_millis(500);

/// The kind of a search, which decides how long it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Search {
    /// Shown while a user types: soon or not at all.
    Suggestion,
    /// Requested explicitly.
    Asked,
}

impl Search {
    fn lane(self) -> Lane {
        match self {
            Search::Suggestion => Lane::Suggestion,
            Search::Asked => Lane::Search,
        }
    }
}

/// The places on the connections of one kind of search.
#[derive(Debug)]
struct Places {
    all: Arc<Semaphore>,
    /// The places for callers who have exceeded their share.
    of_heavy: Arc<Semaphore>,
}

impl Default for Places {
    fn default() -> Places {
        let semaphore = |places| Arc::new(Semaphore::new(places));
        Places { all: semaphore(SEARCH_CONNECTIONS), of_heavy: semaphore(1) }
    }
}

/// The searches of all callers.
#[derive(Debug, Default)]
pub(super) struct AllSearches {
    suggestions: Places,
    asked: Places,
}

impl ClientQueries {
    /// Waits until a caller may search.
    pub(crate) async fn search_turn(
        &self,
        caller: &Caller,
        search: Search,
    ) -> Result<LanePermit, Error> {
        let (wait, places) = match search {
            Search::Suggestion => (self.wait.min(SUGGESTION_WAIT), &self.searches.suggestions),
            Search::Asked => (self.wait, &self.searches.asked),
        };
        let mut turn = self.new_turn(caller, wait);
        turn.is_last_try = true;
        for turns in turn.whose.clone() {
            turn.acquire(&turns.searches).await?;
        }
        if turn.at_least(Lane::Quick) == Lane::Heavy {
            turn.acquire(&places.of_heavy).await?;
        }
        turn.acquire(&places.all).await?;
        (turn.lane, turn.began) = (search.lane(), Instant::now());
        Ok(turn)
    }
}

#[cfg(test)]
mod tests {
    use parse_model::{Code, Refusal};
    use parse_store::ClientQueryOptions;

    use super::*;

    fn from(address: &str) -> Caller {
        let mut caller = Caller::default();
        caller.request.ip = Some(address.parse().unwrap());
        caller
    }

    fn impatient() -> ClientQueries {
        let wait = Duration::from_millis(20);
        ClientQueries { wait, ..ClientQueries::new(ClientQueryOptions::default()) }
    }

    /// Makes a search that is stopped after so long.
    async fn searches_in_vain(queries: &ClientQueries, address: &str) {
        let mut turn = queries.search_turn(&from(address), Search::Suggestion).await.unwrap();
        turn.began = turn.began.checked_sub(Duration::from_secs(1)).unwrap();
        let late = Err::<(), _>(Refusal::new(Code::TIMEOUT, "too late").into());
        assert!(!turn.escalate(&late).await.unwrap(), "a search is made once");
    }

    #[tokio::test]
    async fn callers_who_search_all_the_time_leave_a_connection_to_the_others() {
        let queries = impatient();
        for attacker in ["192.0.2.1", "192.0.2.2"] {
            searches_in_vain(&queries, attacker).await;
        }
        let held = queries.search_turn(&from("192.0.2.1"), Search::Suggestion).await.unwrap();
        let second = queries.search_turn(&from("192.0.2.2"), Search::Suggestion).await;
        assert!(matches!(second, Err(Error::Busy)), "{second:?}");
        let honest = queries.search_turn(&from("192.0.2.3"), Search::Suggestion).await.unwrap();
        assert_eq!((held.lane(), honest.lane()), (Lane::Suggestion, Lane::Suggestion));
    }

    #[tokio::test]
    async fn one_address_makes_only_so_many_searches_at_a_time() {
        let queries = impatient();
        let caller = from("192.0.2.1");
        let first = queries.search_turn(&caller, Search::Suggestion).await.unwrap();
        let second = queries.search_turn(&caller, Search::Asked).await.unwrap();
        let third = queries.search_turn(&caller, Search::Suggestion).await;
        assert!(matches!(third, Err(Error::Busy)), "{third:?}");
        drop((first, second));
        assert!(queries.search_turn(&caller, Search::Asked).await.is_ok());
    }

    #[tokio::test]
    async fn a_caller_who_searched_too_much_waits_among_heavy_queries_too() {
        let queries = impatient();
        searches_in_vain(&queries, "192.0.2.1").await;
        assert_eq!(queries.turn(&from("192.0.2.1")).await.unwrap().lane(), Lane::Heavy);
    }
}
