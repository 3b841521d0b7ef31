//! Where the next page of a list begins.

use serde::{Deserialize, Serialize};

/// The place after a row, by what the list is sorted by and the row's id. A client hands it back as
/// it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cursor {
    key: String,
    id: String,
}

impl Cursor {
    /// What the list is sorted by.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The row's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Takes the row that was read beyond a page away, and gives the place after the page if there
    /// was one.
    pub fn after_page<'a, T>(
        rows: &'a mut Vec<T>,
        page: i64,
        place: impl Fn(&'a T) -> (&'a String, &'a String),
    ) -> Option<Cursor> {
        let page = usize::try_from(page).unwrap_or(usize::MAX);
        if rows.len() <= page {
            return None;
        }
        rows.truncate(page);
        let rows: &'a Vec<T> = rows;
        let (key, id) = place(rows.last()?);
        Some(Cursor { key: key.clone(), id: id.clone() })
    }
}

/// This text was not handed out as a cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoCursor;

impl std::fmt::Display for NoCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("invalid cursor: send the cursor of the previous page")
    }
}

impl TryFrom<String> for Cursor {
    type Error = NoCursor;

    fn try_from(text: String) -> Result<Cursor, NoCursor> {
        // An id holds no tilde, so the last one parts the two.
        let (key, id) = text.rsplit_once('~').ok_or(NoCursor)?;
        Ok(Cursor { key: key.to_owned(), id: id.to_owned() })
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> String {
        format!("{}~{}", cursor.key, cursor.id)
    }
}
