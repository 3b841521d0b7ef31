//! Building blocks of English mails.

use crate::block::{Block, Row};
use crate::issue::{Day, Issue};
use crate::notice::Remark;

/// Rows of each part in a mail. The app has the rest.
pub(super) const ROWS: usize = 25;
/// The page with the rest.
pub(super) const INBOX: &str = "/notifications";

/// A subject that begins the same in all mails about an issue.
pub(super) fn about(issue: &Issue, said: &str) -> String {
    format!("[{}] {said}", issue.mark())
}

/// The issue as a row; a private one without its title.
pub(super) fn issue_row(issue: &Issue) -> Block {
    let title = issue.title.clone().unwrap_or_else(|| "Private report".to_owned());
    let (mark, path) = (issue.mark(), issue.path());
    Block::Row(Row { mark, title, note: String::new(), path })
}

pub(super) fn said(text: impl Into<String>) -> Block {
    Block::Text(text.into())
}

pub(super) fn press(label: &str, path: impl Into<String>) -> Block {
    Block::Button { label: label.to_owned(), path: path.into() }
}

/// A user's text, or for a private issue a hint where to read it.
pub(super) fn quoted(issue: &Issue, remark: &Remark) -> Block {
    if issue.is_private() {
        return said("This report is private: what was written is shown in the app only.");
    }
    Block::Quote { by: remark.by.clone(), text: remark.text.clone() }
}

pub(super) fn day(day: Day) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let month = MONTHS.get(usize::from(day.month).saturating_sub(1)).unwrap_or(&"");
    format!("{} {month} {}", day.day, day.year)
}

pub(super) fn points(amount: u64) -> &'static str {
    if amount == 1 { "point" } else { "points" }
}

/// A number with a comma between thousands.
pub(super) fn number(amount: u64) -> String {
    let digits = amount.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

pub(super) fn preheader(issue: &Issue, remark: &Remark) -> String {
    if issue.is_private() { String::new() } else { format!("{}: {}", remark.by, remark.text) }
}

pub(super) fn more(count: usize) -> Option<Block> {
    let left = count.checked_sub(ROWS).filter(|left| *left > 0)?;
    Some(said(format!("{left} more are in the app.")))
}
