//! Logs: text for people, JSON for machines, and never a token, a key or a password in either.

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::config::{LogFormat, LogSettings};
use crate::recent_log::RecentLog;

/// Starts logging to standard error and to memory, and panics with it. The second start of a process is ignored.
pub(crate) fn start(settings: &LogSettings) -> Result<(), String> {
    let filter = EnvFilter::try_new(&settings.filter).map_err(|error| {
        format!(
            "log is {:?}; expected a tracing filter such as info or server=debug,warn: {error}",
            settings.filter
        )
    })?;
    let is_terminal = std::io::stderr().is_terminal();
    let is_json = match settings.format {
        LogFormat::Auto => !is_terminal,
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    let registry = tracing_subscriber::registry().with(filter).with(RecentLog::of_process());
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let started = if is_json {
        registry.with(lines.json().flatten_event(true)).try_init()
    } else {
        registry.with(lines.with_ansi(is_terminal)).try_init()
    };
    if started.is_ok() {
        std::panic::set_hook(Box::new(tell_of_panic));
    }
    Ok(())
}

fn tell_of_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("a panic without words");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, "panicked: {message}");
}
