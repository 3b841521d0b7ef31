//! Ethereum and its relatives: an address is the end of a digest of a key, or a contract.
//!
//! One signature has one form here: low `s`, 65 bytes. The twin of a signature with the other `s`
//! would recover to the same address.

pub mod contract;

use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use sha3::{Digest, Keccak256};

use crate::{Address, Unproved, hex};

/// Reads an address. One with letters of both cases must have its checksum right.
pub(crate) fn parse_address(text: &str) -> Result<[u8; 20], Unproved> {
    let digits = text.strip_prefix("0x").ok_or(Unproved::Address)?;
    let bytes = hex::decode(digits).filter(|_| !digits.starts_with("0x"));
    let key: [u8; 20] = bytes.and_then(|bytes| bytes.try_into().ok()).ok_or(Unproved::Address)?;
    let is_mixed = digits.bytes().any(|byte| byte.is_ascii_uppercase())
        && digits.bytes().any(|byte| byte.is_ascii_lowercase());
    // There is no key for zero, but a careless recovery ends there.
    if (is_mixed && checksummed(&key) != text) || key == [0; 20] {
        return Err(Unproved::Address);
    }
    Ok(key)
}

/// An address as it is shown, with its checksum in the case of its letters.
pub(crate) fn checksummed(key: &[u8; 20]) -> String {
    let digits = hex::encode(key);
    let hash = Keccak256::digest(digits.as_bytes());
    let is_high = |at: usize| hash[at / 2] >> (if at.is_multiple_of(2) { 4 } else { 0 }) & 8 != 0;
    let letter = |(at, digit): (usize, char)| {
        if is_high(at) { digit.to_ascii_uppercase() } else { digit }
    };
    format!("0x{}", digits.chars().enumerate().map(letter).collect::<String>())
}

/// What a wallet signs when it is asked to sign a text.
pub fn digest(text: &str) -> [u8; 32] {
    let mut hash = Keccak256::new();
    hash.update(b"\x19Ethereum Signed Message:\n");
    hash.update(text.len().to_string());
    hash.update(text);
    hash.finalize().into()
}

pub(crate) fn verify(address: &Address, text: &str, signature: &str) -> Result<(), Unproved> {
    let bytes = hex::decode(signature).ok_or(Unproved::Signature)?;
    let signer = recover(&digest(text), &bytes)?;
    if signer == *address.key() { Ok(()) } else { Err(Unproved::Signer) }
}

/// The address of the key that made a signature.
fn recover(digest: &[u8; 32], signature: &[u8]) -> Result<[u8; 20], Unproved> {
    let (bare, recovery) = signature.split_at_checked(64).ok_or(Unproved::Signature)?;
    let recovery = match recovery {
        [id @ (27 | 28)] => id - 27,
        // Some hardware counts from zero.
        [id @ (0 | 1)] => *id,
        _ => return Err(Unproved::Signature),
    };
    let recovery = RecoveryId::from_byte(recovery).ok_or(Unproved::Signature)?;
    let signature = Signature::from_slice(bare).map_err(|_| Unproved::Signature)?;
    if signature.normalize_s().is_some() {
        return Err(Unproved::Signature);
    }
    let key = VerifyingKey::recover_from_prehash(digest, &signature, recovery)
        .map_err(|_| Unproved::Signer)?;
    let point = key.to_encoded_point(false);
    let hash = Keccak256::digest(&point.as_bytes()[1..]);
    let mut address = [0; 20];
    address.copy_from_slice(&hash[12..]);
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_checksum_standard_hold() {
        for text in [
            "0x52908400098527886E0F7030069857D2E4169EE7",
            "0xde709f2102306220921060314715629080e2fb77",
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
            "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
            "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
            "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
        ] {
            assert_eq!(checksummed(&parse_address(text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_misspelled_is_no_address() {
        for bad in [
            "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD",
            "5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0X5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
            "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae",
            "0x0x5aaeb6053f3e94c9b9a09f33669435e7ef1bea",
            "0x0000000000000000000000000000000000000000",
            "vitalik.eth",
            "XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS",
            "",
        ] {
            assert_eq!(parse_address(bad), Err(Unproved::Address), "{bad}");
        }
    }
}
