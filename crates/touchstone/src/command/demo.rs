//! `touchstone demo`: a believable programme to look at and to put load on, made and removed from a
//! shell.

use std::io::{BufRead, IsTerminal, Write};
use std::time::{Duration, Instant};

use clap::Args;
use feedback_demo::{
    DemoContents, DemoOptions, MOST_TESTERS, Node, Removed, SIGNING_IN, Stage, make, rehearse,
    rehearse_removal, remove,
};
use parse_engine::Extension;
use telemetry::error_chain::chain;

use super::Outcome;
use super::confirm::confirm;
use crate::config::Config;
use crate::start;

/// What is to be made, or that it is to be removed.
#[derive(Debug, Args)]
pub(super) struct Demo {
    /// How many testers take part, up to a million.
    #[arg(long, value_name = "NUMBER", default_value_t = 500)]
    testers: usize,
    /// The same number makes the same programme.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Let the administrators and the first ten testers sign in with the password on standard
    /// input.
    #[arg(long)]
    password_stdin: bool,
    /// A node for a network of the demo, so that transactions there can be looked up; repeatable.
    /// Without any, no address is called.
    #[arg(long, value_name = "NETWORK=URL", value_parser = Node::parse)]
    rpc: Vec<Node>,
    /// Remove the demo, with everything that was reported in it since.
    #[arg(long, conflicts_with_all = ["password_stdin", "rpc"])]
    remove: bool,
    /// Only say what would be made or removed.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask before removing.
    #[arg(long)]
    yes: bool,
    /// Remove reports and points of people who are not part of the demo too.
    #[arg(long, requires = "remove")]
    with_others: bool,
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    demo: Demo,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("a demo is a programme of the profile product".to_owned());
    }
    if !(1..=MOST_TESTERS).contains(&demo.testers) {
        return Err(format!("a demo has 1 to {MOST_TESTERS} testers"));
    }
    if demo.dry_run {
        return Box::pin(dry_run(config, extension, &demo)).await;
    }
    let question = "Remove the demo, and every report and point in this programme?";
    if demo.remove && !demo.yes && !confirm(question)? {
        return Err("nothing was removed".to_owned());
    }
    let password = match demo.password_stdin {
        true => Some(password()?),
        false => None,
    };
    let app = start::started(config, extension).await?;
    if demo.remove {
        let removed = remove(&app.engine, demo.with_others).await;
        let removed = removed.map_err(|error| chain(&error))?;
        eprintln!("{}", farewell(&removed));
        return Ok(Outcome::Done);
    }
    let has_password = password.is_some();
    let order = DemoOptions { testers: demo.testers, seed: demo.seed, password, nodes: demo.rpc };
    let began = Instant::now();
    let mut bar = Bar::new();
    let made = make(&app.engine, &order, &mut |stage, done, all| bar.show(stage, done, all)).await;
    bar.end();
    let made = made.map_err(|error| chain(&error))?;
    eprintln!("{}", summary(&made, began.elapsed(), has_password));
    Ok(Outcome::Done)
}

/// Says what would be done to this database, and refuses what would be refused. Writes nothing.
async fn dry_run(config: Config, extension: Extension, demo: &Demo) -> Result<Outcome, String> {
    let made = format!("a programme of {} testers, seed {}", demo.testers, demo.seed);
    if start::is_untouched(&config, &extension).await? {
        match demo.remove {
            true => return Err("the database is empty; there is no demo to remove".to_owned()),
            false => eprintln!("would apply all migrations and make {made}"),
        }
        return Ok(Outcome::Done);
    }
    let app = start::started(config.without_migrating(), extension).await?;
    if demo.remove {
        let found = rehearse_removal(&app.engine, demo.with_others).await;
        let found = found.map_err(|error| chain(&error))?;
        eprintln!("would have {}", farewell(&found));
    } else {
        rehearse(&app.engine, &demo.rpc).await.map_err(|error| chain(&error))?;
        eprintln!("would make {made}");
    }
    Ok(Outcome::Done)
}

fn password() -> Result<String, String> {
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line);
    read.map_err(|error| format!("the password cannot be read: {error}"))?;
    match line.trim_end_matches(['\r', '\n']) {
        "" => Err("there is no password on standard input".to_owned()),
        password => Ok(password.to_owned()),
    }
}

fn summary(made: &DemoContents, took: Duration, has_password: bool) -> String {
    let DemoContents {
        testers,
        administrators,
        issues,
        waiting,
        votes,
        comments,
        checks,
        entries,
        evidence,
    } = made;
    let names = administrators.join(", ");
    let way_in = if has_password {
        format!("{names} and the first {SIGNING_IN} testers sign in with the password given")
    } else {
        "nobody of the demo can sign in; --password-stdin lets some, `touchstone admin create` makes \
         an administrator of your own"
            .to_owned()
    };
    format!(
        "{testers} testers, {issues} reports ({waiting} waiting), {votes} votes, {comments} comments, \
         {checks} checks of fixes, {evidence} pieces of evidence and {entries} entries of the ledger in {} s\n\
         administrators: {names}\n{way_in}",
        took.as_secs()
    )
}

fn farewell(removed: &Removed) -> String {
    let Removed { people, issues, entries } = removed;
    format!("removed {people} people, {issues} reports and {entries} entries of the ledger")
}

/// How far it is, on standard error: one line that is rewritten on a terminal, a line now and then
/// in a file.
struct Bar {
    is_terminal: bool,
    stage: Option<Stage>,
    tenths: usize,
    shown: Option<Instant>,
}

impl Bar {
    fn new() -> Bar {
        Bar { is_terminal: std::io::stderr().is_terminal(), stage: None, tenths: 0, shown: None }
    }

    fn show(&mut self, stage: Stage, done: usize, all: usize) {
        let tenths = done * 10 / all.max(1);
        let is_new = self.stage != Some(stage);
        let is_due = self.shown.is_none_or(|shown| shown.elapsed() > Duration::from_millis(100));
        if self.is_terminal && (is_new || is_due) {
            let mut error = std::io::stderr().lock();
            // A client that cannot be told is not waited for.
            let _ =
                write!(error, "\r\x1b[2K{}", line(stage, done, all)).and_then(|()| error.flush());
            self.shown = Some(Instant::now());
        } else if !self.is_terminal && (is_new || tenths > self.tenths) {
            eprintln!("{}: {done} of {all}", stage.word());
        }
        self.tenths = tenths;
        self.stage = Some(stage);
    }

    fn end(&self) {
        if self.is_terminal && self.stage.is_some() {
            eprint!("\r\x1b[2K");
        }
    }
}

/// Such as `issues     ━━━━━━━━━━────────────────────  33 %`.
fn line(stage: Stage, done: usize, all: usize) -> String {
    const WIDTH: usize = 30;
    let (done, all) = (done.min(all), all.max(1));
    let full = done * WIDTH / all;
    let bar = "━".repeat(full) + &"─".repeat(WIDTH - full);
    format!("{:<10} {bar} {:>3} %", stage.word(), done * 100 / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_up_and_never_overflows() {
        assert!(line(Stage::Issues, 0, 0).ends_with("  0 %"));
        assert!(line(Stage::Issues, 10, 30).ends_with(" 33 %"));
        assert!(line(Stage::People, 40, 30).ends_with("100 %"));
        let width = |done| line(Stage::Ledger, done, 7).chars().count();
        assert!((0..=8).all(|done| width(done) == width(0)));
    }
}
