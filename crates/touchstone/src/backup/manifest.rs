//! What a backup says of itself.

use feedback::recount::LedgerEnd;
use parse_store::snapshot::RowDigest;
use serde::{Deserialize, Serialize};

/// The form of backups that this program writes and reads.
pub(crate) const FORMAT: u32 = 2;

/// Everything that is in a backup, and what it must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// The form of all of this.
    pub(crate) format: u32,
    /// What it is called: when it was begun.
    pub(crate) name: String,
    /// Which program wrote it.
    pub(crate) written_by: String,
    /// Of which application.
    pub(crate) application_id: String,
    /// When the snapshot was taken, by the clock of the database.
    pub(crate) snapshot_at: String,
    /// Which PostgreSQL it is from.
    pub(crate) postgresql: String,
    /// Which `pg_dump` wrote it down.
    pub(crate) pg_dump: String,
    /// The database, as `pg_dump` writes it in its custom format.
    pub(crate) database: Member,
    /// The rows that are in it.
    pub(crate) tables: Vec<TableRows>,
    /// The uploaded files.
    pub(crate) files: Files,
    /// The head of each ledger; empty without a programme.
    pub(crate) ledgers: Ledgers,
}

/// Where each ledger ends.
pub(crate) type Ledgers = Vec<LedgerEnd>;

/// One file of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Member {
    /// Its name below the backup.
    pub(crate) path: String,
    /// How many bytes it has.
    pub(crate) bytes: u64,
    /// Their SHA-256, in hex.
    pub(crate) sha256: String,
}

/// What the rows of one table must be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableRows {
    pub(crate) schema: String,
    pub(crate) name: String,
    /// How many there are.
    pub(crate) rows: u64,
    /// What they add up to, in any order.
    pub(crate) sum: String,
}

impl TableRows {
    /// `schema.name`, for people.
    pub(crate) fn called(&self) -> String {
        format!("{}.{}", self.schema, self.name)
    }

    /// Whether these are the rows.
    pub(super) fn are(&self, digest: &RowDigest) -> bool {
        (self.rows, &self.sum) == (digest.rows(), &digest.sum())
    }
}

/// The uploaded files of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Files {
    /// How many there are.
    pub(crate) count: u64,
    /// How many bytes they have.
    pub(crate) bytes: u64,
    /// How many of them this backup had to copy.
    pub(crate) copied: u64,
    /// The list of them, a line of JSON each.
    pub(crate) list: Member,
    /// Files that the database knows of and that were not found, or had another size.
    pub(crate) missing: Vec<String>,
}

impl Files {
    /// What is wrong about them, if something is.
    pub(crate) fn problem(&self) -> Option<String> {
        let first = self.missing.first()?;
        let count = self.missing.len();
        Some(format!(
            "missing or incomplete files in this backup: {count}, among them {first}. Check \
             files_directory or files_url, and back up again"
        ))
    }
}

/// One uploaded file, as the list has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptFile {
    /// The name under which it is stored.
    pub(crate) name: String,
    /// How many bytes it has.
    pub(crate) bytes: u64,
    /// When it was stored, in milliseconds since 1970.
    pub(crate) modified: i64,
    /// Under which its bytes lie beside the backups.
    pub(crate) sha256: String,
}
