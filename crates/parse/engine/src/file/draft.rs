//! A file before it is stored, and after.

use parse_files::{Directory, FileName, StoredName};
use parse_model::JsonMap;

/// A file before it is stored. Triggers may change it.
#[derive(Debug, Clone)]
pub struct FileDraft {
    /// The name the client proposed.
    pub name: FileName,
    /// The content type that the client sent.
    pub content_type: Option<String>,
    /// The metadata to store.
    pub metadata: JsonMap,
    /// The tags to store.
    pub tags: JsonMap,
    /// The target folder.
    pub directory: Option<Directory>,
    /// The announced size, if known.
    pub size: Option<u64>,
    /// A stored file to return instead of storing this one.
    pub instead: Option<SavedFile>,
}

/// A stored file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFile {
    /// Its name.
    pub name: StoredName,
    /// Its address.
    pub url: String,
    /// How many bytes it has, if known.
    pub size: Option<u64>,
}
