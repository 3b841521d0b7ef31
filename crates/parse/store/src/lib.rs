//! Objects in PostgreSQL, in Parse Server's own table layout.
//!
//! A class is a table with real columns. This crate turns filters and operations of
//! [`parse_model`] into SQL whose text is made of literals only: values are bound, names have been
//! checked before they get here and are quoted in one place ([`sql::Sql`]).
//!
//! Functions are called by the module that they belong to, such as [`object::find`].
//!
//! It decides nothing about permissions: what a caller may reach arrives as a [`RowAccess`] and
//! becomes part of the statement. It must never know HTTP, or a class of the product.

pub mod aggregate;
mod bootstrap;
mod catalogue;
pub mod change_log;
mod client_query;
mod commit;
mod condition;
mod connection;
mod counter;
pub mod ddl;
mod delete;
pub mod email_tokens;
mod error;
pub mod file;
pub mod file_folder;
pub mod global_config;
pub mod hook;
pub mod idempotency;
mod insert;
pub mod inspection;
pub mod job;
mod listener_health;
mod live_classes;
pub mod migrate;
mod notify;
pub mod object;
mod open;
pub mod outbox;
pub mod periodic_task;
mod prepared;
pub mod push_work;
pub mod reach;
mod relation;
pub mod role;
mod row;
mod select;
pub mod session;
pub mod snapshot;
mod sql;
mod statement_watch;
mod store;
mod store_options;
mod stored_class;
pub mod sweep;
pub mod system;
pub mod throttle;
mod timeouts;
pub mod tls;
mod transaction_pool;
mod tx;
mod update;
pub mod user_queries;

pub use client_query::Lane;
pub use counter::Traffic;
pub use ddl::{ClassChange, ClpChange};
pub use email_tokens::{Mailed, MailedTo};
pub use error::StoreError;
pub use file::{FileReferences, StoredFile};
pub use global_config::StoredConfig;
pub use hook::{HookKey, StoredHook};
pub use idempotency::{Answered, RequestKey};
pub use insert::Insert;
pub use job::{JobBegin, JobEnd};
pub use listener_health::{ListenerEpoch, ListenerHealth};
pub use live_classes::LiveClasses;
pub use migrate::Migration;
pub use notify::Invalidation;
pub use outbox::Backlog;
pub use push_work::PushWork;
pub use reach::Unreachable;
pub use row::Columns;
pub use select::Select;
pub use session::StoredSession;
pub use sql::{Bind, Sql};
pub use statement_watch::{PoolState, SentStatement, StatementWatch};
pub use store::{Access, Db, Store};
pub use store_options::{ClientQueryOptions, FIXED_CONNECTIONS, SEARCH_CONNECTIONS, StoreOptions};
pub use throttle::Admitted;
pub use timeouts::Timeouts;
pub use tls::TlsMode;
pub use transaction_pool::in_reserve;
pub use tx::Tx;
pub use update::Update;
pub use user_queries::Unique;

/// Which rows a statement may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowAccess<'a> {
    /// All of them: the master key, or the server itself.
    Everything,
    /// Those that some of these principals may read.
    ReadableBy(&'a [String]),
    /// Those that some of these principals may write.
    WritableBy(&'a [String]),
}
