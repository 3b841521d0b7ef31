//! The place of an entry that replaces another one after a person was relinked.

use super::Entry;

/// How the key of an entry begins that was written again for another person.
const AGAIN: &str = "person:";

/// The place from which an entry counts: its own, or that of the one it stands for.
pub fn place(entry: &Entry) -> u64 {
    let first = entry.draft.idem_key.strip_prefix(AGAIN).and_then(|rest| rest.split(':').next());
    first.and_then(|first| first.parse().ok()).unwrap_or(entry.seq)
}

/// The key of what stands for the entry at `place`, told apart from others by `rest`.
pub fn key_again(place: u64, season: u32, rest: impl std::fmt::Display) -> String {
    format!("{AGAIN}{place}:{season}:{rest}")
}
