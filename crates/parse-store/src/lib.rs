//! Objects in PostgreSQL, in Parse Server's own table layout.
//!
//! A class is a table with real columns. This crate turns filters and operations of
//! [`parse_model`] into SQL whose text is made of literals only: values are bound, names have been
//! checked before they get here and are quoted in one place ([`sql::Sql`]).
//!
//! It decides nothing about permissions: what a caller may reach arrives as a [`Reach`] and
//! becomes part of the statement. It must never know HTTP, or a class of the product.

pub mod aggregate;
mod bootstrap;
mod catalogue;
mod chore;
mod client_query;
mod condition;
mod connection;
mod counter;
mod ddl;
mod delete;
mod error;
mod file;
mod global_config;
mod hearing;
mod hook;
mod insert;
mod job;
mod mailed;
mod migrate;
mod notify;
pub mod outbox;
mod people;
mod prepared;
mod push_work;
mod relation;
mod repeat;
mod role;
mod row;
mod select;
mod sql;
mod store;
mod system;
mod throttle;
mod tls;
mod transaction_pool;
mod tx;
mod update;

pub use chore::claim_chore;
pub use client_query::{ClientQueryOptions, Lane};
pub use counter::Traffic;
pub use ddl::{
    ClassChange, ClpChange, change_class, create_class, drop_class, extend_class, hold_class,
    unlist_class,
};
pub use delete::{delete, purge};
pub use error::StoreError;
pub use file::{
    FileReferences, StoredFile, file, forget_file, record_file, removed_files, uploaded_since,
};
pub use global_config::{StoredConfig, global_config, hold_global_config, write_global_config};
pub use hearing::{HeardOn, Hearing};
pub use hook::{HookKey, StoredHook, hold_hooks, hooks, put_hook, remove_hook};
pub use insert::{Insert, insert};
pub use job::{
    JobBegin, JobEnd, beat_job, begin_job, end_job, give_up_jobs, note_job, release_job,
    try_hold_schedules,
};
pub use mailed::{
    Mailed, MailedTo, consume_mailed, forget_attempts, keep_mailed, mailed_to, reserve_attempt,
    start_password_age,
};
pub use migrate::{Step, bring_up_to_date};
pub use notify::Notice;
pub use people::{
    StoredSession, Unique, claim, end_oldest_sessions, ensure_unique_identities, holders, is_taken,
    renew_session, replace_hash, replace_token, session_kept_as, touch_session,
};
pub use push_work::{
    PushWork, add_push_work, end_push_work, has_push_work, keep_push_work, next_push_work,
    put_back_push_work, take_push_work, time_zones,
};
pub use relation::change_members;
pub use repeat::{
    Answered, RequestKey, answered, forget_requests, keep_answer, note_request, release_request,
    request_claim,
};
pub use role::roles_of;
pub use row::Columns;
pub use select::{Select, count, explain, find};
pub use sql::{Bind, Sql};
pub use store::{Access, Db, Patience, Store, StoreOptions, is_superuser};
pub use system::{default_fields, is_volatile};
pub use throttle::{
    Admitted, admit_attempt, count_failure, forget_failures, forgive, sweep_attempts,
};
pub use tls::{Protection, protection};
pub use tx::Tx;
pub use update::{Update, update};

/// Which rows a statement may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach<'a> {
    /// All of them: the master key, or the server itself.
    Everything,
    /// Those that some of these principals may read.
    ReadableBy(&'a [String]),
    /// Those that some of these principals may write.
    WritableBy(&'a [String]),
}
