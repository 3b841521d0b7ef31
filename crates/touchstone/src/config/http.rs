//! How much of HTTP is taken in, and for how long.

use std::time::Duration;

use parse_http::settings::{HEADERS, HttpLimits};

use super::reader::Reader;

/// Requests that are served at once, for each core.
const IN_FLIGHT_PER_CORE: usize = 256;

/// Bytes of uploads as base64 that are held at once. Each takes three times its length while it is
/// decoded.
const LARGE_BYTES: usize = 64 << 20;

/// Those of one caller: two of the largest.
const LARGE_BYTES_PER_ADDRESS: usize = 28 << 20;

/// Reads them. `is_limited`: the limits are the product's.
pub(super) fn http_limits(read: &mut Reader<'_>, is_product: bool, is_limited: bool) -> HttpLimits {
    let cores = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let in_flight = match read.resolved.setting("max_in_flight").text {
        Some(_) => read.at_most("max_in_flight"),
        None => IN_FLIGHT_PER_CORE * cores,
    };
    let seconds = Duration::from_secs;
    HttpLimits {
        headers: HEADERS,
        header_bytes: 16 << 10,
        uri_bytes: 8 << 10,
        header_timeout: Some(seconds(10)),
        // Longer than nginx keeps a connection, so that no request meets the closing.
        keep_alive: Some(seconds(75)),
        body_idle: Some(seconds(15)),
        body_total: Some(seconds(60)),
        upload: Some(seconds(if is_product { 120 } else { 600 })),
        handler: is_product.then(|| seconds(15)),
        in_flight,
        in_flight_per_address: read.at_most("max_in_flight_per_address"),
        large_bytes: if is_limited { LARGE_BYTES } else { usize::MAX },
        large_bytes_per_address: if is_limited { LARGE_BYTES_PER_ADDRESS } else { usize::MAX },
        connections: read.at_most("max_connections"),
        connections_per_address: if is_limited { 64 } else { usize::MAX },
        requests_per_connection: 1000,
    }
}
