//! The app that this binary was built with, as `build.rs` found it.

/// Its files by name; nothing where the binary was built without the feature `app`.
#[cfg(feature = "app")]
pub(super) const FILES: Option<&[(&str, &[u8])]> =
    Some(include!(concat!(env!("OUT_DIR"), "/app.rs")));

/// Its files by name; nothing where the binary was built without the feature `app`.
#[cfg(not(feature = "app"))]
pub(super) const FILES: Option<&[(&str, &[u8])]> = None;
