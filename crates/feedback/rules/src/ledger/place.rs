//! The position of an entry that replaces another one after accounts were linked.

use super::Entry;

/// The prefix of keys of entries that were copied for another person.
const AGAIN: &str = "person:";

/// The position from which an entry counts: its own, or that of the one it replaces.
pub fn place(entry: &Entry) -> u64 {
    let first = entry.draft.idem_key.strip_prefix(AGAIN).and_then(|rest| rest.split(':').next());
    first.and_then(|first| first.parse().ok()).unwrap_or(entry.seq)
}

/// The key of the entry that replaces the one at `place`. `rest` distinguishes several.
pub fn key_again(place: u64, season: u32, rest: impl std::fmt::Display) -> String {
    format!("{AGAIN}{place}:{season}:{rest}")
}
