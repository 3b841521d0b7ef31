//! Solana: an address is an ed25519 key in base58; what is signed are the bytes of the text.
//!
//! Nothing sets a signed text apart from a signed transaction but that a text is one: see
//! [`crate::text::is_fit`].

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::{Address, Unproved, ed25519, hex};

/// Reads an address. Its case is part of it.
pub(crate) fn parse_address(text: &str) -> Result<[u8; 32], Unproved> {
    let bytes = bs58::decode(text).into_vec().map_err(|_| Unproved::Address)?;
    bytes.try_into().map_err(|_| Unproved::Address)
}

pub(crate) fn verify(address: &Address, text: &str, signature: &str) -> Result<(), Unproved> {
    ed25519::verify(address.key(), text.as_bytes(), &signature_bytes(signature)?)
}

/// The 64 bytes of a signature in base64, as old clients send it, in base58 or in hexadecimal. No
/// text of that length is two of them.
fn signature_bytes(text: &str) -> Result<Vec<u8>, Unproved> {
    let bytes = match text.len() {
        88 if text.ends_with("==") => STANDARD.decode(text).ok(),
        130 if text.starts_with("0x") => hex::decode(text),
        128 => hex::decode(text),
        86..=88 => bs58::decode(text).into_vec().ok(),
        _ => None,
    };
    bytes.filter(|bytes| bytes.len() == 64).ok_or(Unproved::Signature)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Family;

    #[test]
    fn a_key_has_32_bytes() {
        let short = bs58::encode([7_u8; 31]).into_string();
        let long = bs58::encode([7_u8; 33]).into_string();
        for bad in [short.as_str(), long.as_str(), "", "0OIl"] {
            assert_eq!(parse_address(bad), Err(Unproved::Address), "{bad}");
        }
        assert!(Address::parse(Family::Solana, &bs58::encode([7_u8; 32]).into_string()).is_ok());
    }
}
