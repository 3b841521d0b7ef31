//! Texts that must never be shown, and are compared without telling how far they agree.

use std::fmt;

use sha2::{Digest, Sha256};

/// A key or a token. It prints as `(secret)`; only [`Secret::expose`] gives it away.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Secret {
    text: String,
    digest: [u8; 32],
}

impl Secret {
    /// Keeps a text to itself.
    pub fn new(text: impl Into<String>) -> Secret {
        let text = text.into();
        let digest = digest(&text);
        Secret { text, digest }
    }

    /// The text, for the one place that needs it.
    pub fn expose(&self) -> &str {
        &self.text
    }

    /// Whether a text is the secret. Hashes are compared, all of them to the end, so the time tells
    /// neither where two texts differ nor how long the secret is.
    pub fn is(&self, given: &str) -> bool {
        let given = digest(given);
        let differences = self.digest.iter().zip(given).fold(0, |all, (a, b)| all | (a ^ b));
        std::hint::black_box(differences) == 0
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Secret {
        Secret::new(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_text_and_never_printed() {
        let secret = Secret::new("hunter2");
        assert!(secret.is("hunter2"));
        for other in ["", "hunter", "hunter22", "Hunter2"] {
            assert!(!secret.is(other), "{other}");
        }
        assert_eq!(format!("{secret:?} {:?}", Some(&secret)), "(secret) Some((secret))");
    }
}
