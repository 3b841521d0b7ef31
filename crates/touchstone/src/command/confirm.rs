//! Asking before something is done that cannot be undone.

use std::io::{BufRead, IsTerminal, Write};

/// Asks the person at the terminal; without one, only `--yes` agrees.
pub(super) fn confirm(question: &str) -> Result<bool, String> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return Err("standard input is not a terminal; confirm with --yes".to_owned());
    }
    eprint!("{question} [y/N] ");
    let mut answer = String::new();
    let read = std::io::stderr().flush().and_then(|()| stdin.lock().read_line(&mut answer));
    read.map_err(|error| format!("the answer cannot be read: {error}"))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}
