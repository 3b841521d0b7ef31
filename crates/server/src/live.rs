//! Live queries over websockets: sockets, who is behind them, and what they are told.
//!
//! What is said on a socket and who is told of a change is [`live_query`]'s; here are the bytes,
//! the limits, the look-ups, and the one task that follows the change log while there is somebody
//! to tell.

mod clock;
mod fan_out;
mod frame;
mod identity;
mod limits;
mod live_queries;
mod log_reader;
mod operation;
mod refresh;
mod session;
mod share;
mod socket;
mod subscribers;
mod upgrade;

pub(crate) use fan_out::run;
pub(crate) use limits::raise_open_files;
pub(crate) use live_queries::LiveQueries;
pub(crate) use upgrade::{answer as upgrade, is_upgrade};
