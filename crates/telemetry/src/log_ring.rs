//! The last lines of the log, in memory, for callers over the wire.
//!
//! It holds what the log holds and nothing else, so what must not be logged cannot be here either.
//! Its size is fixed: a flood of lines pushes older ones out and takes no more memory.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use integrations::api_key;
use parse_engine::{Clock, SystemClock};
use parse_model::{Date, Json, JsonMap};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// How many lines are kept.
const LINES: usize = 1000;
/// How long a value may be; what follows is left out.
const MAX_VALUE: usize = 1024;
/// How many values a line may have.
const MAX_VALUES: usize = 16;

/// The lines of this process.
static OF_PROCESS: LazyLock<LogRing> = LazyLock::new(LogRing::default);

/// The last lines of a log. Clones hold the same lines.
#[derive(Debug, Clone, Default)]
pub struct LogRing(Arc<Mutex<VecDeque<Line>>>);

#[derive(Debug, Clone)]
struct Line {
    at: Date,
    level: Level,
    shown: JsonMap,
}

/// Which lines a caller wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogQuery {
    /// Errors only, or everything that is logged.
    pub only_errors: bool,
    /// Not before.
    pub from: Date,
    /// Not after.
    pub until: Date,
    /// How many.
    pub size: usize,
    /// The oldest first.
    pub is_ascending: bool,
}

impl LogRing {
    /// That of this process.
    pub fn of_process() -> LogRing {
        OF_PROCESS.clone()
    }

    /// The lines that a caller wants, as JSON.
    pub fn lines(&self, wanted: &LogQuery) -> Vec<Json> {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |line: &&Line| {
            (!wanted.only_errors || line.level == Level::ERROR)
                && (wanted.from..=wanted.until).contains(&line.at)
        };
        let shown = |line: &Line| Json::Object(line.shown.clone());
        if wanted.is_ascending {
            lines.iter().filter(fits).take(wanted.size).map(shown).collect()
        } else {
            lines.iter().rev().filter(fits).take(wanted.size).map(shown).collect()
        }
    }

    fn push(&self, line: Line) {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(line);
    }
}

impl<S: Subscriber> Layer<S> for LogRing {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let level = *event.metadata().level();
        if event.metadata().target() == "request" {
            // One line per request would push everything else out of memory.
            return;
        }
        let at = SystemClock.now();
        let mut shown = JsonMap::new();
        shown.insert("level".to_owned(), Json::from(level_name(level)));
        shown.insert("message".to_owned(), Json::from(""));
        shown.insert("timestamp".to_owned(), Json::from(at.iso()));
        event.record(&mut Values(&mut shown));
        self.push(Line { at, level, shown });
    }
}

/// The names that Parse Server's log has for them.
fn level_name(level: Level) -> &'static str {
    match level {
        Level::ERROR => "error",
        Level::WARN => "warn",
        Level::INFO => "info",
        Level::DEBUG => "debug",
        Level::TRACE => "silly",
    }
}

/// Gathers the values of a line.
struct Values<'a>(&'a mut JsonMap);

impl Values<'_> {
    fn put(&mut self, field: &Field, value: Json) {
        let is_ours = matches!(field.name(), "level" | "timestamp");
        if !is_ours && (field.name() == "message" || self.0.len() < MAX_VALUES) {
            let value = match &value {
                Json::String(text) => api_key::struck_out(text).map(Json::String).unwrap_or(value),
                _ => value,
            };
            self.0.insert(field.name().to_owned(), value);
        }
    }
}

impl Visit for Values<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut text = Cut(String::new());
        // Writing fails where the text is cut, which is no failure.
        let _ = fmt::Write::write_fmt(&mut text, format_args!("{value:?}"));
        self.put(field, Json::String(text.0));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        let mut text = Cut(String::new());
        let _ = fmt::Write::write_str(&mut text, value);
        self.put(field, Json::String(text.0));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, Json::from(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, Json::from(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, Json::from(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, Json::from(value));
    }
}

/// Text that stops growing.
struct Cut(String);

impl fmt::Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MAX_VALUE - self.0.len();
        let end = (0..=room.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
        self.0.push_str(&text[..end.unwrap_or(0)]);
        if text.len() > room { Err(fmt::Error) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::layer::SubscriberExt;

    fn everything() -> LogQuery {
        LogQuery {
            only_errors: false,
            from: Date::from_millis(0),
            until: Date::from_millis(i64::MAX),
            size: usize::MAX,
            is_ascending: true,
        }
    }

    /// What a log of its own holds after `work`.
    fn logged(work: impl FnOnce()) -> LogRing {
        let log = LogRing::default();
        tracing::subscriber::with_default(tracing_subscriber::registry().with(log.clone()), work);
        log
    }

    fn messages(log: &LogRing, wanted: &LogQuery) -> Vec<String> {
        let lines = log.lines(wanted);
        lines.iter().map(|line| line["message"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn a_line_keeps_its_level_its_message_and_its_values() {
        let log = logged(|| tracing::warn!(port = 80, path = "/x", "a {}", "word"));
        let lines = log.lines(&everything());
        assert_eq!(lines[0]["level"], "warn");
        assert_eq!(lines[0]["message"], "a word");
        assert_eq!((&lines[0]["port"], &lines[0]["path"]), (&Json::from(80), &Json::from("/x")));
        assert!(Date::parse(lines[0]["timestamp"].as_str().unwrap()).is_some());
    }

    #[test]
    fn the_wanted_lines_come_in_the_wanted_order() {
        let log = logged(|| {
            tracing::info!("one");
            tracing::error!("two");
            tracing::info!("three");
        });
        assert_eq!(messages(&log, &everything()), ["one", "two", "three"]);
        let newest = LogQuery { size: 2, is_ascending: false, ..everything() };
        assert_eq!(messages(&log, &newest), ["three", "two"]);
        assert_eq!(messages(&log, &LogQuery { only_errors: true, ..everything() }), ["two"]);
        let long_ago = LogQuery { until: Date::from_millis(1), ..everything() };
        assert_eq!(messages(&log, &long_ago), [""; 0]);
    }

    #[test]
    fn a_flood_of_long_lines_takes_a_fixed_room() {
        let long = "ä".repeat(5000);
        let log = logged(|| (0..LINES + 5).for_each(|n| tracing::info!(n, long, "{long}")));
        let lines = log.lines(&everything());
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[0]["n"], 5);
        for name in ["message", "long"] {
            assert_eq!(lines[0][name].as_str().unwrap().len(), MAX_VALUE);
        }
    }
}
