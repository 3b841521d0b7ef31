//! What programs with a key ask for: the product's own functions behind shapes that stay as they
//! are.
//!
//! Each is a function that administrators alone may call, because a key acts for one. Of private
//! issues nothing is told here: what a program reads ends in logs.

mod announce_build;
mod announce_release;
mod call_function;
mod issues;
mod mail_event;
mod programme;
mod report;

use parse_engine::Extension;

use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;

/// Registers what is here with the engine.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<issues::ApiIssues>(extension, state);
    let extension = query::<issues::ApiIssue>(extension, state);
    let extension = query::<programme::ApiProgramme>(extension, state);
    let extension = command::<announce_release::ApiAnnounceRelease>(extension, state);
    let extension = command::<mail_event::ApiMailEvent>(extension, state);
    let extension = extension.with_function(report::NAME, report::ApiReport);
    extension.with_function(announce_build::NAME, announce_build::ApiAnnounceBuild)
}
