//! The last line of a season file, which holds the hash of all before it.

use feedback_model::ledger::Hash;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::line::Line;

/// Follows a file as it is written.
#[derive(Debug, Clone, Default)]
pub struct FileDigest {
    lines: u64,
    bytes: Sha256,
}

impl FileDigest {
    /// Takes whole lines.
    pub fn take(&mut self, text: &str) {
        self.lines += text.bytes().filter(|byte| *byte == b'\n').count() as u64;
        self.bytes.update(text);
    }

    /// The last line, and the SHA-256 of the whole file.
    pub fn end(self) -> (String, Hash) {
        let before = hex(self.bytes.clone());
        let end = Line::of("end", &json!({ "lines": self.lines, "sha256": before })).text;
        let mut whole = self.bytes;
        whole.update(&end);
        let whole = Hash::parse(&hex(whole)).unwrap_or(Hash::ZERO);
        (end, whole)
    }
}

fn hex(bytes: Sha256) -> String {
    bytes.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
