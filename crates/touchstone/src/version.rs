//! Which program this is.

use std::sync::LazyLock;

/// The version, and the commit that it was built from where the builder said so.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = option_env!("BUILD_COMMIT").filter(|commit| !commit.is_empty());
    format!("{} ({})", env!("CARGO_PKG_VERSION"), commit.unwrap_or("unknown"))
});

/// The version as `--version` says it.
pub(crate) fn version() -> &'static str {
    &VERSION
}
