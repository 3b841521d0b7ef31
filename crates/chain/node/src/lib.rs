//! Asking the nodes of a network: several endpoints each, health, lag, timeouts, a budget per look-up.
//!
//! It knows JSON-RPC and nothing below it: a [`Transport`] carries bytes to addresses that it has
//! checked. It must never send anything to a chain, and never trust an answer to have a shape, a
//! size or a truth.

mod ability;
mod budget;
mod check;
mod clock;
mod endpoint_state;
mod error;
mod find;
mod health;
mod hex;
mod json_rpc;
mod judge;
mod look_up;
mod network;
mod nodes;
mod replay;
mod rerun;
mod token;
mod trace;
mod transport;

pub use ability::TestReport;
pub use budget::Budget;
pub use chain::Found;
pub use chain::found::TraceKind;
pub use clock::{Clock, SystemClock};
pub use error::NodeError;
pub use find::Probe;
pub use health::{EndpointHealth, HealthState, NetworkHealth};
pub use look_up::Step;
pub use network::{Endpoint, Network, Replay, TraceMode};
pub use nodes::Nodes;
pub use transport::{Reply, Transport, TransportError};
