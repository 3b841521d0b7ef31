//! Statements prepared on one connection: a bounded LRU cache by their text.
//!
//! Shapes of queries come from clients, so their number has no bound of its own. A statement that
//! is evicted is closed in PostgreSQL too, as soon as it is no longer running.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio_postgres::{Client, Statement};

/// The most statements that one connection keeps prepared.
pub(crate) const MAX_PREPARED: usize = 400;

/// Statements prepared on one connection.
#[derive(Debug)]
pub(crate) struct Prepared(Mutex<Lru<Statement>>);

impl Default for Prepared {
    fn default() -> Prepared {
        Prepared(Mutex::new(Lru::new(MAX_PREPARED)))
    }
}

impl Prepared {
    /// The statement of a text, prepared now if it is not. What was prepared under another version
    /// of the schema is dropped first: it may not answer as it promised.
    pub(crate) async fn statement(
        &self,
        client: &Client,
        text: &str,
        schema_version: u64,
    ) -> Result<Statement, tokio_postgres::Error> {
        if let Some(statement) = self.lru().get(text, schema_version) {
            return Ok(statement);
        }
        // Boxed, because what is rare should not make the future of every statement larger.
        let statement = Box::pin(client.prepare(text)).await?;
        let evicted = self.lru().insert(text, statement.clone());
        drop(evicted);
        Ok(statement)
    }

    pub(crate) fn remove(&self, text: &str) {
        self.lru().entries.remove(text);
    }

    pub(crate) fn clear(&self) {
        self.lru().entries.clear();
    }

    fn lru(&self) -> MutexGuard<'_, Lru<Statement>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Least recently used first out. Looking for the oldest is a walk over a few hundred entries, and
/// happens only beside a round trip for preparing the new one.
#[derive(Debug)]
struct Lru<T> {
    capacity: usize,
    uses: u64,
    version: u64,
    entries: HashMap<Box<str>, (u64, T)>,
}

impl<T: Clone> Lru<T> {
    fn new(capacity: usize) -> Lru<T> {
        Lru { capacity, uses: 0, version: 0, entries: HashMap::new() }
    }

    fn get(&mut self, text: &str, version: u64) -> Option<T> {
        if self.version != version {
            self.version = version;
            self.entries.clear();
        }
        self.uses += 1;
        let (used, entry) = self.entries.get_mut(text)?;
        *used = self.uses;
        Some(entry.clone())
    }

    /// Keeps an entry and gives back the one that had to go for it.
    fn insert(&mut self, text: &str, entry: T) -> Option<T> {
        let mut evicted = None;
        if self.entries.len() >= self.capacity && !self.entries.contains_key(text) {
            let oldest = self.entries.iter().min_by_key(|(_, (used, _))| *used);
            let oldest = oldest.map(|(text, _)| text.clone());
            evicted = oldest.and_then(|oldest| self.entries.remove(&oldest)).map(|(_, old)| old);
        }
        self.uses += 1;
        self.entries.insert(text.into(), (self.uses, entry));
        evicted
    }
}

#[cfg(test)]
mod tests {
    use super::Lru;

    #[test]
    fn the_least_recently_used_entry_is_evicted_and_no_other() {
        let mut lru = Lru::new(2);
        assert_eq!(lru.insert("a", 1), None);
        assert_eq!(lru.insert("b", 2), None);
        assert_eq!(lru.get("a", 0), Some(1));
        assert_eq!(lru.insert("c", 3), Some(2));
        assert_eq!((lru.get("a", 0), lru.get("b", 0), lru.get("c", 0)), (Some(1), None, Some(3)));
        assert_eq!(lru.insert("c", 4), None, "an entry that is replaced makes its own room");
    }

    #[test]
    fn nothing_survives_another_version_of_the_schema() {
        let mut lru = Lru::new(2);
        lru.insert("a", 1);
        assert_eq!(lru.get("a", 1), None);
        assert_eq!(lru.get("a", 0), None);
    }
}
