//! The sample of passing submissions that are reviewed.

use sha2::{Digest, Sha256};

/// Whether a try is in the reviewed sample. The choice is the same every time, and testers cannot
/// predict it without the seed.
pub fn is_sampled(seed: &str, submission: &str, attempt: u32, percent: u32) -> bool {
    let digest = Sha256::digest(format!("{seed}|{submission}|{attempt}"));
    let number = digest.iter().take(8).fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    number % 100 < u64::from(percent)
}
