//! What the database last said.

use std::sync::{Mutex, PoisonError};

use parse_engine::Sample;

/// The last answers. Where the database did not answer there are none: old numbers would look like
/// new ones.
#[derive(Debug, Default)]
pub(super) struct Stored {
    pub(super) queues: Mutex<Vec<Sample>>,
    pub(super) application: Mutex<Vec<Sample>>,
}

impl Stored {
    /// All of them.
    pub(super) fn samples(&self) -> Vec<Sample> {
        let mut samples = kept(&self.queues).clone();
        samples.extend(kept(&self.application).iter().cloned());
        samples
    }
}

pub(super) fn kept(samples: &Mutex<Vec<Sample>>) -> std::sync::MutexGuard<'_, Vec<Sample>> {
    samples.lock().unwrap_or_else(PoisonError::into_inner)
}
