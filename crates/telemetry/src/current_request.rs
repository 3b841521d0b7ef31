//! Which request a line of the log is about, and what it has spent so far.
//!
//! A task-local costs nothing to speak of, where a span would be allocated, formatted and entered
//! at every poll of every request, for the few that log anything on their way.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::Either;

use super::trace::RequestTrace;

/// Names a request in the log. Written out only where it is read.
#[derive(Debug, Clone, Copy)]
pub struct RequestId(Name);

#[derive(Debug, Clone, Copy)]
enum Name {
    Own {
        run: u32,
        number: u64,
    },
    /// By the client.
    Given {
        letters: [u8; LONGEST],
        length: usize,
    },
}

/// The longest name that is taken over.
const LONGEST: usize = 64;
/// The shortest, so that names differ.
const SHORTEST: usize = 8;

impl RequestId {
    /// The request of this number in that run of the server.
    pub fn new(run: u32, number: u64) -> RequestId {
        RequestId(Name::Own { run, number })
    }

    /// A name that another gave the request, if it is one that can stand anywhere.
    pub fn given(name: &str) -> Option<RequestId> {
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let length = name.len();
        if !(SHORTEST..=LONGEST).contains(&length) || !name.bytes().all(is_plain) {
            return None;
        }
        let mut letters = [0; LONGEST];
        letters[..length].copy_from_slice(name.as_bytes());
        Some(RequestId(Name::Given { letters, length }))
    }
}

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Name::Own { run, number } => write!(f, "{run:08x}-{number:x}"),
            Name::Given { letters, length } => {
                f.write_str(str::from_utf8(&letters[..*length]).unwrap_or_default())
            }
        }
    }
}

/// A request while it is served. A clone is the same request.
#[derive(Debug, Clone)]
pub struct CurrentRequest(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    id: RequestId,
    /// Microseconds of statements, with waiting for their connections.
    database: AtomicU64,
    /// Microseconds of waiting for connections.
    waited: AtomicU64,
    trace: Option<RequestTrace>,
}

/// How a request ended.
#[derive(Debug, Clone, Copy)]
pub struct Ended<'a> {
    /// Its route.
    pub route: &'static str,
    /// What was asked for.
    pub method: &'static str,
    /// The function that was called, if it is one of the program's own.
    pub function: Option<&'a str>,
    /// The status of the answer.
    pub status: u16,
}

impl CurrentRequest {
    /// A request that begins now.
    pub fn new(id: RequestId, trace: Option<RequestTrace>) -> CurrentRequest {
        let zero = || AtomicU64::new(0);
        CurrentRequest(Arc::new(Inner { id, database: zero(), waited: zero(), trace }))
    }

    /// Its name in the log.
    pub fn id(&self) -> RequestId {
        self.0.id
    }

    /// How it is traced, if it is.
    pub fn trace(&self) -> Option<&RequestTrace> {
        self.0.trace.as_ref()
    }

    /// How long it was in the database, and how long it waited for a connection there.
    pub fn spent(&self) -> (Duration, Duration) {
        let waited = self.0.waited.load(Ordering::Relaxed);
        let database = self.0.database.load(Ordering::Relaxed).saturating_sub(waited);
        (Duration::from_micros(database), Duration::from_micros(waited))
    }

    /// So long was spent in the database.
    pub fn spend_in_database(&self, took: Duration) {
        self.0.database.fetch_add(micros(took), Ordering::Relaxed);
    }

    /// So long was spent waiting for a connection to it.
    pub fn spend_waiting(&self, waited: Duration) {
        self.0.waited.fetch_add(micros(waited), Ordering::Relaxed);
    }

    /// It was answered.
    pub fn ended(&self, how: &Ended<'_>) {
        if let Some(trace) = &self.0.trace {
            trace.end(how, self.0.id);
        }
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

tokio::task_local! {
    static CURRENT: CurrentRequest;
}

/// Whatever `work` logs names this request.
pub fn in_request<F: Future>(
    request: &CurrentRequest,
    work: F,
) -> impl Future<Output = F::Output> + use<F> {
    CURRENT.scope(request.clone(), work)
}

/// Whatever `work` logs, wherever it runs, names the request in which this is called, if it is
/// called in one.
pub fn in_current_request<F: Future>(work: F) -> impl Future<Output = F::Output> {
    match current() {
        Some(request) => Either::Left(CURRENT.scope(request, work)),
        None => Either::Right(work),
    }
}

/// The request that is served here.
pub(crate) fn current() -> Option<CurrentRequest> {
    CURRENT.try_get().ok()
}

/// Does something with the request that is served here, if one is.
pub fn with_current<T>(what: impl FnOnce(&CurrentRequest) -> T) -> Option<T> {
    CURRENT.try_with(what).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_name_is_taken_over_only_if_it_can_stand_anywhere() {
        for good in ["4bf92f3577b34da6a3ce929d0e0e4736", "0b7d9a4e-1f2c_x.y", &"a".repeat(64)] {
            assert_eq!(RequestId::given(good).expect("a name").to_string(), good);
        }
        for bad in
            ["", "short", &"a".repeat(65), "with blank", "new\nline-x", "quote\"xxxx", "ünicöde-x"]
        {
            assert!(RequestId::given(bad).is_none(), "{bad}");
        }
        assert_eq!(RequestId::new(0x2a, 7).to_string(), "0000002a-7");
    }
}
