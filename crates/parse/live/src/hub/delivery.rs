//! What comes in, a change, and what goes out, messages to sockets.

use std::sync::Arc;

use bytes::Bytes;
use parse_model::{ClassName, Object};

use crate::event::Event;

/// A socket of this node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SocketId(pub u64);

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
