//! The hash of an entry.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Draft;
use crate::explain::Explain;
use crate::id::UserId;

/// A SHA-256, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash([u8; 32]);

impl Hash {
    /// What stands before the first entry.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Reads a hash; `None` where the text is none.
    pub fn parse(text: &str) -> Option<Hash> {
        let digits = text.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut hash = [0; 32];
        for (byte, pair) in hash.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Hash(hash))
    }
}

fn digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a hash is 64 lower-case hexadecimal digits")]
pub struct NoHash;

impl TryFrom<String> for Hash {
    type Error = NoHash;

    fn try_from(text: String) -> Result<Hash, NoHash> {
        Hash::parse(&text).ok_or(NoHash)
    }
}

impl From<Hash> for String {
    fn from(hash: Hash) -> String {
        hash.to_string()
    }
}

/// The hashes of what people wrote into an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextHashes {
    /// Of the reason, where there is one.
    pub reason: Option<Hash>,
    /// Of the explanation.
    pub explain: Hash,
}

impl TextHashes {
    /// Those of the texts in a draft.
    pub fn of(draft: &Draft) -> TextHashes {
        TextHashes {
            reason: draft.reason.as_ref().map(|reason| Hash::of(reason.as_bytes())),
            explain: Hash::of(&explanation(&draft.explain)),
        }
    }
}

/// The hash of an entry at its place.
pub fn seal(seq: u64, draft: &Draft, texts: TextHashes, prev_hash: Hash) -> Hash {
    Hash::of(&canonical(seq, draft, texts, prev_hash))
}

/// The bytes that are hashed; the module of the ledger describes them.
fn canonical(seq: u64, draft: &Draft, texts: TextHashes, prev_hash: Hash) -> Vec<u8> {
    let mut bytes = Fields(Vec::new());
    bytes.put("touchstone-ledger-2");
    bytes.put(&draft.season.to_string());
    bytes.put(&seq.to_string());
    bytes.put(draft.user.as_str());
    bytes.put(draft.person.as_str());
    bytes.put(&draft.amount.to_string());
    bytes.put(draft.kind.key());
    bytes.put(draft.rule.key());
    bytes.put(&draft.rule_set.to_string());
    bytes.put(draft.source_type.key());
    bytes.put(&draft.source_id);
    bytes.put(&draft.idem_key);
    bytes.maybe(draft.reversal_of.map(|seq| seq.to_string()).as_deref());
    bytes.put(if draft.provisional { "true" } else { "false" });
    bytes.maybe(texts.reason.map(|hash| hash.to_string()).as_deref());
    bytes.put(&texts.explain.to_string());
    bytes.maybe(draft.actor.as_ref().map(UserId::as_str));
    bytes.put(&draft.at.0.to_string());
    bytes.put(&prev_hash.to_string());
    bytes.0
}

fn explanation(explain: &Explain) -> Vec<u8> {
    let mut bytes = Fields(Vec::new());
    bytes.put(explain.template.key());
    for (name, number) in &explain.numbers {
        bytes.put(name);
        bytes.put(&number.to_string());
    }
    for (name, word) in &explain.words {
        bytes.put(name);
        bytes.put(word);
    }
    bytes.0
}

struct Fields(Vec<u8>);

impl Fields {
    fn raw(&mut self, field: &[u8]) {
        self.0.extend(field.len().to_string().bytes());
        self.0.push(b':');
        self.0.extend(field);
        self.0.push(b',');
    }

    fn put(&mut self, field: &str) {
        self.raw(field.as_bytes());
    }

    fn maybe(&mut self, field: Option<&str>) {
        match field {
            Some(field) => self.put(field),
            None => self.0.extend(b"~,"),
        }
    }
}
