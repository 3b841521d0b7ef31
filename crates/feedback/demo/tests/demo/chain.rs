//! The demo calls no networks.

pub(crate) use feedback::NoTransport as ScriptedNodes;
