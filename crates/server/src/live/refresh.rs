//! Looking again at those whose rights may have changed, before anything is told to them.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, stream};
use parse_engine::{Error, ReadRights};
use parse_model::Refusal;
use tokio::time::Instant;

use crate::app::App;

use super::identity::{Found, Marked};
use super::operation::{told, who};
use super::socket::Closing;

/// Identities that are looked at a time. Roles are everybody's, and the database has others to
/// answer.
const AT_ONCE: usize = 16;
/// How long events may wait for the database to say who somebody is.
const PATIENCE: Duration = Duration::from_secs(5);
/// How soon a look-up that failed is tried again.
const PAUSE: Duration = Duration::from_millis(100);

/// Looks at all who are marked. Those whom the database says nothing about for too long are closed:
/// they come back, and are looked at then.
pub(super) async fn refresh(app: &App) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let marked = app.live.subscribers().identities.marked();
        if marked.is_empty() {
            return;
        }
        let looks = stream::iter(marked).map(|marked| look(app, marked)).buffer_unordered(AT_ONCE);
        let is_whole = looks.fold(true, |whole, is_known| async move { whole && is_known }).await;
        if is_whole {
            continue;
        }
        if Instant::now() >= deadline {
            return give_up(app);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Looks at one. Whether there was an answer.
async fn look(app: &App, marked: Marked) -> bool {
    let outcome = match who(app, &marked.identity).await {
        Ok(now) => {
            let mut rights = Vec::with_capacity(marked.subscriptions.len());
            for (_, asked) in &marked.subscriptions {
                let watched = asked.watched_fields();
                let engine = &app.engine;
                match engine.read_rights(&now.caller, &asked.class, &asked.filter, &watched).await {
                    Err(Error::Failed { .. } | Error::Busy) => return false,
                    outcome => rights.push(outcome.map_err(|error| told(app, error))),
                }
            }
            let user = now.caller.user_id().map(str::to_owned);
            (Found { user, until: now.until }, rights)
        }
        Err(Error::Failed { .. } | Error::Busy) => return false,
        Err(error) => {
            let refusal = told(app, error);
            let ended = |_: &_| Err::<ReadRights, Refusal>(refusal.clone());
            (Found::default(), marked.subscriptions.iter().map(ended).collect())
        }
    };
    app.live.subscribers().looked_at(&marked, outcome.0, outcome.1);
    true
}

fn give_up(app: &App) {
    let mut subscribers = app.live.subscribers();
    let sockets = subscribers.identities.marked_sockets();
    tracing::warn!(
        sockets = sockets.len(),
        "subscribers not looked up in time, closing their sockets"
    );
    for id in sockets {
        let socket = subscribers.socket(id).map(Arc::clone);
        subscribers.unsubscribe_all(id);
        if let Some(socket) = socket {
            socket.close(Closing::Refetch);
        }
    }
}
