//! The product: people report problems of a beta, are judged, thanked and ranked.
//!
//! Everything here is brought to the engine as one [`Extension`]: classes with what the database
//! holds of their rules, and commands, each one transaction. What may be read is read through the
//! ordinary classes; nothing of the product can be written there.
//!
//! It must never know HTTP, decide by itself what is right or worth how much (that is
//! `feedback-model`'s), or send anything to the outside while a transaction is open.

mod about;
pub mod administrator;
mod administrator_turns;
mod attachment;
mod audit;
mod build;
pub mod bulk;
mod chore;
mod class;
mod command;
mod comment;
mod cursor;
mod dashboard;
mod desk;
mod invariant;
mod invitation;
mod issue;
mod member;
mod page;
mod people;
mod points;
mod product_state;
mod programme;
mod recent;
mod refused;
pub mod setting;
pub mod setup;
mod standings;
mod table;
mod timestamp;
mod triage;
mod trust;
mod view;

use std::sync::Arc;

use parse_engine::Extension;
use parse_store::Step;

pub use setting::AccessMode;
pub use standings::boards;

/// What is done to the product's tables beyond columns. A step is never edited once released.
const STEPS: &[Step] = &[
    ("feedback_0001_control", include_str!("../migrations/0001_control.sql")),
    ("feedback_0002_issues", include_str!("../migrations/0002_issues.sql")),
    ("feedback_0004_people", include_str!("../migrations/0004_people.sql")),
    ("feedback_0005_points", include_str!("../migrations/0005_points.sql")),
    ("feedback_0006_issue_answers", include_str!("../migrations/0006_issue_answers.sql")),
    ("feedback_0007_triage", include_str!("../migrations/0007_triage.sql")),
    ("feedback_0008_conversation", include_str!("../migrations/0008_conversation.sql")),
    ("feedback_0009_board_days", include_str!("../migrations/0009_board_days.sql")),
    ("feedback_0012_demo", include_str!("../migrations/0012_demo.sql")),
    ("feedback_0014_boards", include_str!("../migrations/0014_boards.sql")),
    ("feedback_0015_quiet_snoozes", include_str!("../migrations/0015_quiet_snoozes.sql")),
    ("feedback_0016_people_lists", include_str!("../migrations/0016_people_lists.sql")),
    ("feedback_0017_lists", include_str!("../migrations/0017_lists.sql")),
    ("feedback_0018_pages", include_str!("../migrations/0018_pages.sql")),
    ("feedback_0019_views", include_str!("../migrations/0019_views.sql")),
    ("feedback_0020_edited_texts", include_str!("../migrations/0020_edited_texts.sql")),
    ("feedback_0021_own_role", include_str!("../migrations/0021_own_role.sql")),
    ("feedback_0022_second_look", include_str!("../migrations/0022_second_look.sql")),
    ("feedback_0023_attachment_bytes", include_str!("../migrations/0023_attachment_bytes.sql")),
    ("feedback_0024_forgotten_texts", include_str!("../migrations/0024_forgotten_texts.sql")),
];

/// What the operator decides about the product before it runs.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who may make an account while no administrator has decided.
    pub access: AccessMode,
    /// Where the app is, for links that are shown to the operator; without a slash at the end.
    pub app_url: String,
    /// Whether something is pushed to devices, which then announce themselves.
    pub has_push: bool,
    /// Where the order of seasons is kept beside the database, if it is.
    pub boards: Option<Arc<dyn boards::Boards>>,
}

/// Everything the product brings.
pub fn extension(options: &Options) -> Extension {
    let settings = product_state::ProductState::new(options.access, options.boards.clone());
    let extension = Extension::default()
        .with_classes(class::all(options.has_push))
        .with_steps(STEPS)
        .with_page_settings(page::Page { settings: settings.clone() })
        .with_welcome(setup::Invitation::new(&options.app_url));
    let extension = people::bring(extension, settings.clone());
    let extension = setup::bring(extension, &settings);
    let extension = setting::bring(extension, &settings);
    let extension = invitation::bring(extension, &settings);
    let extension = audit::bring(extension, &settings);
    let extension = invariant::bring(extension, &settings);
    let extension = about::bring(extension, &settings);
    let extension = points::bring(extension, &settings);
    let extension = standings::bring(extension, &settings);
    let extension = build::bring(extension, &settings);
    let extension = attachment::bring(extension, &settings);
    let extension = issue::bring(extension, &settings);
    let extension = dashboard::bring(extension, &settings);
    let extension = triage::bring(extension, &settings);
    let extension = comment::bring(extension, &settings);
    let extension = view::bring(extension, &settings);
    programme::bring(extension, &settings)
}
