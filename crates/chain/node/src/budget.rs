//! What one look-up may cost: time, questions, bytes.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use crate::error::NodeError;

/// Shared by all questions of one look-up. A question that goes to a second endpoint because the
/// first one failed is still one question.
#[derive(Debug)]
pub struct Budget {
    ends_at: Instant,
    calls: AtomicU32,
    bytes: AtomicUsize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new(Duration::from_secs(10), 6, 2 << 20)
    }
}

impl Budget {
    /// So much time from now on, so many questions, so many bytes of answers.
    pub fn new(wall: Duration, calls: u32, bytes: usize) -> Budget {
        Budget {
            ends_at: Instant::now() + wall,
            calls: AtomicU32::new(calls),
            bytes: AtomicUsize::new(bytes),
        }
    }

    /// The time that is left; nothing of it when it is over.
    pub fn left(&self) -> Duration {
        self.ends_at.saturating_duration_since(Instant::now())
    }

    /// Takes one question and says how long its answer may be.
    pub(crate) fn take_call(&self) -> Result<(), NodeError> {
        if self.left().is_zero() {
            return Err(NodeError::TimedOut);
        }
        if self.bytes.load(Ordering::Relaxed) == 0 {
            return Err(NodeError::OverBudget);
        }
        let less = |calls: u32| calls.checked_sub(1);
        let taken = self.calls.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        taken.map(|_| ()).map_err(|_| NodeError::OverBudget)
    }

    /// How many bytes may still be read.
    pub(crate) fn bytes_left(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Notes what was read.
    pub(crate) fn take_bytes(&self, read: usize) {
        let less = |bytes: usize| Some(bytes.saturating_sub(read));
        let _ = self.bytes.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}
