//! How the database is reached.

use std::path::PathBuf;
use std::time::Duration;

use parse_store::{ClientQueryOptions, FIXED_CONNECTIONS, StoreOptions, Timeouts};

use super::reader::{Reader, word};

/// How long a query of a client may take and still be quick.
const QUICK: Duration = Duration::from_millis(40);

/// A query that takes so many times as long as a quick one may is no longer slow, but heavy.
const TIMES_AS_SLOW: u32 = 10;

/// How long a single statement that only reads may take in the product.
const PRODUCT_READ: Duration = Duration::from_secs(2);

/// Reads how the database is reached.
pub(super) fn store_options(
    read: &mut Reader<'_>,
    mixed_fleet: bool,
    is_product: bool,
) -> StoreOptions {
    // More connections than the cores can serve only make both ends switch between them.
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let usual = Shares::of_cores(cores);
    let least = (FIXED_CONNECTIONS + Shares::LEAST.sum()) as u64;
    let shares = match read.whole::<usize>("database_connections", least, 1000) {
        Some(most) => usual.within(most - FIXED_CONNECTIONS),
        None => usual,
    };
    let statement = read.milliseconds("statement_timeout");
    StoreOptions {
        url: read.required("database_url", ""),
        replica_url: read.value("replica_url", word),
        pipelined_connections: shares.pipelined,
        client_queries: ClientQueryOptions {
            quick_connections: shares.quick,
            slow_connections: shares.slow,
            quick: QUICK,
            slow: QUICK * TIMES_AS_SLOW,
        },
        write_connections: shares.write,
        transaction_connections: shares.transaction,
        mixed_fleet,
        timeouts: Timeouts {
            reading: if is_product { shorter(statement, PRODUCT_READ) } else { statement },
            statement,
            lock: read.milliseconds("lock_timeout"),
            idle_transaction: Duration::from_secs(10),
            commit: Duration::from_secs(5),
            connection_wait: Duration::from_secs(5),
        },
        ca_file: read.value("database_ca_file", word).map(PathBuf::from),
    }
}

/// The shorter of two times, where none at all is no limit.
fn shorter(time: Duration, most: Duration) -> Duration {
    if time.is_zero() { most } else { time.min(most) }
}

/// How the connections of a node are shared out among their uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shares {
    pipelined: usize,
    quick: usize,
    /// Of slow queries; as many again are for heavy ones.
    slow: usize,
    write: usize,
    transaction: usize,
}

impl Shares {
    const LEAST: Shares = Shares { pipelined: 1, quick: 1, slow: 1, write: 1, transaction: 1 };

    fn of_cores(cores: usize) -> Shares {
        Shares {
            pipelined: cores + 1,
            quick: cores + 1,
            slow: (cores / 2).max(1),
            write: 3 * cores,
            transaction: 16,
        }
    }

    const fn sum(self) -> usize {
        self.pipelined + self.quick + 2 * self.slow + self.write + self.transaction
    }

    /// So many connections in the same proportions, one of each at least.
    fn within(self, most: usize) -> Shares {
        let mut rest = most.saturating_sub(Shares::LEAST.sum());
        let mut weights = self.sum() - Shares::LEAST.sum();
        // Of what is left, in proportion to what is asked for and is left to be asked for.
        let mut share = |asked: usize, width: usize| {
            let weight = (asked - 1) * width;
            let taken = (rest * weight + weights / 2) / weights.max(1) / width;
            rest -= taken * width;
            weights -= weight;
            1 + taken
        };
        Shares {
            pipelined: share(self.pipelined, 1),
            quick: share(self.quick, 1),
            slow: share(self.slow, 2),
            write: share(self.write, 1),
            transaction: share(self.transaction, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_shared_out_and_never_exceeded() {
        for cores in 1..=128 {
            let usual = Shares::of_cores(cores);
            assert_eq!(usual.within(usual.sum()), usual, "{cores} cores");
            for most in Shares::LEAST.sum()..=500 {
                let shares = usual.within(most);
                let Shares { pipelined, quick, slow, write, transaction } = shares;
                assert!(shares.sum() <= most, "{shares:?} of {most} on {cores} cores");
                for share in [pipelined, quick, slow, write, transaction] {
                    assert!(share >= 1, "{shares:?} of {most} on {cores} cores");
                }
            }
        }
    }

    #[test]
    fn two_cores_open_43_connections() {
        let shares = Shares { pipelined: 3, quick: 3, slow: 1, write: 6, transaction: 16 };
        assert_eq!(Shares::of_cores(2), shares);
        assert_eq!(FIXED_CONNECTIONS + shares.sum(), 43);
        let fewer = Shares { pipelined: 2, quick: 2, slow: 1, write: 3, transaction: 5 };
        assert_eq!(shares.within(27 - FIXED_CONNECTIONS), fewer);
    }

    #[test]
    fn no_time_at_all_is_no_limit() {
        let seconds = Duration::from_secs;
        assert_eq!(shorter(seconds(0), seconds(2)), seconds(2));
        assert_eq!(shorter(seconds(1), seconds(2)), seconds(1));
        assert_eq!(shorter(seconds(5), seconds(2)), seconds(2));
    }
}
