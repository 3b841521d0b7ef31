//! How commands end, and where they write what was asked for.

use std::io::Write;
use std::process::ExitCode;

/// How a command ended that could do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is as it should be.
    Done,
    /// It was to look, and what it found must be seen to.
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
