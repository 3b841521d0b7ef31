//! The long form of the fuzzing: `fuzz [seconds] [seed]`. Ends with what was tried; an input that
//! crashed is written into the corpus.

#[path = "../tests/case/mod.rs"]
mod case;
#[path = "../tests/corpus/mod.rs"]
mod corpus;
#[path = "../tests/fuzz/mod.rs"]
mod fuzz;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, UNIX_EPOCH};

fn main() -> io::Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
    let seconds = number().unwrap_or(600);
    let random = || UNIX_EPOCH.elapsed().map(|age| age.as_secs()).unwrap_or_default();
    let seed = number().unwrap_or_else(random);
    let found = fuzz::run(Duration::from_secs(seconds), seed);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    for (at, input) in found.crashes.iter().chain(&found.slow).enumerate() {
        std::fs::write(folder.join(format!("crash-{seed}-{at}.json")), input)?;
    }
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "seed {seed}: {} executions in {seconds} s, {} crashes, {} slow, the longest {} ms",
        found.executions,
        found.crashes.len(),
        found.slow.len(),
        found.longest.as_millis()
    )?;
    let is_good = found.crashes.is_empty() && found.slow.is_empty();
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
