//! What all targets share: how long one input may take.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nix::time::{ClockId, clock_gettime};

/// Processor time of an input of any size.
const LEAST: Duration = Duration::from_millis(50);
/// Processor time for each kilobyte.
const PER_KILOBYTE: Duration = Duration::from_millis(50);

/// The longest that an input took so far, in microseconds.
static LONGEST: AtomicU64 = AtomicU64::new(0);

/// Does the work for an input, and panics if it takes longer than its size allows. Processor time is
/// measured, so that a busy machine makes little difference; what seems too slow is done again.
pub fn within_time(input: &[u8], work: impl Fn()) {
    let kilobytes = u32::try_from(input.len() / 1024).unwrap_or(u32::MAX);
    let allowed = LEAST.saturating_add(PER_KILOBYTE.saturating_mul(kilobytes));
    let mut took = processor_time_of(&work);
    if took > allowed {
        took = took.min(processor_time_of(&work));
    }
    let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
    if LONGEST.fetch_max(micros, Ordering::Relaxed) < micros {
        eprintln!("slowest so far: {micros} us for {} bytes", input.len());
    }
    assert!(took <= allowed, "{took:?} for {} bytes, {allowed:?} are allowed", input.len());
}

fn processor_time_of(work: &impl Fn()) -> Duration {
    let began = processor_time();
    work();
    processor_time().saturating_sub(began)
}

fn processor_time() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
}

/// The text of an input; what is no UTF-8 in it is replaced.
pub fn text(input: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(input)
}
