//! The product: testers report problems of a beta, and are reviewed, rewarded and ranked.
//!
//! Everything here is registered with the engine as one [`Extension`]: classes with their rules in
//! the database, and commands, each one transaction. Clients read through the ordinary classes, and
//! write only through commands.
//!
//! This crate must never know HTTP, decide about triage and points itself (that is
//! `feedback-model`), or call an external service while a transaction is open.

mod bootstrap_settings;
pub mod brand;
mod class;
pub mod dead_letter;
#[cfg(test)]
mod events_page;
#[cfg(test)]
mod functions_page;
mod invariant;
mod invitation;
mod metrics;
mod people;
#[cfg(test)]
mod personal_data_page;
mod policy;
mod queue_poll;
pub mod recount;
mod review_counts;
mod server_info;
#[cfg(test)]
mod settings_page;
mod settings_summary;
pub mod setup;
mod wallet_list;

use std::sync::Arc;

use chain_node::Transport;
use parse_engine::Extension;
use parse_store::Migration;

use feedback_core::after_command::AfterCommand;
use feedback_core::product_state::ProductState;

pub use feedback_connect::{api_key, widget};
pub use feedback_core::administrator;
pub use feedback_core::outside::{NoOutside, Outside, OutsideOptions, ServiceAddresses};
pub use feedback_core::secret_keys::SecretKeys;
pub use feedback_core::setting::AccessMode;
pub use feedback_issues::attachment::{IMAGE_ENDINGS, TEXT_ENDINGS};
pub use feedback_networks::network::NoTransport;
pub use feedback_points::standings::boards;
pub use people::{REMAINS, Texts, operator};

/// Everything in the product's tables beyond columns. Released migrations are never edited. New
/// ones are appended.
const MIGRATIONS: &[Migration] = &[
    ("feedback_0001_common", include_str!("../migrations/0001_common.sql")),
    ("feedback_0002_people", include_str!("../migrations/0002_people.sql")),
    ("feedback_0003_access", include_str!("../migrations/0003_access.sql")),
    ("feedback_0004_settings", include_str!("../migrations/0004_settings.sql")),
    ("feedback_0005_audit", include_str!("../migrations/0005_audit.sql")),
    ("feedback_0006_builds", include_str!("../migrations/0006_builds.sql")),
    ("feedback_0007_issues", include_str!("../migrations/0007_issues.sql")),
    ("feedback_0008_timeline", include_str!("../migrations/0008_timeline.sql")),
    ("feedback_0009_conversation", include_str!("../migrations/0009_conversation.sql")),
    ("feedback_0010_votes", include_str!("../migrations/0010_votes.sql")),
    ("feedback_0011_triage", include_str!("../migrations/0011_triage.sql")),
    ("feedback_0012_lists", include_str!("../migrations/0012_lists.sql")),
    ("feedback_0013_seasons", include_str!("../migrations/0013_seasons.sql")),
    ("feedback_0014_points", include_str!("../migrations/0014_points.sql")),
    ("feedback_0015_standings", include_str!("../migrations/0015_standings.sql")),
    ("feedback_0016_networks", include_str!("../migrations/0016_networks.sql")),
    ("feedback_0017_evidence", include_str!("../migrations/0017_evidence.sql")),
    ("feedback_0018_clusters", include_str!("../migrations/0018_clusters.sql")),
    ("feedback_0019_events", include_str!("../migrations/0019_events.sql")),
    ("feedback_0020_mail", include_str!("../migrations/0020_mail.sql")),
    ("feedback_0021_notifications", include_str!("../migrations/0021_notifications.sql")),
    ("feedback_0022_announcements", include_str!("../migrations/0022_announcements.sql")),
    ("feedback_0023_push", include_str!("../migrations/0023_push.sql")),
    ("feedback_0024_chat", include_str!("../migrations/0024_chat.sql")),
    ("feedback_0025_trackers", include_str!("../migrations/0025_trackers.sql")),
    ("feedback_0026_webhooks", include_str!("../migrations/0026_webhooks.sql")),
    ("feedback_0027_api_keys", include_str!("../migrations/0027_api_keys.sql")),
    ("feedback_0028_missions", include_str!("../migrations/0028_missions.sql")),
    ("feedback_0029_payouts", include_str!("../migrations/0029_payouts.sql")),
    ("feedback_0030_fairness", include_str!("../migrations/0030_fairness.sql")),
    ("feedback_0031_appeals", include_str!("../migrations/0031_appeals.sql")),
    ("feedback_0032_own_data", include_str!("../migrations/0032_own_data.sql")),
    ("feedback_0033_demo", include_str!("../migrations/0033_demo.sql")),
    ("feedback_0034_widget", include_str!("../migrations/0034_widget.sql")),
    ("feedback_0035_policies", include_str!("../migrations/0035_policies.sql")),
    ("feedback_0036_unreported", include_str!("../migrations/0036_unreported.sql")),
    ("feedback_0037_registry", include_str!("../migrations/0037_registry.sql")),
    ("feedback_0038_brand", include_str!("../migrations/0038_brand.sql")),
    ("feedback_0039_failure_questions", include_str!("../migrations/0039_failure_questions.sql")),
    ("feedback_0040_failure_alarms", include_str!("../migrations/0040_failure_alarms.sql")),
];

/// The operator's configuration of the product.
#[derive(Debug, Clone)]
pub struct Options {
    /// Who may create an account while no administrator has decided.
    pub access: AccessMode,
    /// The address of the app for links, without a slash at the end.
    pub app_url: String,
    /// Whether push is configured, so that devices may register.
    pub has_push: bool,
    /// The cache of season ranks beside the database, if there is one.
    pub rank_cache: Option<Arc<dyn boards::RankCache>>,
    /// The transport for calls to the RPC endpoints of networks.
    pub chain: Arc<dyn Transport>,
    /// The configuration of external services.
    pub outside: OutsideOptions,
}

/// The state shared by all requests to a node.
fn state_of(options: &Options) -> ProductState {
    let outside = options.outside.clone();
    let keeper = feedback_networks::network::NodeRegistry::new(
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
        .with_page_settings(bootstrap_settings::ProductPageSettings { state: state.clone() })
        .with_startup_message(setup::Invitation::new(&options.app_url));
    let extension = class::live().fold(extension, Extension::with_live_class);
    let extension = people::register(extension, state.clone());
    let extension = setup::register(extension, &state);
    let extension = feedback_core::setting_panel::register(extension, &state);
    let extension = brand::register(extension, &state);
    let extension = policy::register(extension, &state);
    let extension = invitation::register(extension, &state);
    let extension = wallet_list::register(extension, &state);
    let extension = feedback_core::audit_log::register(extension, &state);
    let extension = invariant::register(extension, &state);
    let extension = server_info::register(extension, &state);
    let extension = review_counts::register(extension, &state);
    let extension = settings_summary::register(extension, &state);
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
    let extension = feedback_issues::issue_page::register(extension, &state);
    let extension = feedback_issues::report::register(extension, &state);
    let extension = feedback_issues::cluster::register(extension, &state);
    let extension = feedback_unreported::register(extension, &state);
    let extension = feedback_issues::dashboard::register(extension, &state);
    let extension = feedback_rewards::mission::register(extension, &state);
    let extension = feedback_issues::triage::register(extension, &state);
    let extension = feedback_connect::tracker::register(extension, &state);
    let extension = feedback_issues::comment::register(extension, &state);
    let extension = feedback_issues::saved_view::register(extension, &state);
    let extension = feedback_issues::programme_info::register(extension, &state);
    let extension = feedback_connect::webhook::register(extension, &state);
    let extension = feedback_connect::api_key::register(extension, &state);
    let extension = feedback_connect::public_api::register(extension, &state);
    let extension = feedback_connect::widget::register(extension, &state);
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
