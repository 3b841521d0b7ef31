//! ed25519 as strict as it gets: one signature has one form, and weak keys prove nothing.

use ed25519_dalek::{Signature, VerifyingKey};

use crate::Unproved;

/// Checks a signature over bytes.
pub(crate) fn verify(key: &[u8], bytes: &[u8], signature: &[u8]) -> Result<(), Unproved> {
    let key: [u8; 32] = key.try_into().map_err(|_| Unproved::Address)?;
    let signature = Signature::from_slice(signature).map_err(|_| Unproved::Signature)?;
    let key = VerifyingKey::from_bytes(&key).map_err(|_| Unproved::Address)?;
    // A key of small order matches forged signatures, over any text.
    if key.is_weak() {
        return Err(Unproved::WeakKey);
    }
    key.verify_strict(bytes, &signature).map_err(|_| Unproved::Signer)
}
