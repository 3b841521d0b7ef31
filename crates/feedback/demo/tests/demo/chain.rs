//! The demo's networks are reached by nobody.

pub(crate) use feedback::NoTransport as ScriptedNodes;
