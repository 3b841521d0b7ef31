//! All sockets of this node, and what they are subscribed to.

use std::collections::HashMap;
use std::sync::Arc;

use live_query::message::LiveFilter;
use live_query::{Hub, LiveMatcher, RightsChange, SocketId, Subscription};
use parse_engine::ReadRights;
use parse_model::Refusal;

use super::identity::{Found, Identities, Identity, Mark, Marked, SubscriptionId};
use super::socket::{Closing, Socket};
use crate::share::Share;

/// All sockets and their subscriptions.
#[derive(Debug, Default)]
pub(crate) struct Subscribers {
    pub(crate) hub: Hub,
    pub(crate) identities: Identities,
    sockets: HashMap<SocketId, Member>,
}

#[derive(Debug)]
struct Member {
    socket: Arc<Socket>,
    subscriptions: Vec<Held>,
}

/// What a socket holds of one subscription.
#[derive(Debug)]
struct Held {
    request_id: u64,
    identity: Identity,
    /// The room for its filter.
    _room: Share,
}

/// A subscription that was granted.
#[derive(Debug)]
pub(crate) struct Granted {
    pub(crate) identity: Identity,
    pub(crate) found: Found,
    pub(crate) asked: LiveFilter,
    pub(crate) matcher: Arc<LiveMatcher>,
    /// The room for its filter.
    pub(crate) room: Share,
    pub(crate) rights: ReadRights,
    /// What the identity was looked at after.
    pub(crate) after: Mark,
}

impl Subscribers {
    /// Adds a socket.
    pub(crate) fn enter(&mut self, id: SocketId, socket: Arc<Socket>) {
        self.sockets.insert(id, Member { socket, subscriptions: Vec::new() });
    }

    /// Removes a socket and all it has asked for.
    pub(crate) fn leave(&mut self, id: SocketId) {
        self.unsubscribe_all(id);
        self.sockets.remove(&id);
    }

    /// All sockets.
    pub(crate) fn sockets(&self) -> Vec<Arc<Socket>> {
        self.sockets.values().map(|member| Arc::clone(&member.socket)).collect()
    }

    /// How many sockets and subscriptions there are.
    pub(crate) fn counted(&self) -> (usize, usize) {
        let subscriptions = self.sockets.values().map(|member| member.subscriptions.len());
        (self.sockets.len(), subscriptions.sum())
    }

    /// One socket.
    pub(crate) fn socket(&self, id: SocketId) -> Option<&Arc<Socket>> {
        self.sockets.get(&id).map(|member| &member.socket)
    }

    /// Adds a subscription, or replaces the one of that number, and says so before anything is
    /// told of it. Whether its identity must be looked at again.
    pub(crate) fn subscribe(
        &mut self,
        id: SubscriptionId,
        granted: Granted,
        prefix: Arc<[u8]>,
        answer: &str,
    ) -> bool {
        self.forget(id);
        let Some(member) = self.sockets.get_mut(&id.socket) else { return false };
        let Granted { identity, found, asked, matcher, room, rights, after } = granted;
        let request_id = id.request_id;
        let held = Held { request_id, identity: identity.clone(), _room: room };
        member.subscriptions.push(held);
        member.socket.send(answer);
        let asked_again = Arc::new(asked.clone());
        let subscription = Subscription { filter: asked, matcher, rights, prefix };
        self.hub.subscribe(id.socket, request_id, subscription);
        self.identities.add(&identity, found, id, asked_again, after)
    }

    /// Ends a subscription.
    pub(crate) fn unsubscribe(&mut self, id: SubscriptionId) {
        self.hub.unsubscribe(id.socket, id.request_id);
        self.forget(id);
    }

    /// Ends all subscriptions of a socket.
    pub(crate) fn unsubscribe_all(&mut self, socket: SocketId) {
        self.hub.remove_socket(socket);
        let Some(member) = self.sockets.get_mut(&socket) else { return };
        for held in std::mem::take(&mut member.subscriptions) {
            let request_id = held.request_id;
            self.identities.remove(&held.identity, SubscriptionId { socket, request_id });
        }
    }

    /// An identity was looked up again: what each subscription may see from now on, or why it ends,
    /// which its socket is sent. If it may see other objects than before, there is no event,
    /// because none of them has changed: its client queries again.
    pub(crate) fn looked_at(
        &mut self,
        marked: &Marked,
        found: Found,
        outcomes: Vec<Result<ReadRights, Refusal>>,
    ) {
        self.identities.looked_at(marked, found);
        for ((id, asked), outcome) in marked.subscriptions.iter().zip(outcomes) {
            let now = self.identities.asked(&marked.identity, *id);
            let id = *id;
            match outcome {
                // One that was replaced meanwhile was looked at later than this.
                _ if now.is_none_or(|now| !Arc::ptr_eq(&now, asked)) => {}
                Ok(rights) => match self.hub.set_rights(id.socket, id.request_id, rights) {
                    RightsChange::Changed => self.have_ask_again(id.socket),
                    RightsChange::Same | RightsChange::NoSubscription => {}
                },
                Err(refusal) => self.end(id, refusal),
            }
        }
    }

    /// Closes a socket whose client cannot know what it sees: it comes back, and asks again.
    pub(crate) fn have_ask_again(&mut self, id: SocketId) {
        self.unsubscribe_all(id);
        if let Some(socket) = self.socket(id) {
            socket.close(Closing::Refetch);
        }
    }

    fn end(&mut self, id: SubscriptionId, refusal: Refusal) {
        self.unsubscribe(id);
        if let Some(socket) = self.socket(id.socket) {
            socket.tell_of_end(id.request_id, refusal);
        }
    }

    /// Ends all subscriptions, without a word.
    pub(crate) fn end_all(&mut self) {
        self.hub = Hub::default();
        self.identities.clear();
        self.sockets.values_mut().for_each(|member| member.subscriptions.clear());
    }

    /// What a subscription asks, and by whose rights.
    pub(crate) fn asked(&self, id: SubscriptionId) -> Option<(Identity, Arc<LiveFilter>)> {
        let member = self.sockets.get(&id.socket)?;
        let held = member.subscriptions.iter().find(|held| held.request_id == id.request_id)?;
        Some((held.identity.clone(), self.identities.asked(&held.identity, id)?))
    }

    fn forget(&mut self, id: SubscriptionId) {
        let Some(member) = self.sockets.get_mut(&id.socket) else { return };
        let at = member.subscriptions.iter().position(|held| held.request_id == id.request_id);
        if let Some(at) = at {
            let held = member.subscriptions.swap_remove(at);
            self.identities.remove(&held.identity, id);
        }
    }
}
