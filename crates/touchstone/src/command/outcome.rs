//! How commands end, and where they write what was asked for.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use telemetry::is_colored;

/// How a command ended that could do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is as it should be.
    Done,
    /// Problems were found.
    Found,
    /// It failed, and the log says why.
    Failed,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Found => ExitCode::from(3),
            Outcome::Failed => ExitCode::FAILURE,
        }
    }
}

/// Writes to standard output. A reader who has seen enough and left is no failure.
pub(super) fn print(text: &str) -> Result<(), String> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.to_string()),
        _ => Ok(()),
    }
}

/// Writes why a command failed to standard error: `error:` on a terminal, the name of the program
/// elsewhere. Further lines are indented, so that a reader sees where the error ends.
pub(crate) fn print_error(error: &str, journal_prefix: &str) {
    let stderr = std::io::stderr();
    let name = match (stderr.is_terminal(), is_colored(&stderr)) {
        (true, true) => "\x1b[1;31merror:\x1b[0m",
        (true, false) => "error:",
        (false, _) => "touchstone:",
    };
    eprintln!("{journal_prefix}{name} {}", error.replace('\n', "\n  "));
}
