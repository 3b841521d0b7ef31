//! What a backup says of itself.

use feedback::recount::LedgerEnd;
use parse_store::snapshot::{Counted, Making, Table};
use serde::{Deserialize, Serialize};

/// The form of backups that this program writes. A reader refuses what is newer.
pub(crate) const FORMAT: u32 = 1;

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
    /// How the database encodes text.
    pub(crate) encoding: String,
    /// How tables, indexes, functions and triggers are made.
    pub(crate) shape: Member,
    /// The rows.
    pub(crate) tables: Vec<TableRows>,
    /// How far sequences have counted.
    pub(crate) sequences: Vec<Sequence>,
    /// The uploaded files.
    pub(crate) files: Files,
    /// Where each ledger ends; nothing where there is no programme.
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

/// The rows of one table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TableRows {
    pub(crate) schema: String,
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    /// How many there are.
    pub(crate) rows: u64,
    /// What they add up to, in any order.
    pub(crate) sum: String,
    /// How many bytes they have before they are compressed.
    pub(crate) text_bytes: u64,
    pub(crate) member: Member,
}

impl TableRows {
    /// `schema.name`, for people.
    pub(crate) fn called(&self) -> String {
        format!("{}.{}", self.schema, self.name)
    }

    pub(crate) fn table(&self) -> Table {
        Table {
            schema: self.schema.clone(),
            name: self.name.clone(),
            columns: self.columns.clone(),
            about_rows: self.rows,
            bytes: self.text_bytes,
        }
    }
}

/// How far a sequence has counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sequence {
    pub(crate) schema: String,
    pub(crate) name: String,
    pub(crate) last: Option<i64>,
}

impl From<Counted> for Sequence {
    fn from(Counted { schema, name, last }: Counted) -> Sequence {
        Sequence { schema, name, last }
    }
}

impl From<Sequence> for Counted {
    fn from(Sequence { schema, name, last }: Sequence) -> Counted {
        Counted { schema, name, last }
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
    /// Files that the database knows of and that could not be found.
    pub(crate) missing: Vec<String>,
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

/// One statement of the shape, as its member has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ShapeLine {
    pub(crate) after_rows: bool,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) sql: String,
}

impl From<Making> for ShapeLine {
    fn from(Making { is_after_rows, kind, name, sql }: Making) -> ShapeLine {
        ShapeLine { after_rows: is_after_rows, kind, name, sql }
    }
}

impl From<ShapeLine> for Making {
    fn from(ShapeLine { after_rows, kind, name, sql }: ShapeLine) -> Making {
        Making { is_after_rows: after_rows, kind, name, sql }
    }
}
