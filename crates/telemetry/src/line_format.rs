//! What a line of the log looks like.

use std::fmt::{self, Write};

use parse_engine::{Clock, SystemClock};
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::registry::LookupSpan;

use super::current_request::{self, CurrentRequest};
use super::journal;

/// How lines are written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineFormat {
    pub shape: Shape,
    /// Whether they go to the journal, which wants their priority and knows the time.
    pub is_journal: bool,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// For people.
    Text,
    /// One JSON object a line. Written straight into the line: every request is logged, and
    /// building a tree first would cost more than answering some requests.
    Json,
}

impl<S, N> FormatEvent<S, N> for LineFormat
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut line: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        if self.is_journal {
            line.write_str(journal::prefix(*event.metadata().level()))?;
        }
        match self.shape {
            Shape::Text => {
                self.text_head(&mut line, event)?;
                context.field_format().format_fields(line.by_ref(), event)?;
            }
            Shape::Json => self.json(&mut line, event)?,
        }
        line.write_char('\n')
    }
}

impl LineFormat {
    fn text_head(self, line: &mut Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let (level, target) = (*event.metadata().level(), event.metadata().target());
        if !self.is_journal {
            line.write_str(SystemClock.now().written().as_str())?;
            line.write_char(' ')?;
        }
        if line.has_ansi_escapes() {
            write!(line, "\x1b[{}m{level:>5}\x1b[0m {target}: ", colour(level))?;
        } else {
            write!(line, "{level:>5} {target}: ")?;
        }
        match current_request::with_current(CurrentRequest::id) {
            Some(id) => write!(line, "[{id}] "),
            None => Ok(()),
        }
    }

    fn json(self, line: &mut Writer<'_>, event: &Event<'_>) -> fmt::Result {
        line.write_char('{')?;
        if !self.is_journal {
            line.write_str("\"timestamp\":\"")?;
            line.write_str(SystemClock.now().written().as_str())?;
            line.write_str("\",")?;
        }
        line.write_str("\"level\":\"")?;
        line.write_str(event.metadata().level().as_str())?;
        line.write_str("\",\"target\":\"")?;
        Escaped(line).write_str(event.metadata().target())?;
        line.write_char('"')?;
        if let Some(id) = current_request::with_current(CurrentRequest::id) {
            write!(line, ",\"request_id\":\"{id}\"")?;
        }
        let mut values = Values { line, outcome: Ok(()) };
        event.record(&mut values);
        values.outcome?;
        line.write_char('}')
    }
}

fn colour(level: Level) -> u8 {
    match level {
        Level::ERROR => 31,
        Level::WARN => 33,
        Level::INFO => 32,
        Level::DEBUG => 34,
        Level::TRACE => 35,
    }
}

/// The values of an event as members of the object that is being written.
struct Values<'a, W> {
    line: &'a mut W,
    outcome: fmt::Result,
}

impl<W: Write> Values<'_, W> {
    fn member(&mut self, field: &Field, value: impl FnOnce(&mut W) -> fmt::Result) {
        if self.outcome.is_err() {
            return;
        }
        // Names of fields are Rust identifiers or literals, so there is nothing to escape.
        self.outcome = self.name(field.name()).and_then(|()| value(self.line));
    }

    /// Piece by piece: the machinery behind `write!` would cost more than most values.
    fn name(&mut self, name: &str) -> fmt::Result {
        self.line.write_str(",\"")?;
        self.line.write_str(name.trim_start_matches("r#"))?;
        self.line.write_str("\":")
    }

    fn quoted(&mut self, field: &Field, text: impl FnOnce(&mut Escaped<'_, W>) -> fmt::Result) {
        self.member(field, |line| {
            line.write_char('"')?;
            text(&mut Escaped(line))?;
            line.write_char('"')
        });
    }
}

impl<W: Write> Visit for Values<'_, W> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.quoted(field, |text| write!(text, "{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.quoted(field, |text| text.write_str(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.member(field, |line| write!(line, "{value}"));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        // JSON has no word for what is not finite.
        self.member(field, |line| match value.is_finite() {
            true => write!(line, "{value}"),
            false => line.write_str("null"),
        });
    }
}

/// Text inside a JSON string.
struct Escaped<'a, W>(&'a mut W);

impl<W: Write> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        while let Some(at) = rest.bytes().position(must_be_escaped) {
            let (plain, from) = rest.split_at(at);
            self.0.write_str(plain)?;
            match from.as_bytes()[0] {
                b'"' => self.0.write_str("\\\"")?,
                b'\\' => self.0.write_str("\\\\")?,
                b'\n' => self.0.write_str("\\n")?,
                byte => write!(self.0, "\\u{byte:04x}")?,
            }
            rest = &from[1..];
        }
        self.0.write_str(rest)
    }
}

fn must_be_escaped(byte: u8) -> bool {
    byte < 0x20 || matches!(byte, b'"' | b'\\' | 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RequestId;
    use crate::in_request;
    use futures_util::FutureExt;
    use parse_model::Json;
    use std::io;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::layer::SubscriberExt;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What `work` writes.
    fn written(shape: Shape, is_journal: bool, work: impl FnOnce()) -> String {
        let page = Page::default();
        let writer = page.clone();
        let lines = tracing_subscriber::fmt::layer()
            .event_format(LineFormat { shape, is_journal })
            .with_ansi(false)
            .with_writer(move || writer.clone());
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), work);
        String::from_utf8(page.0.lock().unwrap().clone()).unwrap()
    }

    fn json_of(work: impl FnOnce()) -> Json {
        let line = written(Shape::Json, false, work);
        assert_eq!(line.matches('\n').count(), 1, "{line}");
        serde_json::from_str(&line).unwrap()
    }

    #[test]
    fn a_line_is_one_object_that_any_reader_of_json_understands() {
        let evil = "\"\\ one\ntwo\r\u{1b}[31m \u{7f} ü";
        let line = json_of(|| {
            tracing::warn!(target: "t", evil, shown = ?evil, code = -7, share = f64::NAN, is = true, none = None::<u8>, "say {evil}");
        });
        assert_eq!(line["level"], "WARN");
        assert_eq!(line["target"], "t");
        assert_eq!(line["message"], format!("say {evil}"));
        assert_eq!(line["evil"], evil);
        assert_eq!(line["shown"], format!("{evil:?}"));
        assert_eq!(line["code"], -7);
        assert_eq!(line["share"], Json::Null);
        assert_eq!(line["is"], true);
        assert_eq!(line.get("none"), None);
        assert!(line["timestamp"].as_str().unwrap().ends_with('Z'));
    }

    #[test]
    fn what_is_logged_in_a_request_names_it() {
        let request = CurrentRequest::new(RequestId::new(0x2a, 7), None);
        let told = || tracing::info!("hello");
        let inside = json_of(|| in_request(&request, async { told() }).now_or_never().unwrap());
        assert_eq!(inside["request_id"], "0000002a-7");
        assert_eq!(json_of(told).get("request_id"), None);
        let text = written(Shape::Text, false, || {
            in_request(&request, async { told() }).now_or_never().unwrap();
        });
        assert!(
            text.contains(" INFO telemetry::line_format::tests: [0000002a-7] hello\n"),
            "{text}"
        );
    }

    #[test]
    fn a_line_for_the_journal_begins_with_its_priority_and_leaves_the_time_to_it() {
        let json = written(Shape::Json, true, || tracing::warn!(target: "t", "slow"));
        assert_eq!(json, "<4>{\"level\":\"WARN\",\"target\":\"t\",\"message\":\"slow\"}\n");
        let told = || {
            tracing::error!(target: "t", "a");
            tracing::info!(target: "t", "b");
            tracing::debug!(target: "t", "c");
        };
        let text = written(Shape::Text, true, told);
        assert_eq!(text, "<3>ERROR t: a\n<6> INFO t: b\n<7>DEBUG t: c\n");
    }
}
