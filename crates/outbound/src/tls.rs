//! The one TLS implementation that everything in this process uses.

/// Makes ring the provider of cryptography for TLS. Doing it again changes nothing.
pub fn install() {
    // An error only says that another call was first, and all callers install the same provider.
    let _ = rustls::crypto::ring::default_provider().install_default();
}
