//! How much of HTTP is taken in, and for how long.

use std::time::Duration;

use super::reader::Reader;

/// The most headers a request may have.
const HEADERS: usize = 100;

/// Requests that are served at once, for each core.
const IN_FLIGHT_PER_CORE: usize = 256;

/// How much of HTTP is taken in, and for how long; no time means for ever.
#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// Headers of one request.
    pub headers: usize,
    /// Bytes of all of them.
    pub header_bytes: usize,
    /// Bytes of an address.
    pub uri_bytes: usize,
    /// How long the head of a request may take.
    pub header_timeout: Option<Duration>,
    /// How long a connection is kept for the next request.
    pub keep_alive: Option<Duration>,
    /// How long a body may pause.
    pub body_idle: Option<Duration>,
    /// How long a body may take.
    pub body_total: Option<Duration>,
    /// How long a file may take to arrive.
    pub upload: Option<Duration>,
    /// How long an answer may take.
    pub handler: Option<Duration>,
    /// Requests at once.
    pub in_flight: usize,
    /// Requests of one caller at once.
    pub in_flight_per_address: usize,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one address at once.
    pub connections_per_address: usize,
    /// Requests of one connection.
    pub requests_per_connection: u64,
}

impl Default for HttpLimits {
    /// Nothing is bounded but the number of headers.
    fn default() -> HttpLimits {
        HttpLimits {
            headers: HEADERS,
            header_bytes: usize::MAX,
            uri_bytes: usize::MAX,
            header_timeout: None,
            keep_alive: None,
            body_idle: None,
            body_total: None,
            upload: None,
            handler: None,
            in_flight: usize::MAX,
            in_flight_per_address: usize::MAX,
            connections: usize::MAX,
            connections_per_address: usize::MAX,
            requests_per_connection: u64::MAX,
        }
    }
}

/// Reads them.
pub(super) fn http_limits(read: &mut Reader<'_>) -> HttpLimits {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let in_flight = match read.settled.setting("max_in_flight").text {
        Some(_) => read.at_most("max_in_flight"),
        None => IN_FLIGHT_PER_CORE * cores,
    };
    let mut time = |name: &str| Some(read.milliseconds(name)).filter(|time| !time.is_zero());
    HttpLimits {
        headers: HEADERS,
        header_timeout: time("header_timeout"),
        keep_alive: time("keep_alive_timeout"),
        body_idle: time("body_idle_timeout"),
        body_total: time("body_timeout"),
        upload: time("upload_timeout"),
        handler: time("handler_timeout"),
        header_bytes: read.bytes("max_header_size"),
        uri_bytes: read.bytes("max_uri_size"),
        in_flight,
        in_flight_per_address: read.at_most("max_in_flight_per_address"),
        connections: read.at_most("max_connections"),
        connections_per_address: read.at_most("max_connections_per_address"),
        requests_per_connection: u64::try_from(read.at_most("max_requests_per_connection"))
            .unwrap_or(u64::MAX),
    }
}
