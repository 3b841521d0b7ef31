//! Live queries over real sockets.

mod busy;
mod client;
mod event;
mod handshake;
mod limit;
mod node;
mod programme;
mod reader;
mod rights;
mod rule;
mod schedule;
