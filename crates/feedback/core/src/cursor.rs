//! The position at which the next page of a list begins.

use serde::{Deserialize, Serialize};

/// The position after a row: its sort key and id. Clients return it unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cursor {
    key: String,
    id: String,
}

impl Cursor {
    /// The sort key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The row's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Removes the extra row that was read beyond a page, and returns the position after the page
    /// if there was one.
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

/// The text is not a cursor.
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
        // An id has no tilde, so the last tilde separates key and id.
        let (key, id) = text.rsplit_once('~').ok_or(NoCursor)?;
        Ok(Cursor { key: key.to_owned(), id: id.to_owned() })
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> String {
        format!("{}~{}", cursor.key, cursor.id)
    }
}
