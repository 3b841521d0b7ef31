//! Polkadot and its relatives: an address is an account id in SS58; keys are of three kinds, and
//! the address does not say of which.
//!
//! Only the wrapped form counts: bytes without the wrapping could be those of a transaction.

use blake2::digest::consts::U32;
use blake2::{Blake2b, Blake2b512, Digest};
use k256::ecdsa::{RecoveryId, Signature, VerifyingKey};
use schnorrkel::PublicKey;

use crate::{Address, Unproved, ed25519, hex};

/// What sr25519 signatures of these chains are made under.
const CONTEXT: &[u8] = b"substrate";

/// Reads an address: the network, 32 bytes of account id, two bytes of checksum.
pub(crate) fn parse_address(text: &str) -> Result<[u8; 32], Unproved> {
    let bytes = bs58::decode(text).into_vec().map_err(|_| Unproved::Address)?;
    let network = match bytes.first() {
        Some(0..=63) => 1,
        Some(64..=127) => 2,
        _ => return Err(Unproved::Address),
    };
    if bytes.len() != network + 32 + 2 {
        return Err(Unproved::Address);
    }
    let (body, checksum) = bytes.split_at(network + 32);
    let hash = Blake2b512::new().chain_update(b"SS58PRE").chain_update(body).finalize();
    if hash[..2] != *checksum {
        return Err(Unproved::Address);
    }
    body[network..].try_into().map_err(|_| Unproved::Address)
}

pub(crate) fn verify(address: &Address, text: &str, signature: &str) -> Result<(), Unproved> {
    let signature = hex::decode(signature).ok_or(Unproved::Signature)?;
    let wrapped = [b"<Bytes>", text.as_bytes(), b"</Bytes>"].concat();
    let key = address.key();
    // A first byte may say which kind it is; without it, 64 bytes can be either of two, and the
    // first byte of an ecdsa signature can look like a kind.
    let bare = signature.get(1..).unwrap_or_default();
    match (signature.len(), signature.first()) {
        (64, _) => sr25519(key, &wrapped, &signature)
            .or_else(|_| ed25519::verify(key, &wrapped, &signature)),
        (65, Some(0)) => {
            ed25519::verify(key, &wrapped, bare).or_else(|_| ecdsa(key, &wrapped, &signature))
        }
        (65, Some(1)) => sr25519(key, &wrapped, bare).or_else(|_| ecdsa(key, &wrapped, &signature)),
        (65, _) => ecdsa(key, &wrapped, &signature),
        (66, Some(2)) => ecdsa(key, &wrapped, bare),
        _ => Err(Unproved::Signature),
    }
}

fn sr25519(key: &[u8], bytes: &[u8], signature: &[u8]) -> Result<(), Unproved> {
    // There is no such key: everything that is zero matches it.
    if key.iter().all(|byte| *byte == 0) {
        return Err(Unproved::WeakKey);
    }
    let key = PublicKey::from_bytes(key).map_err(|_| Unproved::Address)?;
    let signature =
        schnorrkel::Signature::from_bytes(signature).map_err(|_| Unproved::Signature)?;
    key.verify_simple(CONTEXT, bytes, &signature).map_err(|_| Unproved::Signer)
}

/// The account id of a secp256k1 key is a digest of it, so the key is recovered and compared.
fn ecdsa(account: &[u8], bytes: &[u8], signature: &[u8]) -> Result<(), Unproved> {
    let (bare, recovery) = signature.split_at_checked(64).ok_or(Unproved::Signature)?;
    let recovery = match recovery {
        [id @ (0 | 1)] => *id,
        [id @ (27 | 28)] => id - 27,
        _ => return Err(Unproved::Signature),
    };
    let recovery = RecoveryId::from_byte(recovery).ok_or(Unproved::Signature)?;
    let signature = Signature::from_slice(bare).map_err(|_| Unproved::Signature)?;
    if signature.normalize_s().is_some() {
        return Err(Unproved::Signature);
    }
    let key = VerifyingKey::recover_from_prehash(&blake2(bytes), &signature, recovery)
        .map_err(|_| Unproved::Signer)?;
    let is_account = blake2(key.to_encoded_point(true).as_bytes()) == account;
    if is_account { Ok(()) } else { Err(Unproved::Signer) }
}

fn blake2(bytes: &[u8]) -> [u8; 32] {
    Blake2b::<U32>::digest(bytes).into()
}
