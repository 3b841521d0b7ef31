//! A unit of work: begin, run, commit or roll back, retry on conflict, and run the effects after
//! the commit.
//!
//! A unit begins its transaction with the first statement that may write. Earlier work (hashing a
//! password, checking a signature, calling a chain endpoint) holds no connection, and a unit that
//! is refused before has never had one. A later refusal rolls back, which returns the connection to
//! the pool. Only a unit that is cancelled closes one.

use std::time::Duration;

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// How often a unit is run before a conflict is returned to the caller.
const ATTEMPTS: u32 = 6;
/// The longest delay before the second run. It doubles with each further run.
const PAUSE: Duration = Duration::from_millis(8);

/// The error type of a unit.
pub trait UnitError: From<Error> + Send {
    /// Whether the database aborted the transaction because of another one, so that a retry may
    /// succeed.
    fn is_conflict(&self) -> bool;
}

impl UnitError for Error {
    fn is_conflict(&self) -> bool {
        self.is_transient()
    }
}

impl Cx {
    /// Runs work in the transaction of this request, or else as a unit of its own, which is
    /// repeated after a conflict.
    pub async fn unit<T, E, F>(&self, work: impl Fn(Cx) -> F) -> Result<T, E>
    where
        E: UnitError,
        F: Future<Output = Result<T, E>>,
    {
        if self.db().is_transaction() {
            return work(self.clone()).await;
        }
        let mut attempts = Attempts::default();
        loop {
            let tx = self.in_transaction()?;
            let outcome = work(tx.clone()).await;
            let is_overtaken = tx.is_overtaken();
            match tx.end(outcome).await {
                Err(error) if attempts.go_on_after(&error, is_overtaken) => attempts.pause().await,
                outcome => return outcome,
            }
        }
    }

    /// Runs an effect after the commit, and never after a rollback. Outside a transaction it runs
    /// at once.
    pub fn on_commit(&self, effect: impl FnOnce(&Engine) + Send + 'static) {
        match &self.pending {
            Some(pending) => {
                let engine = self.engine().clone();
                pending.add(move || effect(&engine));
            }
            None => effect(self.engine()),
        }
    }

    /// Declares whether the writes of this unit leave the application's caches valid, on every
    /// node. The default is no, and the last call counts.
    pub fn set_leaves_caches(&self, leaves: bool) {
        if let Some(pending) = &self.pending {
            pending.set_leaves_caches(leaves);
        }
    }

    /// Records that something became taken during this unit, so that all of it should be repeated.
    pub(crate) fn note_overtaken(&self) {
        if let Some(pending) = &self.pending {
            pending.note_overtaken();
        }
    }

    pub(crate) fn is_overtaken(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.is_overtaken())
    }

    /// Commits the transaction and runs its effects. No-op outside a transaction.
    pub async fn commit(self) -> Result<(), Error> {
        let has_written = self.db().is_begun();
        self.db().commit().await.while_doing("committing")?;
        if let Some(pending) = &self.pending {
            pending.run();
        }
        // Only the database knows which classes a unit has written to.
        if has_written && !self.engine().live_classes().is_empty() {
            match self.pending.as_ref().is_some_and(|pending| pending.leaves_caches()) {
                true => self.engine().wake_followers(),
                false => self.engine().wake_changes(),
            }
        }
        Ok(())
    }

    /// Commits the transaction after success, and rolls it back after an error.
    pub(crate) async fn end<T, E: From<Error>>(self, outcome: Result<T, E>) -> Result<T, E> {
        match outcome {
            Ok(value) => {
                self.commit().await?;
                Ok(value)
            }
            Err(error) => {
                self.rollback().await;
                Err(error)
            }
        }
    }

    /// Rolls back a transaction and returns its connection. If that fails, the connection is
    /// closed.
    pub async fn rollback(self) {
        if let Err(error) = self.db().rollback().await {
            tracing::warn!(%error, "rollback failed, closing the connection");
        }
    }

    /// Ends the transaction that [`Cx::in_transaction`] began for `outer`: commits after success,
    /// and rolls back after an error.
    pub async fn finish_for<T>(self, outer: &Cx, outcome: Result<T, Error>) -> Result<T, Error> {
        if outer.db().is_transaction() || !self.db().is_transaction() {
            return outcome;
        }
        self.end(outcome).await
    }
}

/// Number of runs of a unit.
#[derive(Debug, Default)]
pub(crate) struct Attempts(u32);

impl Attempts {
    /// Whether the unit is repeated after this error.
    pub(crate) fn go_on_after(&mut self, error: &impl UnitError, is_overtaken: bool) -> bool {
        self.0 += 1;
        if self.0 >= ATTEMPTS || !(is_overtaken || error.is_conflict()) {
            return false;
        }
        tracing::debug!(attempt = self.0, "transaction conflict, retrying");
        true
    }

    /// A random delay before the next run, so that conflicting units do not meet again.
    pub(crate) async fn pause(&self) {
        tokio::time::sleep(self.longest_pause().mul_f64(rand::random())).await;
    }

    fn longest_pause(&self) -> Duration {
        PAUSE * 2_u32.pow(self.0.saturating_sub(1).min(ATTEMPTS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_meets_others_again_waits_longer_each_time_and_not_for_ever() {
        let longest = |runs| Attempts(runs).longest_pause().as_millis();
        assert_eq!([1, 2, 3, 4, 5].map(longest), [8, 16, 32, 64, 128]);
    }
}
