//! What the database last said.

use std::sync::{Mutex, PoisonError};

use parse_engine::Sample;

/// The last answers. Where the database did not answer there are none: old numbers would look like
/// new ones.
#[derive(Debug, Default)]
pub(crate) struct Stored {
    pub(crate) queues: Mutex<Vec<Sample>>,
    pub(crate) application: Mutex<Vec<Sample>>,
}

impl Stored {
    /// All of them.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        let mut samples = kept(&self.queues).clone();
        samples.extend(kept(&self.application).iter().cloned());
        samples
    }
}

pub(crate) fn kept(samples: &Mutex<Vec<Sample>>) -> std::sync::MutexGuard<'_, Vec<Sample>> {
    samples.lock().unwrap_or_else(PoisonError::into_inner)
}
