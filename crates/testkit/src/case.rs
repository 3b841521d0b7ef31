//! Running one case.

use std::future::Future;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;

/// Hardly a case takes longer; one that hangs says so instead of stalling the whole run.
const LIMIT: Duration = Duration::from_secs(20);

/// How many times its limit a case may take on a machine on which others keep the processors busy.
const PATIENCE: u32 = 10;

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

/// The same for one whose subject takes longer: thousands of requests, or a standby that follows
/// whatever the whole server writes.
pub fn case_within<F: Future>(limit: Duration, body: F) -> F::Output {
    RUNTIME.block_on(async {
        tokio::select! {
            output = body => output,
            () = expired(limit) => panic!("the case did not end within {} s", limit.as_secs()),
        }
    })
}

/// Ends when a case has had its time. Time in which something on the machine waited for a processor
/// is no time of its.
async fn expired(limit: Duration) {
    let (began, stalled_before) = (Instant::now(), cpu_stall());
    loop {
        let stalled = cpu_stall().saturating_sub(stalled_before).min(limit * (PATIENCE - 1));
        let left = (limit + stalled).saturating_sub(began.elapsed());
        if left.is_zero() {
            return;
        }
        tokio::time::sleep(left).await;
    }
}

/// For how long, since the machine started, something was ready to run and had no processor; zero
/// where the kernel does not tell.
fn cpu_stall() -> Duration {
    let text = std::fs::read_to_string("/proc/pressure/cpu").unwrap_or_default();
    let total = text.lines().next().and_then(|some| some.rsplit_once("total=")?.1.parse().ok());
    Duration::from_micros(total.unwrap_or_default())
}

/// A setting of the test run itself, such as a seed; `None` if it is not set.
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
