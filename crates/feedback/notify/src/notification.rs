//! Notifications, in the app and on other channels.
//!
//! An event consumer decides who is notified of what. One statement reads the facts about each
//! receiver, `feedback-model` decides what they get, and another statement writes all of it.

mod answer_shape;
mod audience;
mod auto_resolve;
pub mod classes;
mod consumer;
mod facts;
mod fan_out;
mod list;
mod mark;
mod notify;
mod pace;
mod plan;
mod preference;
mod preference_set;
mod preview;
mod retract;
mod sweep;
mod table_sizes;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::event::register_consumer;
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use audience::Audience;
pub use auto_resolve::resolve_waiting;
pub use preview::{PreviewCount, count_people, preview};

/// Registers the functions, workers and tasks of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_consumer::<consumer::Notifications>(extension, state);
    let extension = query::<list::NotificationList>(extension, state);
    let extension = query::<list::NotificationCount>(extension, state);
    let extension = command::<mark::NotificationRead>(extension, state);
    let extension = command::<mark::NotificationDone>(extension, state);
    let extension = query::<preference::NotifyPreferencesGet>(extension, state);
    let extension = command::<preference_set::NotifyPreferencesSet>(extension, state);
    let extension = register_task::<sweep::NotificationSweep>(extension, state);
    extension.with_worker("notifications fan-out", fan_out::FanOut { state: state.clone() })
}
