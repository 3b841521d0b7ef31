//! Why an address is none, or a proof proves nothing.

/// Why an address is none, or a proof proves nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unproved {
    /// Not a valid address of its family.
    #[error("not a valid address of this kind")]
    Address,
    /// Not a valid signature: its length, its spelling, or a form that exists twice.
    #[error("not a valid signature")]
    Signature,
    /// The signature is not this address's under this text.
    #[error("the signature does not fit the address and the text")]
    Signer,
    /// The key matches forged signatures.
    #[error("this key proves nothing")]
    WeakKey,
}
