//! How many websockets there may be, and what each may do.

use std::time::Duration;

use parse_http::settings::LiveSettings;

use super::reader::{Reader, size};

/// Reads them.
pub(super) fn live_settings(read: &mut Reader<'_>) -> LiveSettings {
    let ping_interval = read.whole("live_query_ping_interval", 100, 3_600_000);
    let buffer = |text: &str| size(text).filter(|bytes| (4 << 10..=4 << 20).contains(bytes));
    LiveSettings {
        sockets: read.at_most("live_query_max_sockets"),
        sockets_per_address: read.at_most("live_query_max_sockets_per_address"),
        sockets_per_user: read.at_most("live_query_max_sockets_per_user"),
        subscriptions: read.whole("live_query_max_subscriptions", 1, 10_000).unwrap_or_default(),
        ping_interval: Duration::from_millis(ping_interval.unwrap_or_default()),
        send_buffer: read.value("live_query_send_buffer", buffer).unwrap_or_default(),
    }
}
