//! MultiversX: an address is an ed25519 key in bech32; what is signed is a digest of the text with
//! the chain's own mark before it.
//!
//! Clients of old sent the text in place of a signature. That proves nothing and is refused.

use bech32::primitives::decode::CheckedHrpstring;
use bech32::{Bech32, Hrp};
use sha3::{Digest, Keccak256};

use crate::{Address, Unproved, ed25519, hex};

/// So many zero bytes at the start mark a contract, which has no key.
const CONTRACT: [u8; 8] = [0; 8];

/// Reads an address. Only plain bech32 is one; the later form has another checksum.
pub(crate) fn parse_address(text: &str) -> Result<[u8; 32], Unproved> {
    let checked = CheckedHrpstring::new::<Bech32>(text).map_err(|_| Unproved::Address)?;
    if checked.hrp() != Hrp::parse("erd").map_err(|_| Unproved::Address)? {
        return Err(Unproved::Address);
    }
    let key: Vec<u8> = checked.byte_iter().collect();
    let key: [u8; 32] = key.try_into().map_err(|_| Unproved::Address)?;
    if key.starts_with(&CONTRACT) {
        return Err(Unproved::Address);
    }
    Ok(key)
}

pub(crate) fn verify(address: &Address, text: &str, signature: &str) -> Result<(), Unproved> {
    let signature = hex::decode(signature).ok_or(Unproved::Signature)?;
    ed25519::verify(address.key(), &digest(text), &signature)
}

/// What the wallet signs. The first byte is 0x17; it is not Ethereum's.
fn digest(text: &str) -> [u8; 32] {
    let mut hash = Keccak256::new();
    hash.update(b"\x17Elrond Signed Message:\n");
    hash.update(text.len().to_string());
    hash.update(text);
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_chains_own() {
        let digest = hex::encode(&digest("test message"));
        assert!(digest.starts_with("2162d6") && digest.ends_with("004d"), "{digest}");
    }

    #[test]
    fn only_plain_bech32_of_this_chain_is_an_address() {
        let key = [9_u8; 32];
        let spell = |hrp: &str| Hrp::parse(hrp).unwrap();
        let good = bech32::encode::<Bech32>(spell("erd"), &key).unwrap();
        assert_eq!(parse_address(&good), Ok(key));
        let later = bech32::encode::<bech32::Bech32m>(spell("erd"), &key).unwrap();
        let other = bech32::encode::<Bech32>(spell("bc"), &key).unwrap();
        let short = bech32::encode::<Bech32>(spell("erd"), &key[1..]).unwrap();
        let mut contract = key;
        contract[..8].fill(0);
        let contract = bech32::encode::<Bech32>(spell("erd"), &contract).unwrap();
        for bad in [later, other, short, contract] {
            assert_eq!(parse_address(&bad), Err(Unproved::Address), "{bad}");
        }
    }
}
