//! Hashes in what was pasted.

use alloy_primitives::B256;

use crate::lenient;

/// A word that is a hash and nothing else, but for the signs around it.
pub(super) fn whole_hash(text: &str) -> Option<B256> {
    let text = text.trim_matches(['"', '\'', '`', ',', ';', '<', '>', '(', ')']);
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text);
    let bytes = lenient::bytes(digits, 32).filter(|_| digits.len() == 64)?;
    Some(B256::from_slice(&bytes))
}

/// The different hashes of a text: `0x` and exactly 64 digits.
pub(super) fn hashes(text: &str) -> Vec<B256> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("0x") {
        let digits = &text.as_bytes()[at + 2..];
        let length = digits.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
        let is_word = digits.get(64).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        if length != 64 || !is_word {
            continue;
        }
        let hash = text.get(at..at + 66).and_then(whole_hash);
        if let Some(hash) = hash.filter(|hash| !found.contains(hash)) {
            found.push(hash);
        }
        if found.len() > 1 {
            break;
        }
    }
    found
}
