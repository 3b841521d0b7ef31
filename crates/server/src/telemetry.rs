//! Logs: text for people, JSON for machines, and never a token, a key or a password in either.

mod current_request;
mod line_format;
mod line_queue;
mod otlp_client;
mod statements;
mod trace;

use std::io::IsTerminal;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, reload};

use crate::config::{LogFormat, LogSettings};
use crate::recent_log::RecentLog;

use line_format::LineFormat;
use line_queue::LineQueue;

pub(crate) use current_request::{
    CurrentRequest, Ended, RequestId, in_current_request, in_request,
};
pub(crate) use statements::Statements;
pub(crate) use trace::{Tracing, unit_of_work};

/// Writes out what is left of the log when it is dropped.
#[derive(Debug)]
#[must_use = "lines that wait when the process ends are lost"]
pub(crate) struct Logging {
    queue: LineQueue,
    filter: LogFilter,
}

impl Logging {
    /// What is logged, to be changed while the process runs.
    pub(crate) fn filter(&self) -> LogFilter {
        self.filter.clone()
    }
}

impl Drop for Logging {
    fn drop(&mut self) {
        self.queue.flush();
    }
}

/// What is logged.
#[derive(Debug, Clone)]
pub(crate) struct LogFilter(reload::Handle<EnvFilter, Registry>);

impl LogFilter {
    /// Logs by another filter from now on.
    pub(crate) fn set(&self, text: &str) -> Result<(), String> {
        let filter = filter_of(text)?;
        self.0.reload(filter).map_err(|error| error.to_string())
    }
}

fn filter_of(text: &str) -> Result<EnvFilter, String> {
    EnvFilter::try_new(text).map_err(|error| {
        format!(
            "log is {text:?}; expected a tracing filter such as info or server=debug,warn: {error}"
        )
    })
}

/// Starts logging to standard error and to memory, and panics with it. The second start of a
/// process is ignored.
pub(crate) fn start(settings: &LogSettings) -> Result<Logging, String> {
    let (filter, handle) = reload::Layer::new(filter_of(&settings.filter)?);
    let is_terminal = std::io::stderr().is_terminal();
    let format = match settings.format {
        LogFormat::Auto if is_terminal => LineFormat::Text,
        LogFormat::Text => LineFormat::Text,
        LogFormat::Auto | LogFormat::Json => LineFormat::Json,
    };
    let queue = LineQueue::start(std::io::stderr(), tell_of_dropped)
        .map_err(|error| format!("cannot start the thread that writes the log: {error}"))?;
    let lines = tracing_subscriber::fmt::layer()
        .event_format(format)
        .with_ansi(is_terminal)
        .with_writer(queue.clone());
    let registry = tracing_subscriber::registry().with(filter).with(RecentLog::of_process());
    if registry.with(lines).try_init().is_ok() {
        std::panic::set_hook(Box::new(tell_of_panic));
    }
    Ok(Logging { queue, filter: LogFilter(handle) })
}

fn tell_of_dropped(lines: u64) {
    tracing::warn!(lines, "log queue full, lines dropped");
}

fn tell_of_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("panic without message");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, reason = message, "panicked");
}
