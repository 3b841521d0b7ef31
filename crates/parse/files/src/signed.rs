//! Addresses that expire: a client with such an address may fetch the file for a while, and cannot
//! make one itself.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64;
use parse_model::Date;
use ring::hmac::{HMAC_SHA256, Key, sign, verify};

/// What the key is made for, so that it is good for nothing else.
const PURPOSE: &[u8] = b"touchstone addresses of files";
/// An address stays the same for this part of the time it is good for, so that browsers find what
/// they have fetched before.
const STEPS: i64 = 4;

/// Signs addresses of files.
#[derive(Debug, Clone)]
pub struct AddressSigner {
    key: Key,
    /// For how many seconds an address is good, at least.
    lifetime: i64,
}

impl AddressSigner {
    /// With a key made of a secret that all nodes share.
    pub fn new(secret: &str, lifetime: i64) -> AddressSigner {
        let made = sign(&Key::new(HMAC_SHA256, secret.as_bytes()), PURPOSE);
        AddressSigner { key: Key::new(HMAC_SHA256, made.as_ref()), lifetime: lifetime.max(STEPS) }
    }

    /// What is asked with the address of a file.
    pub fn query(&self, name: &str, now: Date) -> String {
        let step = self.lifetime / STEPS;
        let now = now.millis().div_euclid(1000);
        let expires = (now.div_euclid(step) + 1) * step + self.lifetime;
        let signature = BASE64.encode(sign(&self.key, &signed(name, expires)));
        format!("expires={expires}&signature={signature}")
    }

    /// Whether an address with this query was made here, for this file, and is still good.
    pub fn is_good(&self, name: &str, query: &str, now: Date) -> bool {
        let value = |key: &str| {
            let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(name, _)| *name == key).map(|(_, value)| value)
        };
        let expires = value("expires").and_then(|text| text.parse::<i64>().ok());
        let signature = value("signature").and_then(|text| BASE64.decode(text).ok());
        let (Some(expires), Some(signature)) = (expires, signature) else { return false };
        let is_ours = verify(&self.key, &signed(name, expires), &signature).is_ok();
        is_ours && now.millis() < expires.saturating_mul(1000)
    }
}

fn signed(name: &str, expires: i64) -> Vec<u8> {
    format!("{expires}\n{name}").into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Date {
        Date::parse(text).unwrap()
    }

    #[test]
    fn an_address_is_good_for_its_file_and_for_as_long_as_it_says() {
        let signer = AddressSigner::new("secret", 3600);
        let made = at("2026-11-16T08:00:00.000Z");
        let query = signer.query("a.png", made);
        assert!(signer.is_good("a.png", &query, made.plus_seconds(3600)));
        assert!(!signer.is_good("a.png", &query, made.plus_seconds(3600 + 900)));
        assert!(!signer.is_good("b.png", &query, made));
        assert!(!AddressSigner::new("another", 3600).is_good("a.png", &query, made));
        let later = query.replacen("expires=1", "expires=2", 1);
        for forged in [&*later, "", "expires=9999999999", "expires=9999999999&signature="] {
            assert!(!signer.is_good("a.png", forged, made), "{forged}");
        }
    }

    #[test]
    fn an_address_is_the_same_for_a_while() {
        let signer = AddressSigner::new("secret", 3600);
        let made = at("2026-11-16T08:00:00.000Z");
        assert_eq!(signer.query("a.png", made), signer.query("a.png", made.plus_seconds(899)));
        assert_ne!(signer.query("a.png", made), signer.query("a.png", made.plus_seconds(900)));
    }
}
