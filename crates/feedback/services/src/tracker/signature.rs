//! Signatures of incoming webhooks: HMAC-SHA256 in hexadecimal, compared in constant time.

use ring::hmac;

/// Whether a body was signed with a secret; `signature` is in hexadecimal digits.
pub fn is_signed(secret: &str, body: &[u8], signature: &str) -> bool {
    let Some(signature) = bytes_of_hex(signature) else { return false };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    !secret.is_empty() && hmac::verify(&key, body, &signature).is_ok()
}

/// The bytes of hexadecimal digits. `None` for other characters.
pub fn bytes_of_hex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| char::from(c).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let pairs = text.as_bytes().chunks(2).map(|pair| match pair {
        [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
        _ => None,
    });
    pairs.collect()
}

/// Bytes as hexadecimal digits.
pub fn hex_of_bytes(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let pair = |byte: &u8| [byte >> 4, byte & 15].map(|half| DIGITS[usize::from(half)] as char);
    bytes.iter().flat_map(pair).collect()
}
