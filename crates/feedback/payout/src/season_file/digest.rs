//! The last line of a season file, which holds the hash of all before it.

use alloy_primitives::hex;
use feedback_model::ledger::Hash;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::line::Line;

/// Hashes a file while it is written.
#[derive(Debug, Clone, Default)]
pub struct FileDigest {
    lines: u64,
    bytes: Sha256,
}

impl FileDigest {
    /// Adds complete lines.
    pub fn take(&mut self, text: &str) {
        self.lines += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        self.bytes.update(text);
    }

    /// The last line, and the SHA-256 of the whole file.
    pub fn end(self) -> (String, Hash) {
        let before = hex::encode(self.bytes.clone().finalize());
        let end = Line::of("end", &json!({ "lines": self.lines, "sha256": before })).text;
        let mut whole = self.bytes;
        whole.update(&end);
        let whole = Hash::parse(&hex::encode(whole.finalize())).unwrap_or(Hash::ZERO);
        (end, whole)
    }
}
