//! Outgoing calls: every address that a user or administrator chose is checked here before it is
//! called, and every call has a time, a size and a share of its own.

pub mod chain_transport;
pub mod mail;
pub mod network;
pub mod outgoing;
pub mod push;
pub mod tls;
pub mod webhook;
