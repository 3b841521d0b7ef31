//! Backups: everything in the database at one moment and the files that belong to it, in a folder or
//! a bucket; and both put back from there.
//!
//! `pg_dump` copies the database, and the manifest says which rows it must hold. A backup is
//! complete when its manifest is there, which is written last. Files lie beside all backups of a
//! place, each under the hash of its bytes, so that the next backup need not copy them again. It
//! knows nothing of settings: a caller hands over where the database, the files and the place are.

mod check;
mod create;
mod destination;
mod files;
mod manifest;
mod member;
mod progress;
mod prune;
mod restoring;
mod script;
mod tools;

pub(crate) use check::check;
pub(crate) use create::{Plan, dry_run, make};
pub(crate) use destination::{Destination, IfMissing};
pub(crate) use manifest::Manifest;
pub(crate) use progress::{Progress, size};
pub(crate) use prune::prune;
pub(crate) use restoring::{RestorePlan, Restored, fitting, obstacle, restore};
pub(crate) use tools::{Programs, Running, Tools};
