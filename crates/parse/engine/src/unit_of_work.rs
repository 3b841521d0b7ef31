//! One unit of work: begin, run, commit or roll back, retry on conflict, and then what was to
//! happen after the commit.
//!
//! A unit begins its transaction with the first statement that may write. What comes before
//! (hashing a password, checking a signature, asking a chain's node) holds no connection, and work
//! that is refused before it has never had one. A refusal after it rolls back, which gives the
//! connection back to the pool; only work that is given up in the middle closes one.

use std::time::Duration;

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// How often a unit is run before a conflict is reported to the caller.
const ATTEMPTS: u32 = 6;
/// How long it waits at most before it is run for the second time; twice as long before each
/// further one.
const PAUSE: Duration = Duration::from_millis(8);

/// An error that a unit of work ends with.
pub trait UnitError: From<Error> + Send {
    /// Whether the database undid the transaction because of another one, so that running it again
    /// may succeed.
    fn is_conflict(&self) -> bool;
}

impl UnitError for Error {
    fn is_conflict(&self) -> bool {
        self.is_transient()
    }
}

impl Cx {
    /// Runs work in the transaction of this request, or else as a unit of its own. It is run again
    /// on a transaction conflict: the database has rolled it back by then.
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

    /// Runs an effect after the commit, and never after a rollback. Outside a transaction what it
    /// follows from stands already, so it runs at once.
    pub fn on_commit(&self, effect: impl FnOnce(&Engine) + Send + 'static) {
        match &self.pending {
            Some(pending) => {
                let engine = self.engine().clone();
                pending.add(move || effect(&engine));
            }
            None => effect(self.engine()),
        }
    }

    /// Says whether what this unit writes leaves what the application caches as it is, on every
    /// node. It does not unless this is said; what is said last counts.
    pub fn set_leaves_caches(&self, leaves: bool) {
        if let Some(pending) = &self.pending {
            pending.set_leaves_caches(leaves);
        }
    }

    /// Says that this unit found something taken that was free when it began, so that running all
    /// of it again is the answer.
    pub(crate) fn note_overtaken(&self) {
        if let Some(pending) = &self.pending {
            pending.note_overtaken();
        }
    }

    pub(crate) fn is_overtaken(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| pending.is_overtaken())
    }

    /// Makes the transaction permanent and runs what was to follow; nothing to do outside one.
    pub async fn commit(self) -> Result<(), Error> {
        let has_written = self.db().is_begun();
        self.db().commit().await.while_doing("committing")?;
        if let Some(pending) = &self.pending {
            pending.run();
        }
        // Which classes a unit has written to is known to the database alone.
        if has_written && !self.engine().live_classes().is_empty() {
            match self.pending.as_ref().is_some_and(|pending| pending.leaves_caches()) {
                true => self.engine().wake_followers(),
                false => self.engine().wake_changes(),
            }
        }
        Ok(())
    }

    /// Ends a transaction: for good if all went well, without a trace if not.
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

    /// Undoes a transaction and gives its connection back. One that cannot be asked to is closed.
    pub async fn rollback(self) {
        if let Err(error) = self.db().rollback().await {
            tracing::warn!(%error, "rollback failed, closing the connection");
        }
    }

    /// Ends what [`Cx::in_transaction`] began for `outer`: for good if all went well, without a
    /// trace if not.
    pub async fn finish_for<T>(self, outer: &Cx, outcome: Result<T, Error>) -> Result<T, Error> {
        if outer.db().is_transaction() || !self.db().is_transaction() {
            return outcome;
        }
        self.end(outcome).await
    }
}

/// How often one unit was run.
#[derive(Debug, Default)]
pub(crate) struct Attempts(u32);

impl Attempts {
    /// Whether the whole unit is run again after it ended like this.
    pub(crate) fn go_on_after(&mut self, error: &impl UnitError, is_overtaken: bool) -> bool {
        self.0 += 1;
        if self.0 >= ATTEMPTS || !(is_overtaken || error.is_conflict()) {
            return false;
        }
        tracing::debug!(attempt = self.0, "transaction conflict, retrying");
        true
    }

    /// Waits before the next run, for a random time: units that met would otherwise meet again.
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
