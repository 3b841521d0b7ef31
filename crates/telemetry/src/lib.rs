//! What an operator sees of a running server: logs, traces, and tasks that are restarted.
//!
//! Logs are text for people and JSON for machines. Tokens, keys and passwords are in neither.

mod current_request;
pub mod error_chain;
mod journal;
mod line_format;
mod line_queue;
pub mod log_ring;
mod otlp_client;
pub mod secret;
pub mod supervision;
pub mod task;
mod trace;

use std::io::IsTerminal;

use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Registry, reload};

use line_format::{LineFormat, Shape};
use line_queue::LineQueue;
use log_ring::LogRing;

pub use current_request::{
    CurrentRequest, Ended, RequestId, in_current_request, in_request, with_current,
};
pub use journal::{is_journal, prefix};
pub use trace::{Tracing, unit_of_work};

/// What is logged, and how.
#[derive(Debug, Clone)]
pub struct LogSettings {
    /// A filter of tracing's.
    pub filter: String,
    /// How lines are written.
    pub format: LogFormat,
}

/// How log lines are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LogFormat {
    /// Text on a terminal, otherwise JSON.
    #[default]
    Auto,
    /// For people.
    Text,
    /// For machines.
    Json,
}

/// Writes out what is left of the log when it is dropped.
#[derive(Debug)]
#[must_use = "lines that wait when the process ends are lost"]
pub struct Logging {
    queue: LineQueue,
    filter: LogFilter,
    is_for_machines: bool,
}

impl Logging {
    /// Whether lines are JSON, among which a line of text would be lost.
    pub fn is_for_machines(&self) -> bool {
        self.is_for_machines
    }

    /// What is logged, to be changed while the process runs.
    pub fn filter(&self) -> LogFilter {
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
pub struct LogFilter(reload::Handle<EnvFilter, Registry>);

impl LogFilter {
    /// Logs by another filter from now on.
    pub fn set(&self, text: &str) -> Result<(), String> {
        let filter = filter_of(text)?;
        self.0.reload(filter).map_err(|error| error.to_string())
    }
}

fn filter_of(text: &str) -> Result<EnvFilter, String> {
    EnvFilter::try_new(text).map_err(|error| {
        format!(
            "log is {text:?}; expected a tracing filter such as info or parse_http=debug,warn: {error}"
        )
    })
}

/// What commands log: what went wrong, and migrations as they are applied. Slow statements are an
/// affair of servers.
const OF_COMMANDS: &str = "warn,parse_store::migrate=info,parse_http::metrics::statements=error";

/// Starts logging for a server: to standard error and to memory, and panics with it. The second
/// start of a process is ignored.
pub fn start(settings: &LogSettings, is_journal: bool) -> Result<Logging, String> {
    let is_terminal = std::io::stderr().is_terminal();
    let shape = match settings.format {
        LogFormat::Auto if is_terminal => Shape::Text,
        LogFormat::Text => Shape::Text,
        LogFormat::Auto | LogFormat::Json => Shape::Json,
    };
    start_as(&settings.filter, shape, is_journal)
}

/// Whether a stream may be written to in colors: it is a terminal, and `NO_COLOR` is not set.
pub fn is_colored(stream: &impl IsTerminal) -> bool {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !is_refused
}

/// Starts logging for a command that does its work and ends: what went wrong, as text, or nothing.
pub fn start_for_command(is_quiet: bool, is_journal: bool) -> Result<Logging, String> {
    start_as(if is_quiet { "off" } else { OF_COMMANDS }, Shape::Text, is_journal)
}

fn start_as(filter: &str, shape: Shape, is_journal: bool) -> Result<Logging, String> {
    let (filter, handle) = reload::Layer::new(filter_of(filter)?);
    let queue = LineQueue::start(std::io::stderr(), tell_of_dropped)
        .map_err(|error| format!("cannot start the thread that writes the log: {error}"))?;
    let lines = tracing_subscriber::fmt::layer()
        .event_format(LineFormat { shape, is_journal })
        .with_ansi(is_colored(&std::io::stderr()))
        .with_writer(queue.clone());
    let registry = tracing_subscriber::registry().with(filter).with(LogRing::of_process());
    if registry.with(lines).try_init().is_ok() {
        std::panic::set_hook(Box::new(tell_of_panic));
    }
    let is_for_machines = shape == Shape::Json;
    Ok(Logging { queue, filter: LogFilter(handle), is_for_machines })
}

fn tell_of_dropped(lines: u64) {
    tracing::warn!(lines, "log queue full, lines dropped");
}

fn tell_of_panic(panic: &std::panic::PanicHookInfo<'_>) {
    let message = panic.payload_as_str().unwrap_or("panic without message");
    let place = panic.location().map(ToString::to_string).unwrap_or_default();
    tracing::error!(place, reason = message, "panicked");
}
