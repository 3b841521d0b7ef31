//! Encrypts a message for one browser (RFC 8291 over RFC 8188), in one record.

use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hmac;
use ring::rand::SecureRandom;

use super::payload::MOST_BYTES;
use super::read;

/// The length of a public key: an uncompressed point of P-256.
const POINT: usize = 65;
/// The length of the shared authentication secret.
const AUTH: usize = 16;
/// The announced record size. All of a message fits into one record.
const RECORD: u32 = 4096;
/// Records are padded to a multiple of this, to hide the length.
const PADDED_TO: usize = 128;
/// The delimiter of the last record, before the padding.
const LAST: u8 = 2;

/// The keys of the receiving browser.
#[derive(Clone, PartialEq, Eq)]
pub struct ReceiverKeys {
    public: [u8; POINT],
    auth: [u8; AUTH],
}

impl std::fmt::Debug for ReceiverKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReceiverKeys").finish_non_exhaustive()
    }
}

/// The keys of a subscription are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeysRefused;

/// A message cannot be encrypted: it is too long, or the public key is not on the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unsealable;

impl ReceiverKeys {
    /// Parses a browser's `p256dh` and `auth`.
    pub fn parse(p256dh: &str, auth: &str) -> Result<ReceiverKeys, KeysRefused> {
        let public: [u8; POINT] = fixed(p256dh)?;
        let auth = fixed(auth)?;
        // An uncompressed point starts with this. The rest is checked by using it.
        if public[0] != 4 {
            return Err(KeysRefused);
        }
        Ok(ReceiverKeys { public, auth })
    }

    /// Whether the public key is a point of the curve.
    pub fn are_usable(&self, rng: &dyn SecureRandom) -> bool {
        seal(self, b"", [0; 16], rng).is_ok()
    }
}

fn fixed<const N: usize>(text: &str) -> Result<[u8; N], KeysRefused> {
    // Decoding is bounded before it is tried.
    if text.len() > 2 * N {
        return Err(KeysRefused);
    }
    read(text).and_then(|bytes| bytes.try_into().ok()).ok_or(KeysRefused)
}

/// A message that only the receiver can read, as a request body. Salt and sender key are random and
/// new for each message.
pub fn seal(
    keys: &ReceiverKeys,
    plaintext: &[u8],
    salt: [u8; 16],
    rng: &dyn SecureRandom,
) -> Result<Vec<u8>, Unsealable> {
    if plaintext.len() > MOST_BYTES {
        return Err(Unsealable);
    }
    let private = EphemeralPrivateKey::generate(&ECDH_P256, rng).map_err(|_| Unsealable)?;
    let public = private.compute_public_key().map_err(|_| Unsealable)?;
    let receiver = UnparsedPublicKey::new(&ECDH_P256, keys.public);
    let sealed = agree_ephemeral(private, &receiver, |shared| {
        body(shared, public.as_ref(), keys, salt, &padded(plaintext, PADDED_TO))
    });
    sealed.map_err(|_| Unsealable)?
}

/// The text, its delimiter, and padding.
fn padded(plaintext: &[u8], multiple: usize) -> Vec<u8> {
    let mut record = plaintext.to_vec();
    record.push(LAST);
    record.resize(record.len().next_multiple_of(multiple), 0);
    record
}

fn body(
    shared: &[u8],
    sender: &[u8],
    keys: &ReceiverKeys,
    salt: [u8; 16],
    record: &[u8],
) -> Result<Vec<u8>, Unsealable> {
    let (key, nonce) = key_and_nonce(shared, sender, keys, salt);
    let key = UnboundKey::new(&AES_128_GCM, &key).map_err(|_| Unsealable)?;
    let mut sealed = record.to_vec();
    LessSafeKey::new(key)
        .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut sealed)
        .map_err(|_| Unsealable)?;
    let mut body = salt.to_vec();
    body.extend(RECORD.to_be_bytes());
    body.push(u8::try_from(sender.len()).map_err(|_| Unsealable)?);
    body.extend(sender);
    body.extend(sealed);
    Ok(body)
}

/// The key material of one message.
fn key_and_nonce(
    shared: &[u8],
    sender: &[u8],
    keys: &ReceiverKeys,
    salt: [u8; 16],
) -> ([u8; 16], [u8; 12]) {
    let by_auth = mac(&keys.auth, &[shared]);
    let info = [b"WebPush: info\0".as_slice(), &keys.public, sender, &[1]];
    let material = mac(by_auth.as_ref(), &info);
    let extracted = mac(&salt, &[material.as_ref()]);
    let expanded = |label: &[u8]| mac(extracted.as_ref(), &[label, &[0, 1]]);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    key.copy_from_slice(&expanded(b"Content-Encoding: aes128gcm").as_ref()[..16]);
    nonce.copy_from_slice(&expanded(b"Content-Encoding: nonce").as_ref()[..12]);
    (key, nonce)
}

fn mac(key: &[u8], parts: &[&[u8]]) -> hmac::Tag {
    let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, key));
    for part in parts {
        context.update(part);
    }
    context.sign()
}

#[cfg(test)]
mod tests {
    use ring::rand::SystemRandom;

    use super::super::written;
    use super::*;

    // The example of RFC 8291, section 5 and appendix A.
    const AUTH_SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const RECEIVER: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SENDER: &str =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    const SHARED: &str = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
    const SALT: &str = "DGv6ra1nlYgDCS1FRnbzlw";
    const PLAINTEXT: &[u8] = b"When I grow up, I want to be a watermelon";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn bytes(text: &str) -> Vec<u8> {
        read(text).expect("base64")
    }

    fn salt() -> [u8; 16] {
        bytes(SALT).try_into().expect("16 bytes")
    }

    /// Opens a body, as a browser does, with what both sides share.
    fn opened(body: &[u8], shared: &[u8], keys: &ReceiverKeys) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_first_chunk::<16>()?;
        let (rs, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first()?;
        let (sender, sealed) = rest.split_at_checked(usize::from(*length))?;
        assert!(sealed.len() <= u32::from_be_bytes(*rs) as usize, "one record");
        let (key, nonce) = key_and_nonce(shared, sender, keys, *salt);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        let mut sealed = sealed.to_vec();
        let nonce = Nonce::assume_unique_for_key(nonce);
        let record = key.open_in_place(nonce, Aad::empty(), &mut sealed).ok()?;
        let end = record.iter().rposition(|byte| *byte != 0)?;
        (record[end] == LAST).then(|| record[..end].to_vec())
    }

    #[test]
    fn the_example_of_the_standard_comes_out_byte_for_byte() {
        let keys = ReceiverKeys::parse(RECEIVER, AUTH_SECRET).expect("keys");
        let (shared, sender) = (bytes(SHARED), bytes(SENDER));
        let sealed = body(&shared, &sender, &keys, salt(), &padded(PLAINTEXT, 1)).expect("a body");
        assert_eq!(written(&sealed), BODY);
        assert_eq!(opened(&bytes(BODY), &shared, &keys).as_deref(), Some(PLAINTEXT));
    }

    #[test]
    fn a_receiver_opens_what_was_sealed_for_it_and_nobody_else_does() {
        let rng = SystemRandom::new();
        for plaintext in [b"".as_slice(), b"x", &[b'a'; 127], &[b'b'; MOST_BYTES]] {
            let private = EphemeralPrivateKey::generate(&ECDH_P256, &rng).expect("a key");
            let public = private.compute_public_key().expect("a key");
            let keys = ReceiverKeys::parse(&written(public.as_ref()), AUTH_SECRET).expect("keys");
            let sealed = seal(&keys, plaintext, salt(), &rng).expect("a body");
            assert_eq!((sealed.len() - 86 - 16) % PADDED_TO, 0, "the length says little");
            assert!(sealed.len() <= 4096);
            let sender = UnparsedPublicKey::new(&ECDH_P256, &sealed[21..86]);
            let (open, strange) = agree_ephemeral(private, &sender, |shared| {
                let other = ReceiverKeys { auth: [7; AUTH], ..keys.clone() };
                (opened(&sealed, shared, &keys), opened(&sealed, shared, &other))
            })
            .expect("a shared secret");
            assert_eq!(open.as_deref(), Some(plaintext));
            assert_eq!(strange, None);
        }
    }

    #[test]
    fn the_same_message_is_never_sealed_in_the_same_way() {
        let keys = ReceiverKeys::parse(RECEIVER, AUTH_SECRET).expect("keys");
        let rng = SystemRandom::new();
        let sealed = || seal(&keys, PLAINTEXT, salt(), &rng).expect("a body");
        assert_ne!(sealed()[21..86], sealed()[21..86], "the sender's key is new each time");
    }

    #[test]
    fn keys_that_are_none_are_refused() {
        let short = written(&[4; 64]);
        let compressed = written(&[2; POINT]);
        let long = "A".repeat(10_000);
        for public in ["", "***", &short, &compressed, &long] {
            assert_eq!(ReceiverKeys::parse(public, AUTH_SECRET), Err(KeysRefused), "{public}");
        }
        for auth in ["", "AAAA", &*written(&[0; 17]), &long] {
            assert_eq!(ReceiverKeys::parse(RECEIVER, auth), Err(KeysRefused), "{auth}");
        }
        let padded = format!("{AUTH_SECRET}==");
        assert!(ReceiverKeys::parse(RECEIVER, &padded).is_ok(), "padding is allowed");
        let rng = SystemRandom::new();
        let off_curve = ReceiverKeys { public: [4; POINT], auth: [0; AUTH] };
        assert!(!off_curve.are_usable(&rng), "not a point of the curve");
        assert!(ReceiverKeys::parse(RECEIVER, AUTH_SECRET).expect("keys").are_usable(&rng));
        let long = [0; MOST_BYTES + 1];
        let keys = ReceiverKeys::parse(RECEIVER, AUTH_SECRET).expect("keys");
        assert_eq!(seal(&keys, &long, salt(), &rng), Err(Unsealable));
    }
}
