//! The product: people report problems of a beta, are judged, thanked and ranked.
//!
//! Everything here is registered with the engine as one [`Extension`]: classes with what the
//! database holds of their rules, and commands, each one transaction. What may be read is read
//! through the ordinary classes; nothing of the product can be written there.
//!
//! It must never know HTTP, decide by itself what is right or worth how much (that is
//! `feedback-model`'s), or send anything to the outside while a transaction is open.

mod about;
mod account_link;
pub mod administrator;
mod administrator_turns;
mod announcement;
pub mod api_key;
mod attachment;
mod audit;
mod browser_push;
mod build;
pub mod bulk;
mod chat;
mod chat_service;
mod class;
mod cluster;
mod command;
mod command_context;
mod comment;
mod cursor;
mod dashboard;
mod delivery;
mod event;
mod evidence;
mod fairness;
#[cfg(test)]
mod functions_page;
mod invariant;
mod invitation;
mod issue;
mod list_invalidation;
mod mail;
mod member;
mod metrics;
mod mission;
mod network;
mod notification;
mod outside;
mod page;
mod parameter_schema;
mod people;
mod points;
mod product_state;
mod programme;
mod public_api;
mod queue_failure;
mod queue_poll;
pub mod recount;
mod refused;
mod reward;
mod secret;
mod secret_keys;
mod service_rate;
pub mod setting;
pub mod setup;
mod short_ttl_cache;
mod standings;
mod table;
mod task;
mod timestamp;
mod tracker;
mod triage;
mod trust;
mod unconfirmed;
mod view;
mod wallet_list;
mod webhook;

use std::sync::Arc;

use chain_node::Transport;
use parse_engine::Extension;
use parse_store::Migration;

use product_state::ProductState;

pub use attachment::{IMAGE_ENDINGS, TEXT_ENDINGS};
pub use network::NoTransport;
pub use outside::{NoOutside, Outside, OutsideOptions, ServiceAddresses};
pub use people::{Texts, operator};
pub use secret_keys::SecretKeys;
pub use setting::AccessMode;
pub use standings::boards;

/// What is done to the product's tables beyond columns. Released migrations are never edited: new
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
    ProductState::new(
        options.access,
        options.rank_cache.clone(),
        Arc::clone(&options.chain),
        &options.app_url,
        options.outside.clone(),
    )
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
    let extension = setting::register(extension, &state);
    let extension = invitation::register(extension, &state);
    let extension = wallet_list::register(extension, &state);
    let extension = audit::register(extension, &state);
    let extension = invariant::register(extension, &state);
    let extension = about::register(extension, &state);
    let extension = points::register(extension, &state);
    let extension = reward::register(extension, &state);
    let extension = standings::register(extension, &state);
    let extension = fairness::register(extension, &state);
    let extension = build::register(extension, &state);
    let extension = network::register(extension, &state);
    let extension = attachment::register(extension, &state);
    let extension = evidence::register(extension, &state);
    let extension = issue::register(extension, &state);
    let extension = cluster::register(extension, &state);
    let extension = dashboard::register(extension, &state);
    let extension = mission::register(extension, &state);
    let extension = triage::register(extension, &state);
    let extension = tracker::register(extension, &state);
    let extension = comment::register(extension, &state);
    let extension = view::register(extension, &state);
    let extension = programme::register(extension, &state);
    let extension = webhook::register(extension, &state);
    let extension = api_key::register(extension, &state);
    let extension = public_api::register(extension, &state);
    let extension = event::register(extension, &state);
    let extension = notification::register(extension, &state);
    let extension = announcement::register(extension, &state);
    let extension = chat_service::register(extension, &state);
    let extension = account_link::register(extension, &state);
    let extension = chat::register(extension, &state);
    let extension = browser_push::register(extension, &state);
    let extension = mail::register(extension, &state);
    let extension =
        extension.with_worker("queue poll", queue_poll::QueuePoll { state: state.clone() });
    let extension = metrics::register(extension, &state);
    extension.with_worker("list invalidation", list_invalidation::ListInvalidation { state })
}
