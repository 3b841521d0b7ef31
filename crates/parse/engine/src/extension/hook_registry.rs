//! The webhooks, as this node last read them.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{Mutex, MutexGuard};

use crate::extension::{Function, TriggerKind, Triggers};

/// The webhooks, as this node last read them.
#[derive(Debug, Default)]
pub(crate) struct Registry {
    has_any: AtomicBool,
    known: RwLock<Arc<Webhooks>>,
    reading: Mutex<()>,
}

/// Webhooks by what they replace.
#[derive(Default)]
pub(crate) struct Webhooks {
    pub(crate) functions: HashMap<String, Arc<dyn Function>>,
    pub(crate) triggers: HashMap<String, Arc<dyn Triggers>>,
    /// The URLs of jobs.
    pub(crate) jobs: HashMap<String, String>,
}

impl std::fmt::Debug for Webhooks {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Webhooks")
            .field("functions", &self.functions.keys())
            .field("triggers", &self.triggers.keys())
            .finish_non_exhaustive()
    }
}

impl Registry {
    pub(crate) fn is_empty(&self) -> bool {
        !self.has_any.load(Ordering::Acquire)
    }

    pub(crate) fn function(&self, name: &str) -> Option<Arc<dyn Function>> {
        self.registered()?.functions.get(name).cloned()
    }

    pub(crate) fn triggers(&self, class: &str, kind: TriggerKind) -> Option<Arc<dyn Triggers>> {
        let triggers = self.registered()?.triggers.get(class).cloned()?;
        triggers.kinds().contains(&kind).then_some(triggers)
    }

    pub(crate) fn job_url(&self, name: &str) -> Option<String> {
        self.registered()?.jobs.get(name).cloned()
    }

    pub(crate) fn job_names(&self) -> Vec<String> {
        self.registered().map(|known| known.jobs.keys().cloned().collect()).unwrap_or_default()
    }

    /// The webhooks. `None`, at no cost, if there are none.
    fn registered(&self) -> Option<Arc<Webhooks>> {
        if self.is_empty() {
            return None;
        }
        Some(Arc::clone(&self.known.read().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Admits one reader of the webhooks at a time, so that a slow one does not restore an older
    /// state.
    pub(crate) async fn lock_reading(&self) -> MutexGuard<'_, ()> {
        self.reading.lock().await
    }

    pub(crate) fn replace(&self, known: Webhooks) {
        let is_any =
            !known.functions.is_empty() || !known.triggers.is_empty() || !known.jobs.is_empty();
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(known);
        self.has_any.store(is_any, Ordering::Release);
    }
}
