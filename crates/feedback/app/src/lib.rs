//! The product: people report problems of a beta, are judged, thanked and ranked.
//!
//! Everything here is registered with the engine as one [`Extension`]: classes with what the
//! database holds of their rules, and commands, each one transaction. What may be read is read
//! through the ordinary classes; nothing of the product can be written there.
//!
//! It must never know HTTP, decide by itself what is right or worth how much (that is
//! `feedback-model`'s), or send anything to the outside while a transaction is open.

mod about;
pub mod bulk;
mod class;
#[cfg(test)]
mod functions_page;
mod invariant;
mod invitation;
mod metrics;
mod page;
mod people;
mod queue_poll;
pub mod recount;
pub mod setup;
mod wallet_list;

use std::sync::Arc;

use chain_node::Transport;
use parse_engine::Extension;
use parse_store::Migration;

use feedback_core::after_command::AfterCommand;
use feedback_core::product_state::ProductState;

pub use feedback_connect::api_key;
pub use feedback_core::administrator;
pub use feedback_core::outside::{NoOutside, Outside, OutsideOptions, ServiceAddresses};
pub use feedback_core::secret_keys::SecretKeys;
pub use feedback_core::setting::AccessMode;
pub use feedback_issues::attachment::{IMAGE_ENDINGS, TEXT_ENDINGS};
pub use feedback_networks::network::NoTransport;
pub use feedback_points::standings::boards;
pub use people::{Texts, operator};

/// What is done to the product's tables beyond columns. A migration is never edited once released.
const MIGRATIONS: &[Migration] = &[
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
    ("feedback_0025_networks", include_str!("../migrations/0025_networks.sql")),
    ("feedback_0026_evidence", include_str!("../migrations/0026_evidence.sql")),
    ("feedback_0027_clusters", include_str!("../migrations/0027_clusters.sql")),
    ("feedback_0028_live", include_str!("../migrations/0028_live.sql")),
    ("feedback_0029_events", include_str!("../migrations/0029_events.sql")),
    ("feedback_0030_mail", include_str!("../migrations/0030_mail.sql")),
    ("feedback_0031_browser_push", include_str!("../migrations/0031_browser_push.sql")),
    ("feedback_0032_chat", include_str!("../migrations/0032_chat.sql")),
    ("feedback_0033_trackers", include_str!("../migrations/0033_trackers.sql")),
    ("feedback_0034_webhooks", include_str!("../migrations/0034_webhooks.sql")),
    (
        "feedback_0037_channels_and_schedules",
        include_str!("../migrations/0037_channels_and_schedules.sql"),
    ),
    ("feedback_0038_hot_tables", include_str!("../migrations/0038_hot_tables.sql")),
    ("feedback_0041_pace", include_str!("../migrations/0041_pace.sql")),
    ("feedback_0043_ledger_texts", include_str!("../migrations/0043_ledger_texts.sql")),
    ("feedback_0044_payout", include_str!("../migrations/0044_payout.sql")),
    ("feedback_0045_missions", include_str!("../migrations/0045_missions.sql")),
    ("feedback_0046_mission_watch", include_str!("../migrations/0046_mission_watch.sql")),
    ("feedback_0047_fairness", include_str!("../migrations/0047_fairness.sql")),
    ("feedback_0048_erasure", include_str!("../migrations/0048_erasure.sql")),
    ("feedback_0049_wallet_list", include_str!("../migrations/0049_wallet_list.sql")),
    ("feedback_0050_own_data", include_str!("../migrations/0050_own_data.sql")),
    ("feedback_0060_event_issue", include_str!("../migrations/0060_event_issue.sql")),
    ("feedback_0061_queue_failures", include_str!("../migrations/0061_queue_failures.sql")),
    ("feedback_0065_salted_ledger", include_str!("../migrations/0065_salted_ledger.sql")),
    ("feedback_0066_sealed_seasons", include_str!("../migrations/0066_sealed_seasons.sql")),
    ("feedback_0067_sealed_nodes", include_str!("../migrations/0067_sealed_nodes.sql")),
    ("feedback_0068_account_deletion", include_str!("../migrations/0068_account_deletion.sql")),
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
    pub rank_cache: Option<Arc<dyn boards::RankCache>>,
    /// What carries questions to the nodes of networks that administrators add.
    pub chain: Arc<dyn Transport>,
    /// What carries calls to services outside, and what goes for them.
    pub outside: OutsideOptions,
}

/// What all requests to a node with these options share.
fn state_of(options: &Options) -> ProductState {
    let outside = options.outside.clone();
    let keeper = feedback_networks::network::Keeper::new(
        Arc::clone(&options.chain),
        outside.secrets.clone(),
    );
    let after_command: Vec<Arc<dyn AfterCommand>> =
        vec![Arc::new(feedback_rewards::fairness::NoteVisit)];
    ProductState::new(options.access, &options.app_url, outside, after_command)
        .with_slot(keeper)
        .with_slot(boards::RankCacheSlot(options.rank_cache.clone()))
}

/// Everything the product registers.
pub fn extension(options: &Options) -> Extension {
    let state = state_of(options);
    let extension = Extension::default()
        .with_classes(class::all(options.has_push))
        .with_migrations(MIGRATIONS)
        .with_page_settings(page::ProductPageSettings { state: state.clone() })
        .with_welcome(setup::Invitation::new(&options.app_url));
    let extension = class::live().fold(extension, Extension::with_live_class);
    let extension = people::register(extension, state.clone());
    let extension = setup::register(extension, &state);
    let extension = feedback_core::setting::register(extension, &state);
    let extension = invitation::register(extension, &state);
    let extension = wallet_list::register(extension, &state);
    let extension = feedback_core::audit::register(extension, &state);
    let extension = invariant::register(extension, &state);
    let extension = about::register(extension, &state);
    let extension = feedback_points::points::register(extension, &state);
    let extension = feedback_rewards::season::register(extension, &state);
    let extension = feedback_rewards::reward::register(extension, &state);
    let extension = feedback_points::standings::register(extension, &state);
    let extension = feedback_rewards::fairness::register(extension, &state);
    let extension = feedback_networks::build::register(extension, &state);
    let extension = feedback_networks::network::register(extension, &state);
    let extension = feedback_issues::attachment::register(extension, &state);
    let extension = feedback_issues::evidence::register(extension, &state);
    let extension = feedback_issues::issue::register(extension, &state);
    let extension = feedback_issues::cluster::register(extension, &state);
    let extension = feedback_issues::dashboard::register(extension, &state);
    let extension = feedback_rewards::mission::register(extension, &state);
    let extension = feedback_issues::triage::register(extension, &state);
    let extension = feedback_connect::tracker::register(extension, &state);
    let extension = feedback_issues::comment::register(extension, &state);
    let extension = feedback_issues::view::register(extension, &state);
    let extension = feedback_issues::programme::register(extension, &state);
    let extension = feedback_connect::webhook::register(extension, &state);
    let extension = feedback_connect::api_key::register(extension, &state);
    let extension = feedback_connect::public_api::register(extension, &state);
    let extension = feedback_core::event::register(extension, &state);
    let extension = feedback_notify::notification::register(extension, &state);
    let extension = feedback_notify::announcement::register(extension, &state);
    let extension = feedback_notify::chat_service::register(extension, &state);
    let extension = feedback_notify::account_link::register(extension, &state);
    let extension = feedback_notify::chat::register(extension, &state);
    let extension = feedback_notify::browser_push::register(extension, &state);
    let extension = feedback_notify::mail::register(extension, &state);
    let extension =
        extension.with_worker("queue poll", queue_poll::QueuePoll { state: state.clone() });
    let extension = metrics::register(extension, &state);
    extension.with_worker(
        "list invalidation",
        feedback_core::list_invalidation::ListInvalidation { state },
    )
}
