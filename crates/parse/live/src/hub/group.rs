//! Subscribers of one query who are shown the same.

use std::collections::HashMap;
use std::sync::Arc;

use parse_engine::read_rights::FieldView;
use parse_model::{FieldName, Path};

use super::body::Bodies;
use super::delivery::{Delivery, ObjectChange, SocketId, Target};
use super::readers::{Readable, ReadersId, UNRESTRICTED};
use super::watch;
use crate::event::{self, Body, Event, Side};

/// What the subscribers of a group have in common.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct GroupKey {
    pub(super) query: u32,
    pub(super) keys: Option<Arc<[FieldName]>>,
    pub(super) watch: Option<Arc<[Path]>>,
    pub(super) view: FieldView,
}

/// One subscription.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) target: Target,
    pub(super) request_id: u64,
}

/// Subscribers of one query with the same hidden fields. They differ only in the objects that they
/// may read, and for a public object not even in that.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) key: Arc<GroupKey>,
    members: HashMap<ReadersId, Vec<Member>>,
    /// All of them, until a member is added or removed.
    all: Option<Arc<[Target]>>,
}

/// A change as a query sees it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) change: ObjectChange<'a>,
    /// Before and after; readable as far as the class decides.
    pub(super) sides: [Option<Side>; 2],
    /// Before and after: who may read, as far as the ACL decides.
    pub(super) readable: [&'a Readable; 2],
}

impl Seen<'_> {
    /// The event for members who may read these sides of the change.
    fn told(&self, reads: [bool; 2], is_watched: bool) -> Option<(Event, Body)> {
        let side = |at: usize| {
            let allowed = |side: Side| Side { is_readable: side.is_readable && reads[at], ..side };
            self.sides[at].map(allowed)
        };
        let told = event::event(side(0), side(1))?;
        (is_watched || !matches!(told.0, Event::Create | Event::Update)).then_some(told)
    }
}

impl Group {
    /// A group without members.
    pub(super) fn new(key: Arc<GroupKey>) -> Group {
        Group { key, members: HashMap::new(), all: None }
    }

    /// Adds a member; where among its readers it stands is what it is removed by.
    pub(super) fn insert(&mut self, readers: ReadersId, member: Member) -> usize {
        self.all = None;
        let members = self.members.entry(readers).or_insert_with(|| Vec::with_capacity(1));
        members.push(member);
        members.len() - 1
    }

    /// Takes a member out. Another one may have got its place, and is named.
    pub(super) fn remove(
        &mut self,
        readers: ReadersId,
        at: usize,
    ) -> Option<(Member, Option<(SocketId, u64)>)> {
        let members = self.members.get_mut(&readers).filter(|members| at < members.len())?;
        self.all = None;
        let removed = members.swap_remove(at);
        let moved = members.get(at).map(|member| (member.target.socket, member.request_id));
        if members.is_empty() {
            self.members.remove(&readers);
        }
        Some((removed, moved))
    }

    /// Whether there are no members.
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Delivers the change to the members.
    pub(super) fn deliver(
        &mut self,
        seen: &Seen<'_>,
        bodies: &mut Bodies<'_>,
        out: &mut Vec<Delivery>,
    ) {
        let watch = self.key.watch.as_ref();
        let is_watched = watch.is_none_or(|paths| watch::changed(seen.change, paths));
        if seen.readable.iter().all(|readable| **readable == Readable::Public) {
            if let Some(told) = seen.told([true, true], is_watched) {
                let to = self.all();
                out.push(self.delivery(told, to, bodies));
            }
            return;
        }
        let mut parts: Vec<((Event, Body), Vec<Target>)> = Vec::new();
        for (readers, members) in self.concerned(seen, is_watched) {
            let reads = seen.readable.map(|readable| readable.includes(readers));
            let Some(told) = seen.told(reads, is_watched) else { continue };
            let targets = members.iter().map(|member| member.target.clone());
            match parts.iter_mut().find(|(other, _)| *other == told) {
                Some((_, to)) => to.extend(targets),
                None => parts.push((told, targets.collect())),
            }
        }
        for (told, to) in parts {
            out.push(self.delivery(told, to.into(), bodies));
        }
    }

    /// The members whom the ACL names, or all members if the others get an event too.
    fn concerned(&self, seen: &Seen<'_>, is_watched: bool) -> Vec<(ReadersId, &Vec<Member>)> {
        let unnamed = seen.readable.map(|readable| *readable == Readable::Public);
        let mut named: Vec<ReadersId> = vec![UNRESTRICTED];
        for readable in seen.readable {
            if let Readable::Only(ids) = readable {
                named.extend(ids.iter());
            }
        }
        if seen.told(unnamed, is_watched).is_some() || named.len() > self.members.len() {
            return self.members.iter().map(|(readers, members)| (*readers, members)).collect();
        }
        named.sort_unstable();
        named.dedup();
        named.iter().filter_map(|id| Some((*id, self.members.get(id)?))).collect()
    }

    fn delivery(
        &self,
        (event, body): (Event, Body),
        to: Arc<[Target]>,
        bodies: &mut Bodies<'_>,
    ) -> Delivery {
        let body = bodies.get(self.key.keys.as_ref(), &self.key.view, body);
        Delivery { event, body, to }
    }

    fn all(&mut self) -> Arc<[Target]> {
        let members = &self.members;
        let all = || members.values().flatten().map(|member| member.target.clone()).collect();
        Arc::clone(self.all.get_or_insert_with(all))
    }
}
