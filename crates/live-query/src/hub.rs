//! All subscriptions of a node, and who is told of a change.

use std::sync::Arc;

use bytes::Bytes;
use parse_engine::read_rights::ReadRights;
use parse_model::{ClassName, Object};

use crate::event::Event;
use crate::message::LiveFilter;

/// A socket of this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SocketId(pub u64);

/// What a subscriber asked and may see.
#[derive(Debug, Clone)]
pub struct Subscription {
    /// What was asked.
    pub filter: LiveFilter,
    /// What may be seen.
    pub rights: ReadRights,
    /// What stands between the operation and the objects: [`crate::message::Identity::prefix`].
    pub prefix: Arc<[u8]>,
}

/// One object before and after a change.
#[derive(Debug, Clone, Copy)]
pub struct ObjectChange<'a> {
    /// The class.
    pub class: &'a ClassName,
    /// How it was; `None` for a new one.
    pub before: Option<&'a Object>,
    /// How it is; `None` for one that is gone.
    pub after: Option<&'a Object>,
}

/// One subscription to send to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The socket.
    pub socket: SocketId,
    /// What stands between the head and the body.
    pub prefix: Arc<[u8]>,
}

/// One message to many: for each of them its text is head, prefix, body.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// What happened.
    pub event: Event,
    /// The objects, up to the end of the message.
    pub body: Bytes,
    /// To whom.
    pub to: Arc<[Target]>,
}

impl Delivery {
    /// How each message begins.
    pub fn head(&self) -> &'static [u8] {
        self.event.head()
    }
}

/// All subscriptions of a node.
#[derive(Debug, Default)]
pub struct Hub {}

impl Hub {
    /// Adds a subscription, or replaces the one of that number.
    pub fn subscribe(&mut self, _socket: SocketId, _request_id: u64, _asked: Subscription) {}

    /// Ends a subscription; `false` if there is none.
    pub fn unsubscribe(&mut self, _socket: SocketId, _request_id: u64) -> bool {
        false
    }

    /// Ends all subscriptions of a socket.
    pub fn remove_socket(&mut self, _socket: SocketId) {}

    /// Changes what a subscriber may see; `false` if there is no such subscription.
    pub fn set_rights(&mut self, _socket: SocketId, _request_id: u64, _rights: ReadRights) -> bool {
        false
    }

    /// How many subscriptions there are.
    pub fn len(&self) -> usize {
        0
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether anybody is to be told of changes of a class.
    pub fn follows(&self, _class: &ClassName) -> bool {
        false
    }

    /// Works out who is to be told what about a change.
    pub fn apply(&mut self, _change: ObjectChange<'_>, _out: &mut Vec<Delivery>) {}
}
