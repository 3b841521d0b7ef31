//! The keys that seal secrets before they reach the database.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use parse_engine::Error;
use parse_identity::id::random_bytes;
use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use ring::hkdf;

use crate::refused::invalid;

/// The prefix of sealed texts: their format.
const FORM: &str = "s1.";
const KEY_BYTES: usize = 32;
const SALT: &[u8] = b"touchstone sealed secrets";

/// Keys for secrets. The first one seals, all of them open.
#[derive(Clone, Default)]
pub struct SecretKeys(Vec<[u8; KEY_BYTES]>);

impl SecretKeys {
    /// The operator's own key first, if there is one, then those derived from master keys, so that
    /// older seals can still be opened.
    pub fn new(own: Option<[u8; KEY_BYTES]>, master_keys: &[&str]) -> SecretKeys {
        let derived =
            master_keys.iter().filter(|key| !key.is_empty()).filter_map(|key| derived(key));
        SecretKeys(own.into_iter().chain(derived).collect())
    }

    /// Seals a text.
    pub fn seal(&self, text: &str) -> Result<String, Error> {
        self.seal_for("", text)
    }

    /// Seals a text for one purpose: a row, and the address it is sent to.
    pub fn seal_for(&self, purpose: &str, text: &str) -> Result<String, Error> {
        let key = self.0.first().and_then(aead).ok_or_else(unsealed)?;
        let nonce: [u8; NONCE_LEN] = random_bytes();
        let mut bytes = text.as_bytes().to_vec();
        let for_nonce = Nonce::assume_unique_for_key(nonce);
        key.seal_in_place_append_tag(for_nonce, Aad::from(bound(purpose)), &mut bytes)
            .map_err(|_| unsealed())?;
        Ok(format!("{FORM}{}", STANDARD_NO_PAD.encode([&nonce[..], &bytes[..]].concat())))
    }

    /// Opens a sealed text.
    pub fn open(&self, sealed: &str) -> Result<String, Error> {
        self.open_for("", sealed)
    }

    /// Opens a text that was sealed for a purpose.
    pub fn open_for(&self, purpose: &str, sealed: &str) -> Result<String, Error> {
        let bytes = sealed.strip_prefix(FORM).and_then(|text| STANDARD_NO_PAD.decode(text).ok());
        let bytes = bytes.filter(|bytes| bytes.len() > NONCE_LEN).ok_or_else(lost)?;
        let (nonce, sealed) = bytes.split_at(NONCE_LEN);
        let opened = self.0.iter().filter_map(aead).find_map(|key| {
            let mut bytes = sealed.to_vec();
            let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
            let text = key.open_in_place(nonce, Aad::from(bound(purpose)), &mut bytes).ok()?;
            String::from_utf8(text.to_vec()).ok()
        });
        opened.ok_or_else(lost)
    }
}

impl fmt::Debug for SecretKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} keys", self.0.len())
    }
}

/// The associated data that binds a seal to its purpose.
fn bound(purpose: &str) -> String {
    format!("{FORM}{purpose}")
}

fn aead(key: &[u8; KEY_BYTES]) -> Option<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, key).ok().map(LessSafeKey::new)
}

fn derived(master_key: &str) -> Option<[u8; KEY_BYTES]> {
    struct Length;
    impl hkdf::KeyType for Length {
        fn len(&self) -> usize {
            KEY_BYTES
        }
    }
    let extracted = hkdf::Salt::new(hkdf::HKDF_SHA256, SALT).extract(master_key.as_bytes());
    let mut key = [0; KEY_BYTES];
    let purpose = [FORM.as_bytes()];
    let expanded = extracted.expand(&purpose, Length);
    expanded.and_then(|expanded| expanded.fill(&mut key)).ok().map(|()| key)
}

fn unsealed() -> Error {
    invalid("SECRET_KEY", "Secrets cannot be stored: the server has no secret_key.")
}

fn lost() -> Error {
    invalid(
        "SECRET_KEY",
        "A secret cannot be decrypted, because its key was replaced. Enter the secret again.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_by_the_same_key_and_by_no_other() {
        let keys = SecretKeys::new(None, &["master"]);
        let sealed = keys.seal("https://hooks.example/secret").unwrap();
        assert!(sealed.starts_with("s1.") && !sealed.contains("secret"));
        assert_eq!(keys.open(&sealed).unwrap(), "https://hooks.example/secret");
        assert_ne!(sealed, keys.seal("https://hooks.example/secret").unwrap());
        assert!(SecretKeys::new(None, &["other"]).open(&sealed).is_err());
        assert!(SecretKeys::default().seal("x").is_err());
    }

    #[test]
    fn a_text_that_was_changed_is_not_opened() {
        let keys = SecretKeys::new(Some([7; 32]), &[]);
        let sealed = keys.seal("secret").unwrap();
        for end in 0..sealed.len() {
            assert!(keys.open(&sealed[..end]).is_err(), "{end}");
        }
        let mut changed = sealed.into_bytes();
        changed[8] = if changed[8] == b'A' { b'B' } else { b'A' };
        assert!(keys.open(std::str::from_utf8(&changed).unwrap()).is_err());
    }

    #[test]
    fn what_was_sealed_for_one_purpose_is_not_opened_for_another() {
        let keys = SecretKeys::new(Some([7; 32]), &[]);
        let sealed = keys.seal_for("tracker t1 at a.example", "token").unwrap();
        assert_eq!(keys.open_for("tracker t1 at a.example", &sealed).unwrap(), "token");
        for other in ["tracker t1 at b.example", "tracker t2 at a.example", ""] {
            assert!(keys.open_for(other, &sealed).is_err(), "{other}");
        }
    }

    #[test]
    fn what_was_sealed_before_a_key_changed_is_still_opened() {
        let before = SecretKeys::new(None, &["old master"]).seal("secret").unwrap();
        let rotated = SecretKeys::new(None, &["new master", "old master"]);
        assert_eq!(rotated.open(&before).unwrap(), "secret");
        let own = SecretKeys::new(Some([1; 32]), &["old master"]);
        assert_eq!(own.open(&before).unwrap(), "secret");
        assert!(SecretKeys::new(None, &["old master"]).open(&own.seal("x").unwrap()).is_err());
    }
}
