//! How far a long command is, on standard error: one line that is rewritten on a terminal, a line
//! for each part of the work elsewhere.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Tells how far it is.
#[derive(Debug)]
pub(crate) struct Progress {
    is_terminal: bool,
    is_quiet: bool,
    shown: Option<Instant>,
}

impl Progress {
    /// One that tells nothing if `is_quiet`.
    pub(crate) fn new(is_quiet: bool) -> Progress {
        Progress { is_terminal: std::io::stderr().is_terminal(), is_quiet, shown: None }
    }

    /// A part of the work begins, or is done.
    pub(crate) fn part(&mut self, text: &str) {
        if !self.is_quiet {
            let end = if self.is_terminal { "\r\x1b[2K" } else { "" };
            eprintln!("{end}{text}");
        }
    }

    /// So much of it is done; told now and then.
    pub(crate) fn at(&mut self, text: impl FnOnce() -> String) {
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() > Duration::from_millis(100));
        if self.is_terminal && !self.is_quiet && is_due {
            let mut error = std::io::stderr().lock();
            // A terminal that cannot be written to is ignored.
            let _ = write!(error, "\r\x1b[2K{}", text()).and_then(|()| error.flush());
            self.shown = Some(Instant::now());
        }
    }
}

/// A number of bytes, for people.
pub(crate) fn size(bytes: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
    let in_units = |unit: u64| bytes as f64 / unit as f64;
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..1_000_000 => format!("{:.0} kB", in_units(1000)),
        1_000_000..1_000_000_000 => format!("{:.1} MB", in_units(1_000_000)),
        _ => format!("{:.2} GB", in_units(1_000_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_have_the_unit_that_fits() {
        let shown = [999, 12_345, 5_250_000, 3_456_000_000].map(size);
        assert_eq!(shown, ["999 bytes", "12 kB", "5.2 MB", "3.46 GB"]);
    }
}
