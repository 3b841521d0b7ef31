//! Which request a line of the log is about.
//!
//! A task-local costs nothing to speak of, where a span would be allocated, formatted and entered
//! at every poll of every request, for the few that log anything on their way.

use std::future::Future;

use futures_util::future::Either;

/// Names a request in the log. Written out only where it is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestId {
    run: u32,
    number: u64,
}

impl RequestId {
    /// The request of this number in that run of the server.
    pub(crate) fn new(run: u32, number: u64) -> RequestId {
        RequestId { run, number }
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x}-{:x}", self.run, self.number)
    }
}

tokio::task_local! {
    static CURRENT: RequestId;
}

/// Whatever `work` logs names this request.
pub(crate) fn in_request<F: Future>(id: RequestId, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(id, work)
}

/// Whatever `work` logs, wherever it runs, names the request in which this is called, if it is
/// called in one.
pub(crate) fn in_current_request<F: Future>(work: F) -> impl Future<Output = F::Output> {
    match current() {
        Some(id) => Either::Left(CURRENT.scope(id, work)),
        None => Either::Right(work),
    }
}

/// The request that is served here.
pub(super) fn current() -> Option<RequestId> {
    CURRENT.try_get().ok()
}
