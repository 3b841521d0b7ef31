//! What may be stored as a file, under which name, and where its bytes go.

pub(crate) mod blobs;
pub(crate) mod content;
mod extension;
pub(crate) mod name;
mod picture;
pub(crate) mod settings;
mod signed;

pub use blobs::{Blob, BlobInfo, Blobs, ByteStream, Listed, NewBlob};
pub use content::{ContentRules, content_type_of};
pub use extension::Extensions;
pub use name::{Directory, FileName, StoredName, encoded};
pub use picture::Format as PictureFormat;
pub use settings::{Audience, FileSettings, UrlDomains};
pub use signed::AddressSigner;
