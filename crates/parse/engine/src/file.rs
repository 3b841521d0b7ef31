//! Files: which ones are accepted, their names, and who can read them.
//!
//! Bytes go to [`parse_files::Blobs`] and are never held in memory as a whole. Everything is
//! decided before the first byte is stored. An upload that was refused or interrupted leaves
//! nothing behind.

mod delete;
mod draft;
mod orphan;
mod policy;
mod removed;
mod save;
mod serve;
mod triggers;
mod url;

pub use delete::delete;
pub use draft::{FileDraft, SavedFile};
pub use orphan::{Cleanup, CleanupReport, cleanup};
pub use policy::may_download;
pub use removed::delete_removed;
pub use save::{Upload, save};
pub use serve::{FoundFile, find, metadata};
pub use triggers::{FileTriggers, Served};
pub use url::{address, is_address_good};

pub(crate) use url::{address_at, check as check_addresses};
