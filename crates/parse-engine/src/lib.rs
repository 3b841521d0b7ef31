//! What a request may do and what follows from it.
//!
//! The engine joins the vocabulary ([`parse_model`]) and the database ([`parse_store`]): it finds
//! out who is calling, decides what they may reach, runs the rules of the classes concerned, and
//! shapes what comes back. People, sessions and roles are its own classes; everything else is
//! brought by an [`Extension`].
//!
//! It must never know HTTP, SQL text, or a class of the product.

pub mod access;
mod after_commit;
pub mod aggregate;
mod auth_data;
pub mod caller;
mod chained;
pub mod chore;
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
pub mod id;
mod idempotency;
mod installation;
pub mod job;
mod keeper;
pub mod mail;
mod own_classes;
pub mod page_settings;
mod password;
pub mod push;
pub mod read;
mod role;
pub mod schema;
pub mod session;
mod session_cache;
pub mod settings;
mod start;
mod system_class;
mod token;
mod unit_of_work;
pub mod user;
pub mod validator;
pub mod webhook;
mod welcome;
pub mod write;

pub use caller::{Caller, Claim, Key, RequestInfo, SignedIn};
pub use chore::Chore;
pub use clock::{Clock, SystemClock};
pub use cx::Cx;
pub use draft::{Change, Draft, Saved};
pub use effect::Effect;
pub use engine::Engine;
pub use error::{Error, WhileDoing, is_conflict};
pub use extension::{
    AuthAttempt, AuthProvider, Extension, Function, Moment, Policy, Purpose, Rules, Verified,
};
pub use global_config::{ConfigChange, ConfigRules};
pub use idempotency::{Repeats, Replayable, RequestId};
pub use job::{Job, JobRun};
pub use keeper::{IdentityKeeper, Occasion, Proof, Settlement};
pub use mail::{AccountChange, Letter, Mailer, Undelivered};
pub use page_settings::PageSettings;
pub use push::PushProvider;
pub use read::Found;
pub use settings::{ProtectedFields, Settings};
pub use unit_of_work::UnitError;
pub use user::SignUpLimit;
pub use validator::{ParamKind, ParamRule, Validator};
pub use webhook::{Courier, Delivery};
pub use welcome::Welcome;
