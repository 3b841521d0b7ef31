//! Isolated processing of untrusted input.

/// Runs code that may take long or panic on unexpected input, apart from other look-ups. `None`
/// after a panic.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
