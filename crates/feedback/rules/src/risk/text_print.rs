//! Fingerprints of texts. Texts with nearly the same words have fingerprints that differ in few of
//! their 64 bits.

use sha2::{Digest, Sha256};

/// Shorter texts are not compared: two users who write "swap fails" did not copy.
const LEAST_WORDS: usize = 25;

/// The fingerprint of a user's own text. `None` if it is too short.
///
/// Code, quoted lines, pasted values (addresses, hashes, data), and every sentence of `known`, such
/// as the text of a mission, are left out, because they are alike anyway.
pub fn text_print(text: &str, known: &[&str]) -> Option<u64> {
    let own = own_words(text, known);
    if own.len() < LEAST_WORDS {
        return None;
    }
    let mut weight = [0i32; 64];
    // Single words ignore the order, and with longer shingles one changed word weighs too much.
    for shingle in own.windows(1).chain(own.windows(2)) {
        let hash = hash(&shingle.join(" "));
        for (place, weight) in weight.iter_mut().enumerate() {
            *weight += if hash >> place & 1 == 1 { 1 } else { -1 };
        }
    }
    let bits = weight.iter().enumerate().filter(|(_, weight)| **weight > 0);
    Some(bits.fold(0, |print, (place, _)| print | 1 << place))
}

/// The number of differing bits.
pub(super) fn distance(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

fn own_words(text: &str, known: &[&str]) -> Vec<String> {
    let mut text = text.to_lowercase();
    for sentence in known {
        text = text.replace(&sentence.to_lowercase(), " ");
    }
    let mut is_code = false;
    let mut words = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        if line.starts_with("```") || line.starts_with("~~~") {
            is_code = !is_code;
        } else if !is_code && !line.starts_with('>') {
            words.extend(words_of(line));
        }
    }
    words
}

/// The words of a line outside of backticks and quotation marks.
fn words_of(line: &str) -> Vec<String> {
    let outside = line.split(['`', '"', '“', '”']).step_by(2);
    let pieces = outside.flat_map(str::split_whitespace);
    pieces.map(plain).filter(|word| !word.is_empty() && !is_pasted(word)).collect()
}

fn plain(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Addresses, hashes and data are not a user's own words.
fn is_pasted(word: &str) -> bool {
    word.starts_with("0x") || word.chars().count() > 24
}

fn hash(shingle: &str) -> u64 {
    let digest = Sha256::digest(shingle.as_bytes());
    digest.iter().take(8).fold(0, |hash, byte| hash << 8 | u64::from(*byte))
}
