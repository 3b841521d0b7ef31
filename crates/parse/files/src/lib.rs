//! What may be stored as a file, under which name, and where its bytes go.
//!
//! It decides about bytes, names and addresses, and never about callers.

mod blobs;
mod content;
mod error;
mod extension;
mod name;
mod picture;
mod settings;
mod signed;

pub use blobs::{Blob, BlobInfo, Blobs, ByteStream, Listed, NewBlob};
pub use content::{ContentRules, at_most, content_type_of, extension_of};
pub use error::FileError;
pub use extension::Extensions;
pub use name::{Directory, FileName, StoredName, encoded};
pub use picture::Format as PictureFormat;
pub use settings::{Audience, FileSettings, UrlDomains};
pub use signed::AddressSigner;
