//! Looks up subscribers again whose rights may have changed, before they receive any event.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use live_query::message::LiveFilter;
use parse_engine::{Error, ReadRights};
use parse_identity::Caller;
use parse_model::Refusal;
use tokio::time::Instant;

use super::operation::{told, who};
use crate::live_queries::identity::{Found, Marked};
use crate::state::HttpState;

/// How many identities are looked up at a time. A change of a role concerns many, and the database
/// has other work.
const AT_ONCE: usize = 16;
/// How long events may wait for the look-up of an identity.
const PATIENCE: Duration = Duration::from_secs(5);
/// Subscriptions that are looked at before others get their turn.
const TURN: usize = 64;
/// How soon a look-up that failed is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// What became of a subscription.
type Outcome = Result<ReadRights, Refusal>;

/// Looks at all who are marked. Those whom the database says nothing about for too long are closed:
/// they come back, and are looked at then.
pub(super) async fn refresh(state: &HttpState) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let marked = state.live.subscribers().identities.marked();
        if marked.is_empty() {
            return;
        }
        let looks =
            stream::iter(marked).map(|marked| look(state, marked)).buffer_unordered(AT_ONCE);
        let is_whole = looks.fold(true, |whole, is_known| async move { whole && is_known }).await;
        if is_whole {
            continue;
        }
        if Instant::now() >= deadline {
            return give_up(state);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Looks at one. Whether there was an answer.
async fn look(state: &HttpState, marked: Marked) -> bool {
    let (found, outcomes) = match who(state, &marked.identity).await {
        Ok(now) => {
            let Some(outcomes) = rights(state, &now.caller, &marked).await else { return false };
            let user = now.caller.user_id().map(str::to_owned);
            (Found { user, until: now.until }, outcomes)
        }
        Err(error) if is_failure(&error) => return false,
        Err(error) => {
            let refusal = told(state, error);
            (Found::default(), vec![Err(refusal); marked.subscriptions.len()])
        }
    };
    state.live.subscribers().looked_at(&marked, found, outcomes);
    true
}

/// What a caller may see now of each subscription; `None` if that cannot be said.
async fn rights(state: &HttpState, caller: &Caller, marked: &Marked) -> Option<Vec<Outcome>> {
    let mut outcomes: Vec<Outcome> = Vec::with_capacity(marked.subscriptions.len());
    let mut before: Option<&Arc<LiveFilter>> = None;
    for (_, asked) in &marked.subscriptions {
        // Thousands may ask the same without having signed in.
        if before == Some(asked) {
            let same = outcomes.last().cloned();
            outcomes.extend(same);
            continue;
        }
        before = Some(asked);
        let watched = asked.watched_fields();
        match state.engine.read_rights(caller, &asked.class, &asked.filter, &watched).await {
            Err(error) if is_failure(&error) => return None,
            outcome => outcomes.push(outcome.map_err(|error| told(state, error))),
        }
        if outcomes.len().is_multiple_of(TURN) {
            tokio::task::yield_now().await;
        }
    }
    Some(outcomes)
}

fn is_failure(error: &Error) -> bool {
    matches!(error, Error::Failed { .. } | Error::Busy)
}

fn give_up(state: &HttpState) {
    let mut subscribers = state.live.subscribers();
    let sockets = subscribers.identities.marked_sockets();
    tracing::warn!(sockets = sockets.len(), "subscriber lookup timed out, closing their sockets");
    for id in sockets {
        subscribers.have_ask_again(id);
    }
}
