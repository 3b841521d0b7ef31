//! Work on what strangers sent, away from everything else.

/// Runs code that may take long or panic on an unexpected input, apart from the other look-ups.
/// `None` after a panic.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
