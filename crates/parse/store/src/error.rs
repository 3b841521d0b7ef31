//! What PostgreSQL said, as meaning.

use parse_model::{Code, Refusal};
use tokio_postgres::error::SqlState;

/// Why a statement did not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique index holds the value already.
    #[error("the unique index {constraint} holds this value already")]
    Duplicate {
        /// The index.
        constraint: String,
    },
    /// The caller asked for something that cannot be.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The database said no, or the connection broke.
    #[error("the database refused a statement")]
    Database(#[from] tokio_postgres::Error),
    /// A commit was sent and not answered, so the transaction may stand or not.
    #[error("whether the transaction stands is not known: {0}")]
    OutcomeUnknown(String),
    /// A caller that declared to be reading sent a statement that writes.
    #[error("a statement writes where only reading was asked for")]
    WriteWhileReading,
    /// Every connection for transactions was taken for too long.
    #[error("no connection for a transaction became free in time")]
    Busy,
    /// No connection could be had.
    #[error("no connection to the database: {0}")]
    Unavailable(String),
    /// The first statement of the transaction found that another transaction has what it was to
    /// claim.
    #[error("another transaction holds the claim")]
    ClaimLost,
    /// A migration that this database has seen does not read as it did then.
    #[error(
        "migration {name} was edited after it was applied to this database: the text it was applied \
         with is {applied}, the text of this program is {ours}. Run the program that it was applied \
         by, or put the migration back and add a new one"
    )]
    EditedMigration {
        /// Its name.
        name: String,
        /// The checksum that the database remembers.
        applied: String,
        /// The checksum of what this program brings.
        ours: String,
    },
    /// A build from before the baseline migrations has made this database.
    #[error(
        "this database was made by a build from before the first release: it has the migration \
         {name}, and there is no upgrade from it. Nothing was changed. Create the database again, or \
         run the build that made it to dump its data"
    )]
    BeforeBaseline {
        /// The newest migration it has had.
        name: String,
    },
    /// A newer program has migrated this database.
    #[error(
        "this database is of a newer version: it has had the migration {name}, which this program \
         does not know. Run the newer version; there is no way back but a backup of before the \
         upgrade"
    )]
    NewerDatabase {
        /// The newest migration it has had.
        name: String,
    },
    /// Something stored cannot be read.
    #[error("unreadable data in {place}: {problem}")]
    Unreadable {
        /// Where.
        place: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl StoreError {
    /// Whether the schema in memory is older than the tables: a column or table is gone, a column
    /// holds another type, or a prepared statement has outlived its shape.
    pub fn is_stale_schema(&self) -> bool {
        match self {
            StoreError::Unreadable { .. } => true,
            StoreError::Database(error) => {
                let code = error.code();
                code == Some(&SqlState::UNDEFINED_COLUMN)
                    || code == Some(&SqlState::UNDEFINED_TABLE)
                    || self.is_outlived_statement()
            }
            _ => false,
        }
    }

    /// Whether a prepared statement would now answer with other types than it promised.
    pub(crate) fn is_outlived_statement(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        error.code() == Some(&SqlState::FEATURE_NOT_SUPPORTED)
            && error.as_db_error().is_some_and(|e| e.message().contains("cached plan"))
    }

    /// Whether the same transaction may succeed when it is tried again.
    pub fn is_transient(&self) -> bool {
        let StoreError::Database(error) = self else { return false };
        matches!(
            error.code(),
            Some(&SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED)
        )
    }

    /// Whether the database is gone, ending or has no room: the same may go well in a moment, on
    /// this server or another.
    pub fn is_unavailable(&self) -> bool {
        match self {
            StoreError::Unavailable(_) => true,
            StoreError::Database(error) => match error.code() {
                Some(code) => is_unavailable(code),
                None => error.is_closed() || io_error(error).is_some(),
            },
            _ => false,
        }
    }

    /// What an error means where only reading was asked for: there it is not the database that has
    /// become a replica.
    pub(crate) fn while_reading(self) -> StoreError {
        match self {
            StoreError::Database(error)
                if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) =>
            {
                StoreError::WriteWhileReading
            }
            other => other,
        }
    }

    /// What a database error means, where it is the caller's doing.
    pub(crate) fn from_database(error: tokio_postgres::Error) -> StoreError {
        let Some(db) = error.as_db_error() else { return StoreError::Database(error) };
        let code = db.code();
        if *code == SqlState::UNIQUE_VIOLATION {
            let constraint = db.constraint().unwrap_or_default().to_owned();
            return StoreError::Duplicate { constraint };
        }
        if *code == SqlState::INVALID_REGULAR_EXPRESSION {
            return Refusal::query(format!("bad $regex: {}", db.message())).into();
        }
        if *code == SqlState::CHARACTER_NOT_IN_REPERTOIRE {
            return Refusal::json("strings must not contain the character U+0000").into();
        }
        if *code == SqlState::QUERY_CANCELED {
            return Refusal::new(Code::TIMEOUT, "The query took too long and was stopped.").into();
        }
        if *code == SqlState::LOCK_NOT_AVAILABLE {
            let text = "Timed out waiting for a lock; retry.";
            return Refusal::new(Code::TIMEOUT, text).into();
        }
        if *code == SqlState::INVALID_TEXT_REPRESENTATION
            || *code == SqlState::NUMERIC_VALUE_OUT_OF_RANGE
            || *code == SqlState::INVALID_PARAMETER_VALUE
            || *code == SqlState::DATETIME_FIELD_OVERFLOW
        {
            return Refusal::new(Code::INCORRECT_TYPE, db.message().to_owned()).into();
        }
        StoreError::Database(error)
    }
}

/// Connections that are refused or ended, resources that are used up, and a primary that has become
/// a replica.
pub(crate) fn is_unavailable(code: &SqlState) -> bool {
    matches!(code.code().get(..2), Some("08" | "53"))
        || matches!(code.code(), "57P01" | "57P02" | "57P03" | "57P05" | "25006")
}

/// The error of the socket behind an error, if there is one.
pub(crate) fn io_error(error: &tokio_postgres::Error) -> Option<&std::io::Error> {
    std::error::Error::source(error)?.downcast_ref()
}
