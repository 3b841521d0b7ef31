//! Standard Webhooks 1.0.0: headers and signatures.
//!
//! The signature covers `<id>.<timestamp>.<body>`, with a fresh timestamp for each attempt and the
//! same id for all of them. While a secret is being replaced both sign, so that a receiver can
//! switch at any time.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The id of a message, the same for every attempt.
pub const ID: &str = "webhook-id";
/// The time of this attempt, in seconds since 1970.
pub const TIMESTAMP: &str = "webhook-timestamp";
/// The signatures, separated by blanks.
pub const SIGNATURE: &str = "webhook-signature";

/// The prefix of displayed secrets.
const PREFIX: &str = "whsec_";
/// Allowed lengths of a secret, in bytes.
const BYTES: std::ops::RangeInclusive<usize> = 24..=64;
/// The tolerance of receivers for the timestamp, in seconds.
const TOLERANCE: i64 = 300;

/// A shared secret.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    /// Of random bytes, 24 to 64 of them.
    pub fn new(bytes: &[u8]) -> Option<SigningSecret> {
        BYTES.contains(&bytes.len()).then(|| SigningSecret(bytes.to_vec()))
    }

    /// Parses a displayed secret: `whsec_` and base64.
    pub fn parse(text: &str) -> Option<SigningSecret> {
        let bytes = STANDARD.decode(text.strip_prefix(PREFIX)?).ok()?;
        SigningSecret::new(&bytes)
    }

    /// The displayed form.
    pub fn expose(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The signature of a message with its version in front.
    fn sign(&self, id: &str, timestamp: i64, body: &[u8]) -> String {
        let signature = self.mac(id, timestamp, body).map(|mac| mac.finalize().into_bytes());
        format!("v1,{}", signature.map(|bytes| STANDARD.encode(bytes)).unwrap_or_default())
    }

    fn mac(&self, id: &str, timestamp: i64, body: &[u8]) -> Option<Hmac<Sha256>> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).ok()?;
        for part in [id.as_bytes(), b".", timestamp.to_string().as_bytes(), b".", body] {
            mac.update(part);
        }
        Some(mac)
    }
}

impl std::fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("(secret)")
    }
}

/// The headers of an attempt, signed with each of the secrets.
pub fn headers(
    secrets: &[SigningSecret],
    id: &str,
    timestamp: i64,
    body: &[u8],
) -> [(String, String); 3] {
    let signatures: Vec<String> =
        secrets.iter().map(|secret| secret.sign(id, timestamp, body)).collect();
    [
        (ID.to_owned(), id.to_owned()),
        (TIMESTAMP.to_owned(), timestamp.to_string()),
        (SIGNATURE.to_owned(), signatures.join(" ")),
    ]
}

/// Why a message is not authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotProved {
    /// A header is missing or cannot be read.
    Unreadable,
    /// The timestamp is more than five minutes off.
    OutOfTime,
    /// No signature matches.
    Wrong,
}

/// The check of a receiver: the timestamp first, then whether any of the signatures is valid,
/// compared in constant time.
pub fn verify(
    secret: &SigningSecret,
    id: &str,
    timestamp: &str,
    signatures: &str,
    body: &[u8],
    now: i64,
) -> Result<(), NotProved> {
    let timestamp: i64 = timestamp.parse().map_err(|_| NotProved::Unreadable)?;
    if now.abs_diff(timestamp) > TOLERANCE.unsigned_abs() {
        return Err(NotProved::OutOfTime);
    }
    let is_right = |signature: &str| {
        let bytes = signature.strip_prefix("v1,").and_then(|text| STANDARD.decode(text).ok());
        let mac = secret.mac(id, timestamp, body);
        bytes.zip(mac).is_some_and(|(bytes, mac)| mac.verify_slice(&bytes).is_ok())
    };
    let mut listed = signatures.split(' ').take(16);
    if listed.any(is_right) { Ok(()) } else { Err(NotProved::Wrong) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID_OF: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const AT: i64 = 1_614_265_330;
    const BODY: &[u8] = br#"{"test": 2432232314}"#;

    fn secret() -> SigningSecret {
        SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap()
    }

    fn signed(secrets: &[SigningSecret]) -> String {
        headers(secrets, ID_OF, AT, BODY)[2].1.clone()
    }

    #[test]
    fn a_message_is_signed_as_the_standard_publishes_it() {
        assert_eq!(signed(&[secret()]), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let [id, timestamp, _] = headers(&[secret()], ID_OF, AT, BODY);
        assert_eq!(id, ("webhook-id".into(), ID_OF.into()));
        assert_eq!(timestamp, ("webhook-timestamp".into(), "1614265330".into()));
    }

    #[test]
    fn while_a_secret_is_replaced_both_can_prove_a_message() {
        let new = SigningSecret::new(&[7; 32]).unwrap();
        let both = signed(&[new.clone(), secret()]);
        assert_eq!(both.split(' ').count(), 2);
        for known in [new, secret()] {
            assert_eq!(verify(&known, ID_OF, "1614265330", &both, BODY, AT), Ok(()));
        }
    }

    #[test]
    fn a_message_is_believed_only_as_it_was_sent_and_when() {
        let signature = signed(&[secret()]);
        let check = |id: &str, at: &str, signature: &str, body: &[u8], now: i64| {
            verify(&secret(), id, at, signature, body, now)
        };
        let at = "1614265330";
        assert_eq!(check(ID_OF, at, &signature, BODY, AT + 300), Ok(()));
        assert_eq!(check(ID_OF, at, &signature, BODY, AT + 301), Err(NotProved::OutOfTime));
        assert_eq!(check(ID_OF, at, &signature, BODY, AT - 301), Err(NotProved::OutOfTime));
        assert_eq!(check(ID_OF, "soon", &signature, BODY, AT), Err(NotProved::Unreadable));
        assert_eq!(check("msg_other", at, &signature, BODY, AT), Err(NotProved::Wrong));
        assert_eq!(check(ID_OF, "1614265331", &signature, BODY, AT), Err(NotProved::Wrong));
        assert_eq!(check(ID_OF, at, &signature, b"{}", AT), Err(NotProved::Wrong));
        for wrong in ["", "v1,", "v1,AAAA", &signature.replace("v1,", "v2,"), &signature[3..]] {
            assert_eq!(check(ID_OF, at, wrong, BODY, AT), Err(NotProved::Wrong), "{wrong}");
        }
    }

    #[test]
    fn a_secret_is_shown_as_it_is_read_and_never_printed() {
        let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        assert_eq!(secret().expose(), text);
        assert_eq!(format!("{:?}", secret()), "(secret)");
        for bad in ["", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_AAAA", "whsec_%%"] {
            assert_eq!(SigningSecret::parse(bad), None, "{bad}");
        }
    }
}
