//! Live queries over websockets: what is said on a socket and what is looked up for it.
//!
//! What is said on a socket and who is told of a change is [`live_query`]'s; here are the
//! look-ups, and the one task that follows the change log while there is somebody to tell.

mod clock;
mod fan_out;
mod log_reader;
mod operation;
mod refresh;
mod session;
mod upgrade;

pub use fan_out::run;
pub(crate) use upgrade::{answer as upgrade, is_upgrade};
