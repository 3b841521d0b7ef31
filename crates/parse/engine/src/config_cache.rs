//! The cached parameters of the application.

use std::sync::{Arc, PoisonError, RwLock};

use parse_store::{Invalidation, StoredConfig};

/// The parameters as they were last read.
#[derive(Debug, Default)]
pub(crate) struct ConfigCache(RwLock<Cached>);

#[derive(Debug, Default)]
struct Cached {
    /// `None`: not read yet. `Some(None)`: there are none.
    config: Option<Option<Arc<StoredConfig>>>,
    /// Number of invalidations.
    forgotten: u64,
}

impl ConfigCache {
    pub(crate) fn get(&self) -> Option<Option<Arc<StoredConfig>>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).config.clone()
    }

    pub(crate) fn generation(&self) -> u64 {
        self.0.read().unwrap_or_else(PoisonError::into_inner).forgotten
    }

    /// Caches parameters, unless they were invalidated since they were read.
    pub(crate) fn put(&self, config: Option<Arc<StoredConfig>>, read_at: u64) {
        let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if cached.forgotten == read_at {
            cached.config = Some(config);
        }
    }

    pub(crate) fn invalidate(&self, invalidation: &Invalidation) {
        if matches!(invalidation, Invalidation::Config | Invalidation::Everything) {
            let mut cached = self.0.write().unwrap_or_else(PoisonError::into_inner);
            cached.config = None;
            cached.forgotten += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_read_before_a_change_is_not_remembered() {
        let cache = ConfigCache::default();
        let read_at = cache.generation();
        cache.invalidate(&Invalidation::Config);
        cache.put(Some(Arc::default()), read_at);
        assert!(cache.get().is_none());
        cache.put(None, cache.generation());
        assert_eq!(cache.get(), Some(None));
    }
}
