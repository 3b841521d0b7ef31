//! Ids and secrets, made from the operating system's randomness.

use parse_model::ObjectId;
use rand::rngs::OsRng;
use rand::{RngCore, TryRngCore};

const LETTERS: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// A new id for an object.
pub fn object_id(size: usize) -> ObjectId {
    ObjectId::new(random_text(size))
}

/// Letters and digits that cannot be guessed.
pub fn random_text(len: usize) -> String {
    let mut text = String::with_capacity(len);
    while text.len() < len {
        let bytes: [u8; 32] = random_bytes();
        // Bytes from 248 on are passed over: they would favour the first letters.
        let letters = bytes.iter().filter(|byte| **byte < 248);
        let letters = letters.map(|byte| char::from(LETTERS[usize::from(byte % 62)]));
        text.extend(letters.take(len - text.len()));
    }
    text
}

/// Bytes that cannot be guessed.
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    // A system without randomness cannot make secrets, so there is nothing to go on with.
    OsRng.unwrap_err().fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_size_that_was_asked_for_and_differ() {
        for size in [0, 1, 10, 25, 100] {
            assert_eq!(random_text(size).len(), size);
        }
        assert_ne!(object_id(10), object_id(10));
    }

    #[test]
    fn every_letter_occurs() {
        let text = random_text(20_000);
        assert!(LETTERS.iter().all(|letter| text.contains(char::from(*letter))));
    }
}
