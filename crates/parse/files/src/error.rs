//! Why a file was not stored, read or removed.

use std::borrow::Cow;

use parse_model::{Code, Refusal};

/// Why a file was not stored, read or removed.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The caller's doing. Shown as it is.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// There are too many uploads at once; later it may work.
    #[error("too many uploads at once")]
    Busy,
    /// The disk of files is full, which only the operator can change.
    #[error("there is no room for more files")]
    NoRoom,
    /// The storage failed.
    #[error("{doing}")]
    Failed {
        /// What the storage was asked to do.
        doing: &'static str,
        /// What went wrong.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl FileError {
    /// A refusal with a code and a text that every caller may read.
    pub fn refused(code: Code, message: impl Into<Cow<'static, str>>) -> FileError {
        FileError::Refused(Refusal::new(code, message))
    }
}
