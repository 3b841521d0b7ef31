//! A file before it is stored, and after.

use parse_files::{Directory, FileName, StoredName};
use parse_model::JsonMap;

/// A file before it is stored, as triggers see it and may change it.
#[derive(Debug, Clone)]
pub struct FileDraft {
    /// The name the client proposed.
    pub name: FileName,
    /// What the client says it is.
    pub content_type: Option<String>,
    /// What is to be written on it.
    pub metadata: JsonMap,
    /// What it is to be sorted by.
    pub tags: JsonMap,
    /// The folder it is to go into.
    pub directory: Option<Directory>,
    /// How many bytes were announced, if that is known before they have come.
    pub size: Option<u64>,
    /// A file that is stored already, to be answered with instead of storing this one.
    pub instead: Option<SavedFile>,
}

/// A file that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFile {
    /// Its name.
    pub name: StoredName,
    /// Its address.
    pub url: String,
    /// How many bytes it has, if known.
    pub size: Option<u64>,
}
