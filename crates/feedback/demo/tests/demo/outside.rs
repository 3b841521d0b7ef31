//! The demo sends no messages.

pub(crate) use feedback::NoOutside as ScriptedOutside;
