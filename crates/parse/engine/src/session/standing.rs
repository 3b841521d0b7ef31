//! The caller of a long-lived connection.

use std::sync::Arc;

use parse_identity::{CachedSession, Caller, SessionUser};
use parse_model::Date;

use super::caller::{expired, looked_up};
use crate::engine::Engine;
use crate::error::Error;
use parse_identity::token::Digest;

/// Seconds for which an identity is cached beside a Parse Server, which announces no ended
/// sessions, and announces role changes before they are written.
const MIXED: i64 = 3;

/// The caller of a long-lived connection.
#[derive(Debug, Clone)]
pub struct StandingCaller {
    /// The current caller.
    pub caller: Caller,
    /// When it must be checked again: when the session ends, unless it is used before that, and
    /// beside a Parse Server every few seconds.
    pub until: Option<Date>,
}

impl Engine {
    /// The caller of a session, without counting as a use of it. Refuses one that is unknown or has
    /// ended.
    pub async fn standing_caller(&self, token: &str) -> Result<StandingCaller, Error> {
        let key = Digest::of(token);
        let mut session = match self.sessions().get(&key) {
            Some(session) => session,
            None => Box::pin(looked_up(self, token, key)).await?,
        };
        let now = self.clock().now();
        if end(&session).is_some_and(|end| end < now) {
            // Another node may have recorded a later use.
            session = Box::pin(looked_up(self, token, key)).await?;
            if end(&session).is_some_and(|end| end < now) {
                return Err(expired());
            }
        }
        let mut caller = Caller::with_principals(Arc::clone(&session.principals));
        caller.user = Some(SessionUser {
            id: session.user_id.clone(),
            session_id: session.session_id.clone(),
            session_token: token.to_owned(),
            ends_by: session.expires_at.filter(|_| session.keeps_end),
            signed_in_at: session.signed_in_at,
        });
        let again = self.settings().mixed_fleet.then(|| now.plus_seconds(MIXED));
        Ok(StandingCaller { caller, until: [end(&session), again].into_iter().flatten().min() })
    }
}

/// When a session ends if it is not used.
fn end(session: &CachedSession) -> Option<Date> {
    let idle = session.idle_seconds.zip(session.updated_at);
    let idle_end = idle.map(|(seconds, used)| used.plus_seconds(seconds));
    [session.expires_at, idle_end].into_iter().flatten().min()
}

/// The name of a token's session in [`parse_store::Invalidation::Session`].
pub fn invalidation_key(token: &str) -> String {
    Digest::of(token).to_text()
}
