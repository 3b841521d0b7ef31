//! Secrets of pages are stored as digests.

use sha2::{Digest, Sha256};

/// The digest under which a token or a claim is stored.
pub(super) fn digest(secret: &str) -> String {
    Sha256::digest(secret.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
