//! What a signature may be, no matter who made it.

/// The longest signature that is looked at, in bytes. Those of keys have 64 to 66; a contract may
/// want a few keys' worth and how to make it.
pub const MAX_SIGNATURE: usize = 8 * 1024;
