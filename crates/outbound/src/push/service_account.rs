//! A service account of Google's: who we are to them, and how we prove it.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use parse_model::Date;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde::Deserialize;
use serde_json::json;

/// What we ask to be allowed.
const SCOPE: &str = "https://www.googleapis.com/auth/firebase.messaging";
/// How long a proof counts.
const PROOF_SECONDS: i64 = 3600;

/// A service account. Its key shows nowhere.
pub struct ServiceAccount {
    /// The project whose devices are reached.
    pub project_id: String,
    /// Where a proof is exchanged for a token.
    pub token_uri: String,
    email: String,
    key_id: Option<String>,
    key: RsaKeyPair,
}

impl fmt::Debug for ServiceAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServiceAccount")
            .field("project_id", &self.project_id)
            .finish_non_exhaustive()
    }
}

/// The file as Google hands it out.
#[derive(Deserialize)]
struct File {
    project_id: String,
    client_email: String,
    private_key: String,
    private_key_id: Option<String>,
    token_uri: String,
}

impl ServiceAccount {
    /// Reads the JSON that Google hands out, or nothing.
    pub fn parse(text: &str) -> Option<ServiceAccount> {
        let file: File = serde_json::from_str(text).ok()?;
        let is_usable = |uri: &str| uri.starts_with("https://") || uri.starts_with("http://");
        let is_name = |id: &str| {
            !id.is_empty() && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-:._".contains(&b))
        };
        if !is_usable(&file.token_uri) || !is_name(&file.project_id) {
            return None;
        }
        Some(ServiceAccount {
            project_id: file.project_id,
            token_uri: file.token_uri,
            email: file.client_email,
            key_id: file.private_key_id,
            key: RsaKeyPair::from_pkcs8(&der(&file.private_key)?).ok()?,
        })
    }

    /// A signed statement of who we are, as OAuth 2 takes it (RFC 7523).
    pub fn proof(&self, now: Date) -> Option<String> {
        let issued = now.millis().div_euclid(1000);
        let header = json!({ "alg": "RS256", "typ": "JWT", "kid": self.key_id });
        let claims = json!({
            "iss": self.email,
            "scope": SCOPE,
            "aud": self.token_uri,
            "iat": issued,
            "exp": issued + PROOF_SECONDS,
        });
        let mut proof = format!(
            "{}.{}",
            URL_SAFE_NO_PAD.encode(header.to_string()),
            URL_SAFE_NO_PAD.encode(claims.to_string())
        );
        let mut signature = vec![0; self.key.public().modulus_len()];
        let random = SystemRandom::new();
        self.key.sign(&RSA_PKCS1_SHA256, &random, proof.as_bytes(), &mut signature).ok()?;
        proof.push('.');
        proof.push_str(&URL_SAFE_NO_PAD.encode(signature));
        Some(proof)
    }
}

/// The bytes inside a PEM text.
fn der(pem: &str) -> Option<Vec<u8>> {
    let inside: String =
        pem.lines().map(str::trim).filter(|line| !line.starts_with("-----")).collect();
    STANDARD.decode(inside).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_none_of_googles_is_refused() {
        let whole = json!({
            "project_id": "p", "client_email": "e", "private_key": "AAAA", "token_uri": "https://t",
        });
        assert!(ServiceAccount::parse(&whole.to_string()).is_none(), "no key");
        assert!(ServiceAccount::parse("{}").is_none());
        assert!(ServiceAccount::parse("").is_none());
    }

    #[test]
    fn the_bytes_of_a_pem_stand_between_its_lines() {
        assert_eq!(der("-----BEGIN X-----\nAQ\nID\n-----END X-----\n"), Some(vec![1, 2, 3]));
    }
}
