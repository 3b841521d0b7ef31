//! How many websockets there may be, and what each may do.

use std::time::Duration;

use parse_http::settings::LiveSettings;

use super::reader::Reader;

/// Reads them. `is_limited`: the limits are the product's.
pub(super) fn live_settings(read: &mut Reader<'_>, is_limited: bool) -> LiveSettings {
    LiveSettings {
        sockets: read.at_most("live_query_max_sockets"),
        sockets_per_address: if is_limited { 20 } else { usize::MAX },
        sockets_per_user: if is_limited { 10 } else { usize::MAX },
        subscriptions: 50,
        ping_interval: Duration::from_secs(10),
        send_buffer: 16 << 10,
    }
}
