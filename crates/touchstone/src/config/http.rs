//! How much of HTTP is taken in, and for how long.

use parse_http::settings::{HEADERS, HttpLimits};

use super::reader::Reader;

/// Requests that are served at once, for each core.
const IN_FLIGHT_PER_CORE: usize = 256;

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
