//! What is sent to the database, counted.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use crate::statement_watch::StatementWatch;

/// What was sent to the database since the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Traffic {
    /// Statements, without those that begin and end transactions.
    pub statements: u64,
    /// Transactions that a statement began.
    pub transactions: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    statements: AtomicU64,
    transactions: AtomicU64,
    watch: OnceLock<Arc<dyn StatementWatch>>,
}

impl Counters {
    /// The observer of every statement, if there is one.
    pub(crate) fn watch(&self) -> Option<&Arc<dyn StatementWatch>> {
        self.watch.get()
    }

    /// Sets the observer of every statement, once.
    pub(crate) fn set_watch(&self, watch: Arc<dyn StatementWatch>) {
        // A second one would miss the statements before it.
        drop(self.watch.set(watch));
    }

    pub(crate) fn statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn transaction(&self) {
        self.transactions.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn traffic(&self) -> Traffic {
        Traffic {
            statements: self.statements.load(Ordering::Relaxed),
            transactions: self.transactions.load(Ordering::Relaxed),
        }
    }
}
