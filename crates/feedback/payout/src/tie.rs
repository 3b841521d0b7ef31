//! The order among equals: by a word that no person could know or choose before the season was
//! sealed.

use sha2::{Digest, Sha256};

/// The word of a person, compared as bytes; the lower one goes first.
pub fn tie(final_hash: &str, person: &str) -> [u8; 32] {
    Sha256::digest(format!("touchstone-tie-1:{final_hash}:{person}")).into()
}
