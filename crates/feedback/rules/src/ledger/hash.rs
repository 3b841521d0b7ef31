//! Hashes, and the encoding of hashed fields.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// A SHA-256, written as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Hash([u8; 32]);

impl Hash {
    /// The hash before the first entry.
    pub const ZERO: Hash = Hash([0; 32]);

    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }

    /// Parses a hash. `None` if the text is not one.
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

/// A text that is not a hash.
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

/// Encoded fields. The module of the ledger describes the encoding.
#[derive(Default)]
pub(super) struct Fields(Vec<u8>);

impl Fields {
    fn raw(&mut self, field: &[u8]) {
        self.0.extend(field.len().to_string().bytes());
        self.0.push(b':');
        self.0.extend(field);
        self.0.push(b',');
    }

    pub(super) fn put(&mut self, field: &str) {
        self.raw(field.as_bytes());
    }

    pub(super) fn maybe(&mut self, field: Option<&str>) {
        match field {
            Some(field) => self.put(field),
            None => self.0.extend(b"~,"),
        }
    }

    pub(super) fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }
}
