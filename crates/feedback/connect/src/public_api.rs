//! The functions behind the public API, with stable answers.
//!
//! Each is for administrators only, because a key acts for one. Private issues are left out,
//! because data that programs read ends up in logs.

mod announce_build;
mod announce_release;
pub(crate) mod call_function;
mod issues;
mod mail_event;
mod programme;
mod report;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<issues::ApiIssues>(extension, state);
    let extension = query::<issues::ApiIssue>(extension, state);
    let extension = query::<programme::ApiProgramme>(extension, state);
    let extension = command::<announce_release::ApiAnnounceRelease>(extension, state);
    let extension = command::<mail_event::ApiMailEvent>(extension, state);
    let extension = extension.with_function(report::NAME, report::ApiReport);
    extension.with_function(announce_build::NAME, announce_build::ApiAnnounceBuild)
}
