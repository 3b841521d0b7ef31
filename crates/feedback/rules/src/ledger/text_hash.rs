//! The hashes of texts in an entry.

use super::Draft;
use super::hash::{Fields, Hash};
use crate::explain::Explain;

/// The hashes of texts in an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextHashes {
    /// Of the reason, if there is one.
    pub reason: Option<Hash>,
    /// Of the explanation.
    pub explain: Hash,
}

impl TextHashes {
    /// Hashes the texts of a draft.
    pub fn of(draft: &Draft) -> TextHashes {
        TextHashes {
            reason: draft.reason.as_ref().map(|reason| Hash::of(reason.as_bytes())),
            explain: explanation(&draft.explain).hash(),
        }
    }
}

fn explanation(explain: &Explain) -> Fields {
    let mut bytes = Fields::default();
    bytes.put(explain.template.key());
    for (name, number) in &explain.numbers {
        bytes.put(name);
        bytes.put(&number.to_string());
    }
    for (name, word) in &explain.words {
        bytes.put(name);
        bytes.put(word);
    }
    bytes
}
