//! What is percent-encoded in addresses.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC};

/// What `encodeURIComponent` encodes.
pub const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'!')
    .remove(b'~')
    .remove(b'*')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')');
