//! Counts of calls that all nodes share.

use std::time::Duration;

use redis::Pipeline;

use super::{Redis, RedisProblem};

/// How long a count may take; the caller has one of its own to go by.
const QUICK: Duration = Duration::from_millis(50);

/// Counts one call: room for so many in a window, which comes back evenly. Gives the milliseconds
/// to wait if it is one too many. The time is Redis' own, so that clocks of nodes do not matter.
const CHARGE: &str = r"
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = ARGV[1] * 1000
local due = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0')) + window / ARGV[2]
if due - window > now then return math.ceil((due - window - now) / 1000) end
redis.call('SET', KEYS[1], string.format('%.0f', due), 'PX', math.ceil((due - now) / 1000))
return 0";

/// One call that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Charge {
    /// What it is counted under.
    pub(crate) key: u128,
    /// How many are allowed.
    pub(crate) count: u32,
    /// In how long.
    pub(crate) window: Duration,
}

impl Redis {
    /// Counts calls, and says for how long each caller must wait; zero where it need not.
    pub(crate) async fn charge(&self, charges: &[Charge]) -> Result<Vec<Duration>, RedisProblem> {
        let mut commands = Pipeline::new();
        for Charge { key, count, window } in charges {
            let millis = u64::try_from(window.as_millis()).unwrap_or(u64::MAX);
            let key = format!("touchstone:rate:{key:032x}");
            commands.cmd("EVAL").arg(CHARGE).arg(1).arg(key).arg(millis).arg(*count);
        }
        let waits: Vec<u64> = self.ask_within(QUICK, &commands).await?;
        Ok(waits.into_iter().map(Duration::from_millis).collect())
    }
}
