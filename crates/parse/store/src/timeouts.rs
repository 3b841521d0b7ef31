//! How long statements, transactions and those who wait for them may take.

use std::time::Duration;

use tokio_postgres::Config;

/// Timeouts, most of which PostgreSQL keeps; zero means for ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// A single statement that only reads.
    pub reading: Duration,
    /// Any other statement.
    pub statement: Duration,
    /// Waiting for a lock.
    pub lock: Duration,
    /// A transaction in which nothing happens.
    pub idle_transaction: Duration,
    /// The answer to a commit, after which its outcome is unknown; PostgreSQL goes on with it.
    pub commit: Duration,
    /// Waiting for a connection while others have all of them.
    pub connection_wait: Duration,
}

impl Default for Timeouts {
    fn default() -> Timeouts {
        Timeouts {
            reading: Duration::from_secs(5),
            statement: Duration::from_secs(5),
            lock: Duration::from_secs(2),
            idle_transaction: Duration::from_secs(10),
            commit: Duration::from_secs(5),
            connection_wait: Duration::ZERO,
        }
    }
}

impl Timeouts {
    /// The settings of a session whose statements may take so long.
    pub(crate) fn put_on(&self, config: &mut Config, statement: Duration) {
        let own = config.get_options().unwrap_or_default();
        let options = format!(
            "{own} -c statement_timeout={} -c lock_timeout={} \
             -c idle_in_transaction_session_timeout={} -c timezone=UTC \
             -c default_transaction_isolation=read\\ committed",
            statement.as_millis(),
            self.lock.as_millis(),
            self.idle_transaction.as_millis(),
        );
        config.options(options.trim_start());
    }
}
