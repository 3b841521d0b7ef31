//! The order of ties: by a hash that no person could know or choose before the season was sealed.

use sha2::{Digest, Sha256};

/// The hash of a person, compared as bytes. The lower one comes first.
pub fn tie(final_hash: &str, person: &str) -> [u8; 32] {
    Sha256::digest(format!("touchstone-tie-1:{final_hash}:{person}")).into()
}
