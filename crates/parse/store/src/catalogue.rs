//! The classes that exist, kept in memory.

use std::sync::{Arc, PoisonError, RwLock};

use parse_model::Schema;

/// The schema as it was last read. Readers take a snapshot and keep it for their request.
#[derive(Debug, Default)]
pub(crate) struct Catalogue {
    schema: RwLock<Arc<Schema>>,
    reading: tokio::sync::Mutex<()>,
}

impl Catalogue {
    pub(crate) fn schema(&self) -> Arc<Schema> {
        Arc::clone(&self.schema.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until no other reader loads the classes.
    pub(crate) async fn reading(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.reading.lock().await
    }

    pub(crate) fn replace(&self, schema: Schema) {
        *self.schema.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(schema);
    }
}
