//! Running one case.

use std::future::Future;
use std::sync::LazyLock;
use std::time::Duration;

use tokio::runtime::Runtime;

/// Hardly a case takes longer; one that hangs says so instead of stalling the whole run.
const LIMIT: Duration = Duration::from_secs(20);

/// One for the whole binary: connections die with the runtime that made them.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime for tests")
});

/// Runs a case to its end.
pub fn case<F: Future>(body: F) -> F::Output {
    case_within(LIMIT, body)
}

/// The same for one whose subject takes longer: thousands of requests, or a standby that follows whatever the whole
/// server writes.
pub fn case_within<F: Future>(limit: Duration, body: F) -> F::Output {
    RUNTIME.block_on(async {
        match tokio::time::timeout(limit, body).await {
            Ok(output) => output,
            Err(_) => panic!("the case did not end within {} s", limit.as_secs()),
        }
    })
}

/// A setting of the test run itself, such as a seed; nothing if it is not set.
///
/// # Panics
/// When the value cannot be read as what is asked for.
pub fn setting<T: std::str::FromStr>(name: &str) -> Option<T> {
    #[expect(clippy::disallowed_methods, reason = "tests have no configuration to be handed")]
    let text = std::env::var(name).ok()?;
    match text.parse() {
        Ok(value) => Some(value),
        Err(_) => panic!("{name}={text} cannot be read"),
    }
}
