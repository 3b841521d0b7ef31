//! Work on what strangers sent, away from everything else.

/// Runs what may take long or, on an input that nobody thought of, panic: neither may hold up or
/// end the other look-ups. Nothing where it panicked.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
