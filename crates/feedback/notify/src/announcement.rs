//! Announcements and releases: news for all users, or for the affected ones.
//!
//! Publishing writes one event. The receivers and their channels follow from it.

mod draft;
mod list;
mod publish;
mod release;
mod schedule;
mod team_channel;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::task::register_task;

pub use release::{Release, announce};

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::AnnouncementList>(extension, state);
    let extension = query::<list::AnnouncementGet>(extension, state);
    let extension = command::<draft::AnnouncementSave>(extension, state);
    let extension = command::<draft::AnnouncementRemove>(extension, state);
    let extension = query::<publish::AnnouncementPreview>(extension, state);
    let extension = command::<schedule::AnnouncementSchedule>(extension, state);
    let extension = register_task::<schedule::Scheduled>(extension, state);
    command::<publish::AnnouncementPublish>(extension, state)
}
