//! Whose rights subscriptions have.
//!
//! Rights are computed from an identity. When the identity may have changed it is marked, and its
//! subscribers receive nothing until it was looked up again.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use live_query::SocketId;
use live_query::message::LiveFilter;
use parse_engine::session::invalidation_key;
use parse_model::Date;
use parse_store::Invalidation;

/// Whose rights a subscription has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Identity {
    /// A caller who is not signed in.
    Unauthenticated,
    /// The holder of the master key.
    Master,
    /// The user of a session, by its token.
    Session(Arc<str>),
}

/// What was found out about an identity.
#[derive(Debug, Clone, Default)]
pub(crate) struct Found {
    /// The user.
    pub(crate) user: Option<String>,
    /// When it must be looked at again.
    pub(crate) until: Option<Date>,
}

/// One subscription of a socket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SubscriptionId {
    pub(crate) socket: SocketId,
    pub(crate) request_id: u64,
}

/// Counts invalidations, to detect whether there was one since.
///
/// A look-up does not count. Otherwise each look-up would invalidate the next one that is in
/// progress, and so on for as long as there are any, while events wait for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mark(u64);

/// The identities behind all subscriptions.
#[derive(Debug, Default)]
pub(crate) struct Identities {
    known: HashMap<Identity, Known>,
    by_user: HashMap<String, HashSet<Identity>>,
    by_session: HashMap<String, Identity>,
    marked: HashSet<Identity>,
    mark: Mark,
    /// How often any identity was marked.
    times: u64,
}

/// An identity with what hangs on it.
#[derive(Debug, Default)]
struct Known {
    found: Found,
    subscriptions: HashMap<SubscriptionId, Arc<LiveFilter>>,
    /// Which time of all it was marked.
    marked_at: u64,
}

/// An identity that must be looked at again.
#[derive(Debug)]
pub(crate) struct Marked {
    pub(crate) identity: Identity,
    pub(crate) subscriptions: Vec<(SubscriptionId, Arc<LiveFilter>)>,
    marked_at: u64,
}

impl Identities {
    /// The mark before a look-up. The caller passes it when it adds the result, which is looked up
    /// again if something was invalidated in between.
    pub(crate) fn mark(&self) -> Mark {
        self.mark
    }

    /// Adds a subscription of an identity that was looked at after a mark. Whether it must be
    /// looked at again.
    pub(crate) fn add(
        &mut self,
        identity: &Identity,
        found: Found,
        id: SubscriptionId,
        asked: Arc<LiveFilter>,
        after: Mark,
    ) -> bool {
        self.found(identity, found);
        let known = self.known.entry(identity.clone()).or_default();
        known.subscriptions.insert(id, asked);
        let is_outdated = after != self.mark;
        if is_outdated {
            self.mark_one(identity.clone());
        }
        is_outdated
    }

    /// Removes a subscription, and its identity if it was the last.
    pub(crate) fn remove(&mut self, identity: &Identity, id: SubscriptionId) {
        let Some(known) = self.known.get_mut(identity) else { return };
        known.subscriptions.remove(&id);
        if !known.subscriptions.is_empty() {
            return;
        }
        let user = known.found.user.take();
        self.known.remove(identity);
        self.marked.remove(identity);
        if let Identity::Session(token) = identity {
            self.by_session.remove(&invalidation_key(token));
        }
        if let Some(user) = user {
            self.unlink(&user, identity);
        }
    }

    /// What a subscription asks.
    pub(crate) fn asked(&self, identity: &Identity, id: SubscriptionId) -> Option<Arc<LiveFilter>> {
        self.known.get(identity)?.subscriptions.get(&id).cloned()
    }

    /// Notes what was found out about an identity.
    fn found(&mut self, identity: &Identity, found: Found) {
        if let Identity::Session(token) = identity {
            self.by_session.insert(invalidation_key(token), identity.clone());
        }
        let known = self.known.entry(identity.clone()).or_default();
        let before = std::mem::replace(&mut known.found, found.clone()).user;
        if let Some(user) = before.filter(|user| Some(user) != found.user.as_ref()) {
            self.unlink(&user, identity);
        }
        if let Some(user) = found.user {
            self.by_user.entry(user).or_default().insert(identity.clone());
        }
    }

    fn unlink(&mut self, user: &str, identity: &Identity) {
        if let Some(identities) = self.by_user.get_mut(user) {
            identities.remove(identity);
            if identities.is_empty() {
                self.by_user.remove(user);
            }
        }
    }

    /// Marks whom an invalidation is about.
    pub(crate) fn invalidate(&mut self, invalidation: &Invalidation) {
        let concerned: Vec<Identity> = match invalidation {
            Invalidation::Session(key) => self.by_session.get(key).into_iter().cloned().collect(),
            Invalidation::User(id) => self.by_user.get(id).into_iter().flatten().cloned().collect(),
            // Who may read a class is part of it.
            Invalidation::Roles | Invalidation::Schema | Invalidation::Everything => {
                self.known.keys().cloned().collect()
            }
            Invalidation::Config
            | Invalidation::Push
            | Invalidation::Hooks
            | Invalidation::Outbox
            | Invalidation::Changes(_) => return,
        };
        // Also without a known identity: one may be in a look-up.
        self.mark.0 += 1;
        concerned.into_iter().for_each(|identity| self.mark_one(identity));
    }

    /// Marks those whose session may have ended by itself.
    pub(crate) fn expire(&mut self, now: Date) {
        let is_due = |known: &Known| known.found.until.is_some_and(|until| until < now);
        let due = self.known.iter().filter(|(_, known)| is_due(known));
        let due: Vec<Identity> = due.map(|(identity, _)| identity.clone()).collect();
        due.into_iter().for_each(|identity| self.mark_one(identity));
    }

    fn mark_one(&mut self, identity: Identity) {
        self.times += 1;
        if let Some(known) = self.known.get_mut(&identity) {
            known.marked_at = self.times;
            self.marked.insert(identity);
        }
    }

    /// Whom to look at again.
    pub(crate) fn marked(&self) -> Vec<Marked> {
        let known = self.marked.iter().filter_map(|one| self.known.get_key_value(one));
        known
            .map(|(identity, known)| Marked {
                identity: identity.clone(),
                subscriptions: known
                    .subscriptions
                    .iter()
                    .map(|(id, asked)| (*id, Arc::clone(asked)))
                    .collect(),
                marked_at: known.marked_at,
            })
            .collect()
    }

    /// The sockets of those who are to be looked at again.
    pub(crate) fn marked_sockets(&self) -> HashSet<SocketId> {
        let known = self.marked.iter().filter_map(|one| self.known.get(one));
        known.flat_map(|known| known.subscriptions.keys().map(|id| id.socket)).collect()
    }

    /// An identity was looked up again. One that was marked again meanwhile stays marked.
    pub(crate) fn looked_at(&mut self, marked: &Marked, found: Found) {
        let Some(known) = self.known.get(&marked.identity) else { return };
        if known.marked_at == marked.marked_at {
            self.marked.remove(&marked.identity);
        }
        self.found(&marked.identity, found);
    }

    /// Removes all identities.
    pub(crate) fn clear(&mut self) {
        let (mark, times) = (Mark(self.mark.0 + 1), self.times);
        *self = Identities { mark, times, ..Identities::default() };
    }
}

#[cfg(test)]
mod tests;
