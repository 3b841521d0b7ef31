//! Files: what may be kept, under which name, and who may have it.
//!
//! Bytes go to [`Blobs`], wherever the operator put them, and never through memory as a whole. What
//! is decided here is decided before the first byte is stored; a file that was refused, or broke
//! off, leaves nothing behind.

mod blobs;
mod content;
mod delete;
mod draft;
mod extension;
mod name;
mod orphan;
mod picture;
mod policy;
mod removed;
mod save;
mod serve;
mod settings;
mod signed;
mod triggers;
mod url;

pub use blobs::{Blob, BlobInfo, Blobs, ByteStream, Listed, NewBlob};
pub use content::{ContentRules, content_type_of};
pub use delete::delete;
pub use draft::{FileDraft, SavedFile};
pub use extension::Extensions;
pub use name::{Directory, FileName, StoredName, encoded};
pub use orphan::{Cleanup, CleanupReport, cleanup};
pub use picture::Format as PictureFormat;
pub use policy::may_download;
pub use removed::delete_removed;
pub use save::{Upload, save};
pub use serve::{FoundFile, find, metadata};
pub use settings::{Audience, FileSettings, UrlDomains};
pub use signed::AddressSigner;
pub use triggers::{FileTriggers, Served};
pub use url::{address, is_address_good};

pub(crate) use url::{address_at, check as check_addresses};
