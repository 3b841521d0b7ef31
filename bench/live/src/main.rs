//! Ten thousand subscribers of live queries, and the writes they are notified of.
//!
//! Says on standard output when all sockets are open, waits for a line on standard input, so that
//! the program that started it can read the server's clocks, then writes and reports. `main.mjs` starts it.

mod crowd;
mod figures;
mod frame;
mod open;
mod plan;
mod write;

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use serde_json::{Value, json};

use crate::crowd::Crowd;
use crate::plan::Plan;

const OPEN_AT_ONCE: usize = 8;
/// Files beside the sockets.
const SPARE_FILES: u64 = 100;
/// How long the last messages may take after the last answer.
const PATIENCE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// How long a socket that was stalled has to say that it was ended.
const DRAIN: Duration = Duration::from_secs(2);

fn main() -> io::Result<()> {
    let plan = Plan::parse();
    allow_files(plan.sockets)?;
    let clock = Instant::now();
    let crowd = Crowd::start(clock)?;
    open_all(&plan, &crowd)?;
    say(&json!({ "opened": plan.sockets, "seconds": clock.elapsed().as_secs_f64() }))?;
    wait_for_a_line()?;

    let expected = (0..plan.writes).map(|write| plan.readers(write) * plan.objects).sum();
    let before = crowd.received();
    let written = write::write_all(&plan, clock)?;
    let given_up = Instant::now() + PATIENCE;
    while crowd.received() - before < expected && Instant::now() < given_up {
        thread::sleep(LOOK_EVERY);
    }
    let mut story = crowd.tell()?;
    say(&json!({ "delivered": story.receipts.len() }))?;
    wait_for_a_line()?;

    if plan.stalled > 0 {
        crowd.read_stalled()?;
        thread::sleep(DRAIN);
        let drained = crowd.tell()?;
        story.ended_stalled += drained.ended + drained.ended_stalled;
        story.close_codes.extend(drained.close_codes);
    }
    say(&figures::report(&plan, &written, &story, expected))
}

/// Each socket is a file, here and in the server.
fn allow_files(sockets: usize) -> io::Result<()> {
    let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
    let needed = u64::try_from(sockets).map_err(io::Error::other)? + SPARE_FILES;
    if most < needed {
        let hint = "raise the limit with: ulimit -n";
        return Err(io::Error::other(format!("{needed} files are needed, {most} allowed; {hint}")));
    }
    Ok(setrlimit(Resource::RLIMIT_NOFILE, most, most)?)
}

fn open_all(plan: &Plan, crowd: &Crowd) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let opener = || -> io::Result<()> {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= plan.sockets {
                return Ok(());
            }
            crowd.add(open::open(plan, number)?, plan.is_stalled(number))?;
        }
    };
    thread::scope(|scope| {
        let openers: Vec<_> = (0..OPEN_AT_ONCE).map(|_| scope.spawn(opener)).collect();
        for opener in openers {
            opener.join().map_err(|_| io::Error::other("an opener panicked"))??;
        }
        Ok(())
    })
}

fn say(line: &Value) -> io::Result<()> {
    writeln!(io::stdout(), "{line}")
}

fn wait_for_a_line() -> io::Result<()> {
    io::stdin().read_line(&mut String::new()).map(drop)
}
