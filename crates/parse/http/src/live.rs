//! Live queries over websockets: what is said on a socket and what is looked up for it.
//!
//! [`live_query`] handles the messages on a socket and the audience of a change. This module has
//! the look-ups, and the one task that follows the change log while there are subscribers.

mod clock;
mod fan_out;
mod log_reader;
mod operation;
mod refresh;
mod session;
mod upgrade;

pub use fan_out::run;
pub(crate) use upgrade::{answer as upgrade, is_upgrade};
