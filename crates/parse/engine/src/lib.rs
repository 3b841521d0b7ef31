//! Executes requests: permissions, triggers, and effects.
//!
//! The engine combines the vocabulary ([`parse_model`]) and the database ([`parse_store`]). It
//! identifies the caller, decides what they can access, runs the triggers of the classes, and
//! builds the answer. Users, sessions and roles are its own classes. An [`Extension`] adds
//! everything else.
//!
//! It must never know HTTP, SQL text, or a class of the product.

mod after_commit;
pub mod aggregate;
mod auth_data;
mod builtin_classes;
mod client_query;
pub mod clock;
mod config_cache;
pub mod cx;
pub mod draft;
mod effect;
pub mod engine;
pub mod error;
pub mod extension;
pub mod file;
pub mod function;
pub mod global_config;
pub mod hook;
mod idempotency;
mod installation;
pub mod job;
pub mod live;
mod live_state;
pub mod mail;
mod metric_source;
pub mod page_settings;
pub mod periodic_task;
pub mod push_provider;
pub mod read;
pub mod read_rights;
mod role;
pub mod schema;
mod search;
pub mod service_hook;
pub mod session;
pub mod settings;
mod start;
mod startup_message;
pub mod sweep;
mod unit_of_work;
pub mod user;
pub mod validator;
pub mod webhook;
pub mod worker;
pub mod write;

pub use client_query::Search;
pub use clock::{Clock, DatabaseClock, SystemClock};
pub use cx::Cx;
pub use draft::{Change, Draft, Saved};
pub use effect::Effect;
pub use engine::Engine;
pub use error::{Error, WhileDoing, is_conflict, is_unavailable};
pub use extension::{
    AuthAttempt, AuthProvider, AuthValidation, Extension, ExternalIdentityStore, Function, Policy,
    Proof, ProofConsumer, ProofPurpose, Signature, TriggerKind, Triggers, Verified,
};
pub use global_config::{ConfigChange, ConfigTriggers};
pub use idempotency::{Repeats, Replayable, RequestId};
pub use job::{Job, JobRun};
pub use live::{ChangeFollower, Followed, LiveChange, LiveClasses};
pub use mail::{AccountChange, Letter, Mailer, Message, NotTaken, Undelivered};
pub use metric_source::{MetricSource, Sample};
pub use page_settings::{PageContent, PageLink, PageRel, PageSettings};
pub use periodic_task::PeriodicTask;
pub use push_provider::PushProvider;
pub use read::QueryResult;
pub use read_rights::ReadRights;
pub use service_hook::{ServiceCall, ServiceHook, ServiceReply};
pub use settings::Settings;
pub use startup_message::StartupMessage;
pub use unit_of_work::UnitError;
pub use user::SignUpLimit;
pub use validator::{ParamKind, ParamRule, Validator};
pub use webhook::{WebhookCall, WebhookClient};
pub use worker::Worker;
