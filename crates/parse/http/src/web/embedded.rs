//! The app that this binary was built with, as `build.rs` found it.

/// Its files by name; `None` if the binary was built without the feature `app`.
///
/// A static, because a constant would be in the binary once for every place that mentions it.
#[cfg(feature = "app")]
pub(super) static FILES: Option<&[(&str, &[u8])]> =
    Some(include!(concat!(env!("OUT_DIR"), "/app.rs")));

/// Its files by name; `None` if the binary was built without the feature `app`.
#[cfg(not(feature = "app"))]
pub(super) static FILES: Option<&[(&str, &[u8])]> = None;
