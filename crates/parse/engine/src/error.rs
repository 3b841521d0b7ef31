//! Errors of operations.

use parse_files::FileError;
use parse_identity::password::PasswordError;
use parse_model::{Code, Refusal};
use parse_store::StoreError;

/// An error: the operation was refused, or it failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Caused by the caller. Returned unchanged.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Overloaded. It may succeed later.
    #[error("the server is busy")]
    Busy,
    /// A commit was not answered, so its outcome is unknown.
    #[error("whether it happened is not known")]
    Unknown,
    /// The caller has exceeded a limit and must wait.
    #[error("too many attempts")]
    TooMany {
        /// This many seconds.
        seconds: u64,
    },
    /// The disk of files is full, which only the operator can change.
    #[error("there is no room for more files")]
    NoRoom,
    /// Internal. The caller learns that it happened, and the log has the details.
    #[error("{doing}")]
    Failed {
        /// What was being done.
        doing: &'static str,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl Error {
    /// A refusal with a code and a public text.
    pub fn refused(code: Code, message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
        Error::Refused(Refusal::new(code, message))
    }

    /// The protocol's code, if it was a refusal.
    pub fn code(&self) -> Option<Code> {
        match self {
            Error::Refused(refusal) => Some(refusal.code),
            Error::NoRoom => Some(Code::FILE_SAVE_ERROR),
            Error::Busy | Error::Unknown | Error::TooMany { .. } | Error::Failed { .. } => None,
        }
    }

    /// Whether the same transaction may succeed when it is repeated.
    pub fn is_transient(&self) -> bool {
        match self {
            Error::Refused(_)
            | Error::Busy
            | Error::Unknown
            | Error::TooMany { .. }
            | Error::NoRoom => false,
            Error::Failed { source, .. } => is_conflict(&**source),
        }
    }

    /// Whether the cached schema was older than the tables.
    pub(crate) fn is_stale_schema(&self) -> bool {
        match self {
            Error::Refused(_)
            | Error::Busy
            | Error::Unknown
            | Error::TooMany { .. }
            | Error::NoRoom => false,
            Error::Failed { source, .. } => {
                source.downcast_ref::<StoreError>().is_some_and(StoreError::is_stale_schema)
            }
        }
    }
}

impl From<FileError> for Error {
    fn from(error: FileError) -> Error {
        match error {
            FileError::Refused(refusal) => Error::Refused(refusal),
            FileError::Busy => Error::Busy,
            FileError::NoRoom => Error::NoRoom,
            FileError::Failed { doing, source } => Error::Failed { doing, source },
        }
    }
}

impl From<PasswordError> for Error {
    fn from(error: PasswordError) -> Error {
        match error {
            PasswordError::Refused(refusal) => Error::Refused(refusal),
            PasswordError::Busy => Error::Busy,
            PasswordError::Failed(source) => Error::Failed { doing: "hashing a password", source },
        }
    }
}

/// Whether the database aborted a transaction because of another one, anywhere in the chain of
/// causes.
pub fn is_conflict(source: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(source);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<StoreError>() {
            return error.is_transient();
        }
        cause = error.source();
    }
    false
}

/// Whether the database is unreachable, shutting down or full, anywhere in the chain of causes.
pub fn is_unavailable(source: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(source);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<StoreError>() {
            return error.is_unavailable();
        }
        cause = error.source();
    }
    false
}

/// Adds what was being done to an error, and keeps the cause.
pub trait WhileDoing<T> {
    /// Converts a foreign error.
    fn while_doing(self, doing: &'static str) -> Result<T, Error>;
}

impl<T> WhileDoing<T> for Result<T, StoreError> {
    fn while_doing(self, doing: &'static str) -> Result<T, Error> {
        self.map_err(|error| match error {
            StoreError::Refused(refusal) => Error::Refused(refusal),
            StoreError::Duplicate { constraint } => Error::Refused(taken(&constraint)),
            StoreError::Busy => Error::Busy,
            StoreError::OutcomeUnknown(why) => {
                tracing::warn!(doing, why, "commit outcome unknown");
                Error::Unknown
            }
            other => Error::Failed { doing, source: Box::new(other) },
        })
    }
}

/// The refusal for a violated unique index.
fn taken(constraint: &str) -> Refusal {
    if constraint == "_User_unique_username" {
        Refusal::new(Code::USERNAME_TAKEN, "Account already exists for this username.")
    } else if constraint == "_User_unique_email" {
        Refusal::new(Code::EMAIL_TAKEN, "Account already exists for this email address.")
    } else if constraint.starts_with("_User_unique_authData_") {
        Refusal::new(Code::ACCOUNT_ALREADY_LINKED, "this auth is already used")
    } else {
        Refusal::new(
            Code::DUPLICATE_VALUE,
            "A duplicate value for a field with unique values was provided",
        )
    }
}
