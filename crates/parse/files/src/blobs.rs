//! The seam to wherever bytes are kept.

use std::fmt::Debug;
use std::ops::Range;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::stream::BoxStream;
use parse_model::{Date, JsonMap};

use crate::error::FileError;
use crate::name::StoredName;

/// Bytes on their way.
pub type ByteStream = BoxStream<'static, Result<Bytes, FileError>>;

/// Where files are kept: a folder, or a bucket.
///
/// Whatever is written is there completely and durably when `put` returns, or not at all.
#[async_trait]
pub trait Blobs: Send + Sync + Debug {
    /// Keeps a file and says how many bytes it has. Never replaces one that is there.
    async fn put(&self, name: &StoredName, new: NewBlob) -> Result<u64, FileError>;

    /// A file, or a part of it; `None` if there is none.
    async fn get(
        &self,
        name: &StoredName,
        range: Option<Range<u64>>,
    ) -> Result<Option<Blob>, FileError>;

    /// What is known of a file; `None` if there is none.
    async fn head(&self, name: &StoredName) -> Result<Option<BlobInfo>, FileError>;

    /// Removes a file, and says whether there was one.
    async fn delete(&self, name: &StoredName) -> Result<bool, FileError>;

    /// Every file, in no particular order, without holding them all in memory.
    fn list(&self) -> BoxStream<'static, Result<Listed, FileError>>;

    /// Removes what uploads have left behind that were cut off by the end of a process before
    /// `before`; says how many there were.
    async fn discard_unfinished(&self, before: Date) -> Result<u64, FileError>;
}

/// A file to be kept.
pub struct NewBlob {
    /// Its bytes.
    pub bytes: ByteStream,
    /// What it is, if known.
    pub content_type: Option<String>,
    /// Notes to keep beside it, if the storage has a place for them.
    pub metadata: JsonMap,
    /// What to sort it by, if the storage can.
    pub tags: JsonMap,
}

/// A file, or a part of it.
pub struct Blob {
    /// What is known of the whole file.
    pub info: BlobInfo,
    /// The bytes that were asked for.
    pub bytes: ByteStream,
}

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlobInfo {
    /// How many bytes it has.
    pub size: u64,
    /// A text that changes with its bytes.
    pub etag: Option<String>,
    /// When it was stored.
    pub modified: Date,
}

/// One file of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub name: StoredName,
    /// How many bytes it has.
    pub size: u64,
    /// When it was stored.
    pub modified: Date,
}
