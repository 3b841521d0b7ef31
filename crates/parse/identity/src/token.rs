//! Session tokens, secrets in links, and the forms in which they are kept.
//!
//! Alone we keep `sha256:<hex>` of a token, so that anyone who reads the database cannot use it.
//! Beside a Parse Server we keep the token itself, because it looks for nothing else.

use std::fmt::Write;

use sha2::{Digest as _, Sha256};

use crate::id::random_bytes;

const DIGEST: &str = "sha256:";

/// A token that cannot be guessed: `r:` and 32 hexadecimal digits.
pub fn fresh() -> String {
    let mut token = String::with_capacity(34);
    token.push_str("r:");
    hex(&mut token, &random_bytes::<16>());
    token
}

/// A secret for a link: 256 bits of letters and digits; beside a Parse Server as many as it makes.
pub fn mailed(is_mixed_fleet: bool) -> String {
    crate::id::random_text(if is_mixed_fleet { 25 } else { 43 })
}

/// The form in which a new token is kept.
pub fn kept(token: &str, is_plain: bool) -> String {
    if is_plain { token.to_owned() } else { Digest::of(token).to_text() }
}

/// The forms in which a token may be kept already.
///
/// What looks like a digest is never looked for as it is: the database would turn into a list of
/// tokens otherwise.
pub fn forms(token: &str) -> Vec<String> {
    let mut forms = vec![Digest::of(token).to_text()];
    if !is_digest(token) {
        forms.push(token.to_owned());
    }
    forms
}

/// Whether this is a digest rather than a token.
pub fn is_digest(kept: &str) -> bool {
    kept.starts_with(DIGEST)
}

/// What is remembered of a token, and told between nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a token.
    pub fn of(token: &str) -> Digest {
        Digest(Sha256::digest(token.as_bytes()).into())
    }

    /// The digest of a token in the form in which it is kept, whichever that is.
    pub fn of_kept(kept: &str) -> Digest {
        Digest::parse(kept).unwrap_or_else(|| Digest::of(kept))
    }

    /// Reads `sha256:<hex>`.
    pub fn parse(text: &str) -> Option<Digest> {
        let digits = text.strip_prefix(DIGEST)?.as_bytes();
        if digits.len() != 64 {
            return None;
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let digit = |at: usize| char::from(pair[at]).to_digit(16);
            *byte = u8::try_from(digit(0)? * 16 + digit(1)?).ok()?;
        }
        Some(Digest(bytes))
    }

    /// `sha256:<hex>`
    pub fn to_text(self) -> String {
        let mut text = String::with_capacity(DIGEST.len() + 64);
        text.push_str(DIGEST);
        hex(&mut text, &self.0);
        text
    }
}

fn hex(out: &mut String, bytes: &[u8]) {
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(out, "{byte:02x}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_r_and_sixteen_bytes() {
        let token = fresh();
        let digits = token.strip_prefix("r:").unwrap();
        assert!(digits.len() == 32 && digits.bytes().all(|b| b.is_ascii_hexdigit()), "{token}");
        assert_ne!(token, fresh());
    }

    #[test]
    fn a_digest_reads_back_and_is_the_same_for_both_kept_forms() {
        let digest = Digest::of("r:abc");
        assert_eq!(Digest::parse(&digest.to_text()), Some(digest));
        assert_eq!(Digest::of_kept(&kept("r:abc", false)), digest);
        assert_eq!(Digest::of_kept(&kept("r:abc", true)), digest);
        assert_eq!(Digest::parse("sha256:zz"), None);
        assert_eq!(Digest::parse("r:abc"), None);
    }

    #[test]
    fn a_digest_read_from_the_database_is_not_a_token() {
        let stolen = kept("r:abc", false);
        assert!(!forms(&stolen).contains(&stolen));
        assert!(forms("r:abc").contains(&"r:abc".to_owned()));
    }
}
