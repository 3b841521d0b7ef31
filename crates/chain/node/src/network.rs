//! What is configured: networks and their endpoints.

use std::fmt;

/// An endpoint. Its address may hold a key, so that nothing prints more of it than its host.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Where it is.
    pub url: String,
}

impl Endpoint {
    /// Host and port: what may be shown.
    pub fn host(&self) -> &str {
        let behind = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let authority = behind.split(['/', '?', '#', '\\']).next().unwrap_or_default();
        authority.rsplit('@').next().unwrap_or_default()
    }

    /// The parts of the address that may be secret: names, words of the path, values of the query.
    pub(crate) fn secrets(&self) -> Vec<&str> {
        let behind = self.url.split_once("://").map_or(self.url.as_str(), |(_, rest)| rest);
        let parts = behind.split(['/', '?', '#', '\\', '@', '&', '=', ':']);
        let mut parts: Vec<&str> = parts.filter(|part| part.len() >= 6).collect();
        parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
        parts
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("host", &self.host()).finish_non_exhaustive()
    }
}

/// How the nodes of a network tell what happened inside a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TraceMode {
    /// `debug_traceTransaction` with the call tracer.
    Debug,
    /// `trace_transaction`.
    Trace,
    /// The call is repeated at the parent block.
    Call,
    /// Not at all.
    #[default]
    None,
}

impl TraceMode {
    /// All of them, the best first.
    pub const ALL: [TraceMode; 4] =
        [TraceMode::Debug, TraceMode::Trace, TraceMode::Call, TraceMode::None];

    /// The word that is stored and sent.
    pub fn key(self) -> &'static str {
        match self {
            TraceMode::Debug => "debug",
            TraceMode::Trace => "trace",
            TraceMode::Call => "call",
            TraceMode::None => "none",
        }
    }

    /// What such a word means.
    pub fn parse(key: &str) -> Option<TraceMode> {
        TraceMode::ALL.into_iter().find(|mode| mode.key() == key)
    }
}

/// What an endpoint follows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Replay {
    /// Other code in a call.
    pub code: bool,
    /// Other storage in a call.
    pub storage: bool,
    /// Another time in a call.
    pub time: bool,
    /// Calls one after the other, each on the state that the one before left.
    pub sequence: bool,
    /// How many blocks back it has the state; nothing if it has none but the newest.
    pub depth: Option<u64>,
}

/// A network and where its nodes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Network {
    /// Its number.
    pub chain_id: u64,
    /// Its endpoints; the first is preferred while all are well.
    pub endpoints: Vec<Endpoint>,
    /// What its nodes can tell.
    pub trace_mode: TraceMode,
    /// Time between blocks.
    pub block_time_ms: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_an_address_only_the_host_is_shown() {
        for (url, host) in [
            ("https://user:secret@node.example:8443/v3/key?apikey=x", "node.example:8443"),
            ("https://node.example", "node.example"),
            ("http://[::1]:8545/", "[::1]:8545"),
            ("node.example/key", "node.example"),
            ("", ""),
        ] {
            let endpoint = Endpoint { url: url.to_owned() };
            assert_eq!(endpoint.host(), host);
            assert!(!format!("{endpoint:?}").contains("key"), "{endpoint:?}");
        }
    }
}
