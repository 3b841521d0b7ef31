//! The demo tells nobody outside.

pub(crate) use feedback::NoOutside as ScriptedOutside;
