//! LiveQuery: the protocol of Parse's websocket, the audience of a change, and its events.
//!
//! Pure: a message comes in and messages go out, a change comes in and deliveries go out. Sockets,
//! clocks and the database are the server's. A subscriber only receives objects that they could
//! have read by a query at that moment, field by field.

pub mod connection;
pub mod event;
pub mod hub;
mod live_matcher;
pub mod message;

pub use connection::{Connection, Limits, Step};
pub use event::Event;
pub use hub::{Delivery, Hub, ObjectChange, RightsChange, SocketId, Subscription, Target};
pub use live_matcher::LiveMatcher;
pub use message::{ClientMessage, ConnectRequest, ProtocolError, SubscribeRequest};
