//! Effects that run after a transaction has ended.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

type Effect = Box<dyn FnOnce() + Send>;

/// The effects of one transaction.
#[derive(Default)]
pub(crate) struct Pending {
    effects: Mutex<Vec<Effect>>,
    is_overtaken: AtomicBool,
    leaves_caches: AtomicBool,
}

impl Pending {
    /// Adds an effect to run after the commit.
    pub(crate) fn add(&self, effect: impl FnOnce() + Send + 'static) {
        self.effects.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(effect));
    }

    /// Runs the effects, in the order in which they were added.
    pub(crate) fn run(&self) {
        let effects =
            std::mem::take(&mut *self.effects.lock().unwrap_or_else(PoisonError::into_inner));
        for effect in effects {
            effect();
        }
    }

    pub(crate) fn note_overtaken(&self) {
        self.is_overtaken.store(true, Ordering::Relaxed);
    }

    pub(crate) fn set_leaves_caches(&self, leaves: bool) {
        self.leaves_caches.store(leaves, Ordering::Relaxed);
    }

    pub(crate) fn leaves_caches(&self) -> bool {
        self.leaves_caches.load(Ordering::Relaxed)
    }

    pub(crate) fn is_overtaken(&self) -> bool {
        self.is_overtaken.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Pending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pending").finish_non_exhaustive()
    }
}
