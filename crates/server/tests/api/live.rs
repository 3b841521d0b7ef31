//! Live queries over real sockets.

mod client;
mod event;
mod handshake;
mod rights;
mod rule;
