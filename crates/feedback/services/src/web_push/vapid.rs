//! Sender identification (RFC 8292): a key pair that browsers subscribe for, and a token that
//! proves it to a push service.

use ring::rand::SecureRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::json;

use super::written;

/// The header of every token.
const HEAD: &str = r#"{"typ":"JWT","alg":"ES256"}"#;

/// The signing key pair. It is never used for encryption, which has a new key for each message.
pub struct VapidKey {
    pair: EcdsaKeyPair,
    public: String,
}

impl std::fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("VapidKey").field("public", &self.public).finish_non_exhaustive()
    }
}

/// A key cannot be created, parsed or used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unusable;

impl VapidKey {
    /// A new key pair in its stored form (PKCS #8).
    pub fn generate(rng: &dyn SecureRandom) -> Result<Vec<u8>, Unusable> {
        let made = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, rng);
        made.map(|document| document.as_ref().to_vec()).map_err(|_| Unusable)
    }

    /// Parses a stored key pair.
    pub fn read(pkcs8: &[u8], rng: &dyn SecureRandom) -> Result<VapidKey, Unusable> {
        let pair = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, rng)
            .map_err(|_| Unusable)?;
        let public = written(pair.public_key().as_ref());
        Ok(VapidKey { pair, public })
    }

    /// The public key for subscriptions.
    pub fn public(&self) -> &str {
        &self.public
    }

    /// The header `Authorization` for an origin, valid until a time in seconds since 1970, at most
    /// a day ahead. `contact` is an address of the operator, `mailto:` or `https:`, for complaints.
    /// Some services refuse requests without one.
    pub fn authorization(
        &self,
        origin: &str,
        good_until: i64,
        contact: Option<&str>,
        rng: &dyn SecureRandom,
    ) -> Result<String, Unusable> {
        let mut claims = json!({ "aud": origin, "exp": good_until });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let signed =
            format!("{}.{}", written(HEAD.as_bytes()), written(claims.to_string().as_bytes()));
        let signature = self.pair.sign(rng, signed.as_bytes()).map_err(|_| Unusable)?;
        Ok(format!("vapid t={signed}.{}, k={}", written(signature.as_ref()), self.public))
    }
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::super::read;
    use super::*;

    /// What a push service does with the header: the claims, if the signature is right.
    fn claims(header: &str) -> Option<Value> {
        let (token, key) = header.strip_prefix("vapid t=")?.split_once(", k=")?;
        let (signed, signature) = token.rsplit_once('.')?;
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(key)?);
        public.verify(signed.as_bytes(), &read(signature)?).ok()?;
        let (head, claims) = signed.split_once('.')?;
        assert_eq!(serde_json::from_slice::<Value>(&read(head)?).ok()?["alg"], "ES256");
        serde_json::from_slice(&read(claims)?).ok()
    }

    #[test]
    fn the_example_of_the_standard_is_verified() {
        let header = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let claims = claims(header).expect("claims");
        assert_eq!(claims["aud"], "https://push.example.net");
        assert_eq!(claims["sub"], "mailto:push@example.com");
    }

    #[test]
    fn a_token_says_for_whom_until_when_and_by_whom() {
        let rng = SystemRandom::new();
        let kept = VapidKey::generate(&rng).expect("a key");
        let key = VapidKey::read(&kept, &rng).expect("a key");
        assert_eq!(read(key.public()).map(|point| point.len()), Some(65));
        let signed = |contact| key.authorization("https://fcm.googleapis.com", 7, contact, &rng);
        let header = signed(Some("mailto:ops@beta.example")).expect("a header");
        let told = claims(&header).expect("claims");
        let expected = json!({ "aud": "https://fcm.googleapis.com", "exp": 7, "sub": "mailto:ops@beta.example" });
        assert_eq!(told, expected);
        assert!(header.ends_with(key.public()), "{header}");
        assert_eq!(claims(&signed(None).expect("a header")).expect("claims").get("sub"), None);
        let other = VapidKey::generate(&rng).and_then(|kept| VapidKey::read(&kept, &rng));
        let forged = header.replace(key.public(), other.expect("a key").public());
        assert_eq!(claims(&forged), None, "another's key does not fit");
        assert!(VapidKey::read(b"nothing", &rng).is_err());
        assert!(!format!("{key:?}").contains(&written(&kept)));
    }
}
