//! All subscriptions of a node, and the audience of a change.

mod body;
mod delivery;
mod group;
mod index;
mod plan;
mod query;
mod readers;
mod slots;
mod watch;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parse_engine::read_rights::ReadRights;
use parse_model::ClassName;

use crate::live_matcher::LiveMatcher;
use crate::message::LiveFilter;
use body::Bodies;
pub use delivery::{Delivery, ObjectChange, SocketId, Target};
use group::{Group, GroupKey, Member, Seen};
use query::Queries;
use readers::{Readable, Readers, ReadersId};
use slots::Slots;

/// What a subscriber asked and may see.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// What was asked.
    pub filter: LiveFilter,
    /// The same, made ready.
    pub matcher: Arc<LiveMatcher>,
    /// What may be seen.
    pub rights: ReadRights,
    /// What stands between the operation and the objects: [`crate::message::Identity::prefix`].
    pub prefix: Arc<[u8]>,
}

/// What became of the rights of a subscriber.
#[derive(Debug, PartialEq, Eq)]
pub enum RightsChange {
    /// They are what they were.
    Same,
    /// The rights changed. No object changed, so there is no event: the subscriber's list may be
    /// wrong until it queries again.
    Changed,
    /// There is no such subscription.
    NoSubscription,
}

/// All subscriptions of a node.
///
/// A filter is compiled once for all who ask it and may read the same rows, found by the values it
/// asks for, and evaluated once for each change it may concern. What is sent is written once for
/// all who are shown the same.
#[derive(Debug, Default)]
pub struct Hub {
    subscriptions: BTreeMap<(SocketId, u64), Place>,
    queries: Queries,
    groups: Slots<Group>,
    group_ids: HashMap<Arc<GroupKey>, u32>,
    readers: Readers,
}

/// Where a subscription stands.
#[derive(Debug, Clone, Copy)]
struct Place {
    group: u32,
    readers: ReadersId,
    at: u32,
}

impl Hub {
    /// Adds a subscription, or replaces the one of that number.
    pub fn subscribe(&mut self, socket: SocketId, request_id: u64, asked: Subscription) {
        self.unsubscribe(socket, request_id);
        let Subscription { filter: asked, matcher, rights, prefix } = asked;
        let LiveFilter { class, filter, keys, watch } = asked;
        let query = self.queries.find_or_insert(&class, filter, matcher, rights.rows());
        let view = rights.view().clone();
        let group = self.group(GroupKey { query, keys, watch, view });
        let readers = self.readers.add(rights.principals());
        let member = Member { target: Target { socket, prefix }, request_id };
        let Some(members) = self.groups.get_mut(group) else { return };
        let at = u32::try_from(members.insert(readers, member)).unwrap_or(u32::MAX);
        self.subscriptions.insert((socket, request_id), Place { group, readers, at });
    }

    /// Ends a subscription; `false` if there is none.
    pub fn unsubscribe(&mut self, socket: SocketId, request_id: u64) -> bool {
        self.take(socket, request_id).is_some()
    }

    /// Ends all subscriptions of a socket.
    pub fn remove_socket(&mut self, socket: SocketId) {
        let own: Vec<u64> = self.request_ids(socket).collect();
        for request_id in own {
            self.take(socket, request_id);
        }
    }

    /// Changes what a subscriber may see; nothing is touched if it is the same as before.
    pub fn set_rights(
        &mut self,
        socket: SocketId,
        request_id: u64,
        rights: ReadRights,
    ) -> RightsChange {
        let Some(place) = self.subscriptions.get(&(socket, request_id)) else {
            return RightsChange::NoSubscription;
        };
        if self.has_rights(*place, &rights) {
            return RightsChange::Same;
        }
        if let Some((filter, matcher)) = self.asked(socket, request_id)
            && let Some(prefix) = self.take(socket, request_id)
        {
            let again = Subscription { filter, matcher, rights, prefix };
            self.subscribe(socket, request_id, again);
        }
        RightsChange::Changed
    }

    fn asked(&self, socket: SocketId, request_id: u64) -> Option<(LiveFilter, Arc<LiveMatcher>)> {
        let place = self.subscriptions.get(&(socket, request_id))?;
        let key = &self.groups.get(place.group)?.key;
        let query = self.queries.get(key.query)?;
        let filter = LiveFilter {
            class: query.class.clone(),
            filter: query.filter().clone(),
            keys: key.keys.clone(),
            watch: key.watch.clone(),
        };
        Some((filter, Arc::clone(query.matcher())))
    }

    /// The numbers of a socket's subscriptions.
    pub fn request_ids(&self, socket: SocketId) -> impl Iterator<Item = u64> {
        self.subscriptions.range((socket, 0)..=(socket, u64::MAX)).map(|((_, id), _)| *id)
    }

    /// How many subscriptions there are.
    pub fn len(&self) -> usize {
        self.subscriptions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.subscriptions.is_empty()
    }

    /// Whether there are subscriptions to a class.
    pub fn follows(&self, class: &ClassName) -> bool {
        self.queries.follows(class)
    }

    /// Computes the deliveries of a change.
    pub fn apply(&mut self, change: ObjectChange<'_>, out: &mut Vec<Delivery>) {
        let candidates = self.queries.candidates(change);
        if candidates.is_empty() {
            return;
        }
        let states = [change.before, change.after];
        let readable =
            states.map(|state| state.map_or(Readable::Public, |object| self.readers.of(object)));
        let readable = readable.each_ref();
        let mut bodies = Bodies::new(change);
        for query in candidates.into_iter().filter_map(|id| self.queries.get(id)) {
            let sides = query.sides(states);
            if !sides.iter().flatten().any(|side| side.matches && side.is_readable) {
                continue;
            }
            let seen = Seen { change, sides, readable };
            for group in &query.groups {
                if let Some(group) = self.groups.get_mut(*group) {
                    group.deliver(&seen, &mut bodies, out);
                }
            }
        }
    }

    fn has_rights(&self, place: Place, rights: &ReadRights) -> bool {
        let Some(group) = self.groups.get(place.group) else { return false };
        let query = self.queries.get(group.key.query);
        query.is_some_and(|query| query.rows() == rights.rows())
            && group.key.view == *rights.view()
            && self.readers.principals(place.readers) == rights.principals()
    }

    fn group(&mut self, key: GroupKey) -> u32 {
        if let Some(id) = self.group_ids.get(&key) {
            return *id;
        }
        let (query, key) = (key.query, Arc::new(key));
        let id = self.groups.insert(Group::new(Arc::clone(&key)));
        self.group_ids.insert(key, id);
        self.queries.add_group(query, id);
        id
    }

    /// Removes a subscription with everything that no other one needs, and returns its prefix.
    fn take(&mut self, socket: SocketId, request_id: u64) -> Option<Arc<[u8]>> {
        let place = self.subscriptions.remove(&(socket, request_id))?;
        self.readers.remove(place.readers);
        let group = self.groups.get_mut(place.group)?;
        let (member, moved) = group.remove(place.readers, place.at as usize)?;
        if let Some(moved) = moved.and_then(|moved| self.subscriptions.get_mut(&moved)) {
            moved.at = place.at;
        }
        if group.is_empty()
            && let Some(group) = self.groups.remove(place.group)
        {
            self.group_ids.remove(&group.key);
            self.queries.remove_group(group.key.query, place.group);
        }
        Some(member.target.prefix)
    }
}

#[cfg(test)]
mod tests;
