//! Proofs that a user owns an address: texts to sign, and whether a signature under one holds.
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
mod signature;
mod solana;
pub mod text;
mod unproved;

pub use address::{Address, Family, Identity};
pub use signature::MAX_SIGNATURE;
pub use unproved::Unproved;

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
