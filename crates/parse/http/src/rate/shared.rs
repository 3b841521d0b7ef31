//! Counts that all nodes share, if Redis is configured.
//!
//! Every node counts for itself first, so that without Redis each has a budget of its own. Calls
//! about passwords and new accounts wait for the answer of Redis, fifty milliseconds at most. All
//! others are sent to Redis afterwards, and a caller who exceeded a limit on any node is refused
//! here from then on.

use std::collections::HashMap;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use super::counter::Tally;
use super::path::Spellings;
use super::rule::{Rule, Zone};
use crate::redis::{Charge, Redis};

/// How many calls are buffered for Redis; more are counted by this node alone.
const WAITING: usize = 4096;
/// How many are sent at once.
const AT_ONCE: usize = 256;
/// How many callers are remembered as too often.
const MOST_BARRED: usize = 100_000;
/// What is about passwords and new accounts.
const AWAITED: [&str; 6] = [
    "/login",
    "/verifyPassword",
    "/challenge",
    "/users",
    "/requestPasswordReset",
    "/verificationEmailRequest",
];

/// The counts of all nodes.
pub struct SharedCounts {
    redis: Arc<Redis>,
    application_id: String,
    reports: Sender<Charge>,
    reported: tokio::sync::Mutex<Receiver<Charge>>,
    barred: Mutex<HashMap<u128, Instant>>,
}

impl std::fmt::Debug for SharedCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SharedCounts").finish_non_exhaustive()
    }
}

impl SharedCounts {
    /// In a Redis, for an application.
    pub fn new(redis: Arc<Redis>, application_id: &str) -> SharedCounts {
        let (reports, reported) = channel(WAITING);
        SharedCounts {
            redis,
            application_id: application_id.to_owned(),
            reports,
            reported: tokio::sync::Mutex::new(reported),
            barred: Mutex::default(),
        }
    }

    /// What a call is counted under: nodes with the same rule count together, whatever other rules
    /// they have. A tally may be a session or an address, so none is sent.
    pub(super) fn charge(&self, rule: &Rule, tally: &Tally) -> Charge {
        self.charge_as(&rule.identity(), tally.exact.as_str(), rule.count, rule.window)
    }

    /// What a call is counted under that no rule of the operator is about.
    pub(super) fn charge_as(
        &self,
        what: &str,
        of: &str,
        count: NonZeroU32,
        window: Duration,
    ) -> Charge {
        let mut hash = Sha256::new();
        for part in [self.application_id.as_str(), what, of] {
            hash.update(part.len().to_be_bytes());
            hash.update(part);
        }
        hash.update(count.get().to_be_bytes());
        hash.update(window.as_nanos().to_be_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        Charge { key: u128::from_be_bytes(key), count: count.get(), window }
    }

    /// For how long a caller must wait, as far as is known here.
    pub(super) fn wait(&self, charge: &Charge) -> Option<Duration> {
        let barred = self.barred.lock().unwrap_or_else(PoisonError::into_inner);
        let until = barred.get(&charge.key)?;
        Some(until.saturating_duration_since(Instant::now())).filter(|wait| !wait.is_zero())
    }

    /// Counts a call later.
    pub(super) fn note(&self, charge: Charge) {
        // Full while Redis is slow or gone: then this node counts for itself.
        let _ = self.reports.try_send(charge);
    }

    /// Counts calls now; the longest wait where one is too many. Nothing if Redis is silent.
    pub(super) async fn ask(&self, charges: &[Charge]) -> Option<Duration> {
        let waits = self.redis.charge(charges).await.ok()?;
        self.bar(charges, &waits);
        waits.into_iter().max().filter(|wait| !wait.is_zero())
    }

    /// Tells Redis of the calls that were noted, for ever. One task of the server runs this.
    pub async fn report(&self) {
        let mut reported = self.reported.lock().await;
        let mut charges = Vec::with_capacity(AT_ONCE);
        while reported.recv_many(&mut charges, AT_ONCE).await > 0 {
            if let Ok(waits) = self.redis.charge(&charges).await {
                self.bar(&charges, &waits);
            }
            charges.clear();
        }
    }

    fn bar(&self, charges: &[Charge], waits: &[Duration]) {
        let mut too_often =
            charges.iter().zip(waits).filter(|(_, wait)| !wait.is_zero()).peekable();
        if too_often.peek().is_none() {
            return;
        }
        let now = Instant::now();
        let mut barred = self.barred.lock().unwrap_or_else(PoisonError::into_inner);
        if barred.len() >= MOST_BARRED {
            barred.retain(|_, until| *until > now);
        }
        if barred.len() < MOST_BARRED {
            barred.extend(too_often.map(|(charge, wait)| (charge.key, now + *wait)));
        }
    }
}

/// Whether calls under a rule wait for the count of all nodes.
pub(super) fn is_awaited(rule: &Rule) -> bool {
    let fits = |path: &str| {
        let spellings = Spellings::of(path);
        rule.paths.iter().any(|pattern| pattern.fits(&spellings))
    };
    AWAITED.into_iter().any(fits) && !fits("/classes/Any")
}

/// Whether nodes count together under a rule: shares of the common budget are each node's own.
pub(super) fn is_shared(rule: &Rule) -> bool {
    rule.zone != Zone::FairShare
}
