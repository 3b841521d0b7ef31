//! Explains cases from standard input, one JSON object a line, and writes what comes out, one a line.

#[path = "../tests/case/mod.rs"]
mod case;

use std::io::{self, BufRead, Write};

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let case = serde_json::from_str(&line?).map_err(io::Error::other)?;
        writeln!(out, "{}", serde_json::to_string(&case::explained(&case))?)?;
        out.flush()?;
    }
    Ok(())
}
