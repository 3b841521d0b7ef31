//! How endpoints are, as it is shown.

/// How an endpoint or a network is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HealthState {
    /// It answers and is up to date.
    Ok,
    /// It answers, and its newest block is old.
    Lagging,
    /// Not checked yet.
    Unknown,
    /// It failed again and again, lies, or is of another network.
    Down,
}

impl HealthState {
    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            HealthState::Ok => "ok",
            HealthState::Lagging => "lagging",
            HealthState::Unknown => "unknown",
            HealthState::Down => "down",
        }
    }
}

/// How an endpoint is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndpointHealth {
    /// Its host; never its path or a key.
    pub host: String,
    /// How it is.
    pub state: HealthState,
    /// How long it takes to answer.
    pub latency_ms: Option<u64>,
    /// Its newest block.
    pub head_block: Option<u64>,
    /// How old that block was when it was seen, beyond the time between two blocks.
    pub lag_sec: Option<u64>,
    /// When it was last asked for it: milliseconds since 1970.
    pub checked_at: Option<u64>,
    /// How often it was asked and answered.
    pub answered: u64,
    /// How often it failed by its own doing.
    pub failed: u64,
}

/// How a network is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NetworkHealth {
    /// Its number.
    pub chain_id: u64,
    /// Its endpoints in the order in which they were configured.
    pub endpoints: Vec<EndpointHealth>,
}

impl NetworkHealth {
    /// The network is as well as the best of its endpoints.
    pub fn state(&self) -> HealthState {
        self.endpoints.iter().map(|one| one.state).min().unwrap_or(HealthState::Unknown)
    }

    /// The least lag among those that answer.
    pub fn lag_sec(&self) -> Option<u64> {
        let answering = self.endpoints.iter().filter(|one| one.state < HealthState::Unknown);
        answering.filter_map(|one| one.lag_sec).min()
    }

    /// When an endpoint of it was last asked: milliseconds since 1970.
    pub fn checked_at(&self) -> Option<u64> {
        self.endpoints.iter().filter_map(|one| one.checked_at).max()
    }
}
