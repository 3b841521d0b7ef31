//! Proofs that somebody owns an address: texts to sign, and whether a signature under one holds.
//!
//! Everything here is a function of its arguments. What a contract has to be asked is handed out as
//! a question, and its answer is handed in; what was asked for, by whom and when is not known here.
//!
//! An address is its bytes: however it is spelled, there is one identity.

mod address;
mod ed25519;
pub mod evm;
mod hex;
mod multiversx;
mod polkadot;
mod solana;
pub mod text;

pub use address::{Address, Family, Identity};

/// The longest signature that is looked at, in bytes. Those of keys have 64 to 66; a contract may
/// want a few keys' worth and how to make it.
pub const MAX_SIGNATURE: usize = 8 * 1024;

/// Why an address is none, or a proof proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// It is no address of its family, or is spelled with a mistake.
    #[error("this is no address of that kind")]
    Address,
    /// It is no signature: its length, its spelling, or a form that exists twice.
    #[error("this is no signature")]
    Signature,
    /// The signature is not this address's under this text.
    #[error("the signature does not fit the address and the text")]
    Signer,
    /// The key is one that fits signatures nobody made.
    #[error("this key proves nothing")]
    WeakKey,
}

/// Checks that the key behind an address signed a text.
///
/// Contracts have no key: for them it is [`evm::contract`] that knows what to ask.
pub fn verify(address: &Address, text: &str, signature: &str) -> Result<(), Unproved> {
    if signature.len() > 2 * MAX_SIGNATURE + 2 {
        return Err(Unproved::Signature);
    }
    match address.family() {
        Family::Evm => evm::verify(address, text, signature),
        Family::Solana => solana::verify(address, text, signature),
        Family::Polkadot => polkadot::verify(address, text, signature),
        Family::MultiversX => multiversx::verify(address, text, signature),
    }
}
