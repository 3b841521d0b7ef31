//! API keys: their format, and a checksum that detects a mistyped key without a look-up.
//!
//! A checksum proves the format, not the origin of a key.

use sha2::{Digest, Sha256};

/// The alphabet of the checksum, in order.
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// Prefixes of keys: of this server, and of tests.
const PREFIXES: [&str; 2] = ["ts_live_", "ts_test_"];
/// Random characters of a key: 190 bits.
pub const RANDOM: usize = 32;
const CHECKSUM: usize = 6;
/// Characters that are shown to tell keys apart.
const SHOWN: usize = 12;

/// A pattern for scanners that search for leaked keys.
pub const PATTERN: &str = "^ts_(live|test)_[0-9A-Za-z]{38}$";

/// A key as its owner has it.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// A key of random letters and digits, [`RANDOM`] of them.
    pub fn new(random: &str) -> Option<ApiKey> {
        let fits =
            random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric());
        fits.then(|| ApiKey(format!("{}{random}{}", PREFIXES[0], checksum(random))))
    }

    /// Parses a key with a valid format and checksum.
    pub fn parse(text: &str) -> Option<ApiKey> {
        let rest = PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix))?;
        let fits = rest.len() == RANDOM + CHECKSUM
            && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let (random, sum) = if fits { rest.split_at(RANDOM) } else { return None };
        (checksum(random) == sum).then(|| ApiKey(text.to_owned()))
    }

    /// The key itself, for the one answer that shows it.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The stored digest, in hexadecimal. A key has its full entropy, so no slow hash is needed.
    pub fn digest(&self) -> String {
        Sha256::digest(self.0.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The part that identifies it.
    pub fn shown(&self) -> &str {
        &self.0[..SHOWN]
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.shown())
    }
}

/// Redacts keys in a text. Their first characters stay, to tell them apart.
pub fn struck_out(text: &str) -> Option<String> {
    let mut struck: Option<String> = None;
    for prefix in PREFIXES {
        let current = struck.as_deref().unwrap_or(text);
        if let Some(without) = without_keys(current, prefix) {
            struck = Some(without);
        }
    }
    struck
}

fn without_keys(text: &str, prefix: &str) -> Option<String> {
    let mut out = String::new();
    let mut from = 0;
    for (at, _) in text.match_indices(prefix) {
        let rest = &text[at + prefix.len()..];
        let letters = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if at >= from && letters >= RANDOM + CHECKSUM {
            out.push_str(&text[from..at + SHOWN]);
            out.push('…');
            from = at + prefix.len() + letters;
        }
    }
    (from > 0).then(|| out + &text[from..])
}

/// The CRC-32 of zlib in base 62, six digits.
fn checksum(random: &str) -> String {
    let mut rest = crc32(random.as_bytes());
    let mut digits = [ALPHABET[0]; CHECKSUM];
    for digit in digits.iter_mut().rev() {
        *digit = ALPHABET[usize::try_from(rest % 62).unwrap_or_default()];
        rest /= 62;
    }
    digits.iter().map(|digit| char::from(*digit)).collect()
}

fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(u32::MAX, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), bit))
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "ts_live_8Kd2vQ7mZ1xR4tB9nW3cY6pL0sHfJg5A0BZAfA";

    #[test]
    fn a_key_is_made_of_random_letters_and_their_checksum() {
        let key = ApiKey::new("8Kd2vQ7mZ1xR4tB9nW3cY6pL0sHfJg5A").unwrap();
        assert_eq!(key.expose(), KEY);
        assert_eq!(key.shown(), "ts_live_8Kd2");
        assert_eq!(format!("{key:?}"), "ts_live_8Kd2");
        assert_eq!(ApiKey::new("short"), None);
    }

    #[test]
    fn the_checksum_is_the_one_that_others_use() {
        assert_eq!(checksum("qkJaB6MffYVzZXWqmcoF49yrUxP3wf"), "0LsakP");
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
    }

    #[test]
    fn a_mistyped_key_is_known_without_asking_anybody() {
        assert_eq!(ApiKey::parse(KEY).unwrap().expose(), KEY);
        for at in 8..KEY.len() {
            let mut wrong = KEY.to_owned().into_bytes();
            wrong[at] = if wrong[at] == b'x' { b'y' } else { b'x' };
            assert_eq!(ApiKey::parse(std::str::from_utf8(&wrong).unwrap()), None, "{at}");
        }
        for bad in ["", "ts_live_", &KEY[1..], &format!("{KEY}0"), &KEY.replace("live", "lïve")] {
            assert_eq!(ApiKey::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn keys_are_struck_out_of_texts_wherever_they_stand() {
        assert_eq!(struck_out("nothing here: ts_live_8Kd2"), None);
        let told = struck_out(&format!("Bearer {KEY}, and {KEY}.")).unwrap();
        assert_eq!(told, "Bearer ts_live_8Kd2…, and ts_live_8Kd2….");
        let both = struck_out(&format!("{KEY} {}", KEY.replace("live", "test"))).unwrap();
        assert_eq!(both, "ts_live_8Kd2… ts_test_8Kd2…");
    }
}
