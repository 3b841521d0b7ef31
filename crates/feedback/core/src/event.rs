//! Events: what happened, in a stable form, for everything that follows from it.
//!
//! A command appends events in its own transaction and notifies no one itself. Consumers read them
//! after the commit, each at its own pace, and resume where they stopped. A consumer's writes and
//! its position commit together, so inside the database nothing happens twice or is skipped.

mod alarm;
mod append;
mod consumer;
mod pattern;
mod read;
mod summary;
mod trim;
mod wire;

pub use append::{DomainEvent, append, append_all, event_row, new_id};
pub use consumer::{Consumer, register_consumer};
pub use feedback_model::event::EventKind;
pub use pattern::matches_pattern;
pub use read::StoredEvent;
pub use trim::register;
pub use wire::wire;
