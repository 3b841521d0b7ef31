//! `touchstone demo`: creates, removes and serves a demo programme, to look at and to put load on.

use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use feedback_demo::{
    DemoContents, DemoOptions, MOST_TESTERS, Node, Removed, SIGNING_IN, Stage, make, rehearse,
    rehearse_removal, remove,
};
use parse_engine::Extension;
use telemetry::error_chain::chain;

use super::confirm::confirm;
use super::{Outcome, carry_out, runtime};
use crate::config::{Config, Sources, duration_with_unit, is_journal};
use crate::demo::DemoServer;
use crate::start;

/// The commands for a demo. Without a subcommand, the hidden options mean what they meant before
/// there were any: `demo` creates one, `demo --remove` removes it.
#[derive(Debug, Args)]
pub(super) struct Demo {
    #[command(subcommand)]
    command: Option<DemoCommand>,
    #[arg(long, hide = true, default_value_t = 500)]
    testers: usize,
    #[arg(long, hide = true, default_value_t = 1)]
    seed: u64,
    #[arg(long, hide = true)]
    password_stdin: bool,
    #[arg(long, hide = true, value_parser = Node::parse)]
    rpc: Vec<Node>,
    #[arg(long, hide = true, conflicts_with_all = ["password_stdin", "rpc"])]
    remove: bool,
    #[arg(long, hide = true)]
    dry_run: bool,
    #[arg(long, hide = true)]
    yes: bool,
    #[arg(long, hide = true, requires = "remove")]
    with_others: bool,
}

/// A command for a demo.
#[derive(Debug, Subcommand)]
enum DemoCommand {
    /// Fill an empty programme with demo data.
    #[command(after_help = examples!(
        "touchstone demo create",
        "echo 'demo-password-1' | touchstone demo create --testers 5000 --password-stdin"
    ))]
    Create(CreateDemo),
    /// Remove the demo and everything reported in it since.
    #[command(after_help = examples!(
        "touchstone demo remove --dry-run",
        "touchstone demo remove --yes"
    ))]
    Remove(RemoveDemo),
    /// Run a demo server with a database of its own.
    ///
    /// A PostgreSQL cluster is created in a temporary folder, filled with demo data and served.
    /// Visitors sign in with one press. Everything is deleted at intervals and at the end. A
    /// configured database is never used: if there is one, the command fails.
    #[command(after_help = examples!(
        "touchstone demo serve",
        "touchstone demo serve --reset-every 4h --pg-bin /usr/lib/postgresql/15/bin"
    ))]
    Serve(ServeDemo),
}

/// How the demo is served.
#[derive(Debug, Clone, Args)]
struct ServeDemo {
    /// The time until everything is deleted and a new demo begins, such as 90m or 4h.
    #[arg(long, value_name = "DURATION", default_value = "1h", value_parser = interval)]
    reset_every: Duration,
    /// The folder of initdb, postgres and psql. Default: PATH is searched.
    #[arg(long, value_name = "FOLDER")]
    pg_bin: Option<PathBuf>,
}

/// An interval such as `4h`.
fn interval(text: &str) -> Result<Duration, String> {
    let millis = duration_with_unit(text).and_then(|millis| u64::try_from(millis).ok());
    millis.filter(|millis| *millis > 0).map(Duration::from_millis).ok_or_else(|| {
        format!("invalid duration \"{text}\": expected a number and a unit, such as 90m or 4h")
    })
}

/// The demo to be created.
#[derive(Debug, Args)]
struct CreateDemo {
    /// The number of testers, 1 to 1000000.
    #[arg(long, value_name = "NUMBER", default_value_t = 500)]
    testers: usize,
    /// The seed of the random numbers. The same seed creates the same demo.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Read a password with which the administrators and the first ten testers sign in from
    /// standard input.
    #[arg(long)]
    password_stdin: bool,
    /// An RPC endpoint for a network of the demo, to look up transactions there. Repeat the option
    /// for more than one. Default: no address is called.
    #[arg(long, value_name = "NETWORK=URL", value_parser = Node::parse)]
    rpc: Vec<Node>,
    /// Print the demo that would be created, and create nothing.
    #[arg(long)]
    dry_run: bool,
}

/// How the demo is removed.
#[derive(Debug, Args)]
struct RemoveDemo {
    /// Remove reports and points of people who are not part of the demo too.
    #[arg(long)]
    with_others: bool,
    /// Print the number of rows that would be removed, and remove nothing.
    #[arg(long)]
    dry_run: bool,
    /// Do not ask for confirmation.
    #[arg(long)]
    yes: bool,
}

impl Demo {
    /// Whether a server is to be run.
    pub(super) fn is_server(&self) -> bool {
        matches!(self.command, Some(DemoCommand::Serve(_)))
    }

    fn command(self) -> DemoCommand {
        let Demo { testers, seed, password_stdin, rpc, dry_run, yes, with_others, .. } = self;
        match self.command {
            Some(command) => command,
            None if self.remove => DemoCommand::Remove(RemoveDemo { with_others, dry_run, yes }),
            None => DemoCommand::Create(CreateDemo { testers, seed, password_stdin, rpc, dry_run }),
        }
    }
}

/// Carries the command out.
pub(super) fn execute(
    file: Option<PathBuf>,
    extension_of: impl Fn(&Config) -> Extension,
    demo: Demo,
) -> Result<Outcome, String> {
    match demo.command() {
        DemoCommand::Create(demo) => carry_out(file, extension_of, |c, e| create(c, e, demo)),
        DemoCommand::Remove(demo) => carry_out(file, extension_of, |c, e| remove_all(c, e, demo)),
        DemoCommand::Serve(demo) => serve(file, demo, extension_of),
    }
}

/// Runs a demo server until the process is asked to end.
fn serve(
    file: Option<PathBuf>,
    demo: ServeDemo,
    extension_of: impl Fn(&Config) -> Extension,
) -> Result<Outcome, String> {
    let outside = Sources::of_process(file, false).map_err(|error| error.to_string())?;
    let ServeDemo { reset_every: lasts, pg_bin: programs } = demo;
    let server = DemoServer { outside, programs, lasts };
    let _logging = telemetry::start(&server.log()?, is_journal())?;
    // Each demo has threads of its own, so tasks that it left running end with it.
    while runtime(None)?.block_on(Box::pin(server.serve_once(&extension_of)))? {}
    Ok(Outcome::Done)
}

fn check_profile(config: &Config) -> Result<(), String> {
    match config.is_product {
        true => Ok(()),
        false => Err("a demo needs profile = \"product\"".to_owned()),
    }
}

async fn create(config: Config, extension: Extension, demo: CreateDemo) -> Result<Outcome, String> {
    check_profile(&config)?;
    if !(1..=MOST_TESTERS).contains(&demo.testers) {
        return Err(format!("a demo has 1 to {MOST_TESTERS} testers"));
    }
    if demo.dry_run {
        let made = format!("a demo of {} testers with seed {}", demo.testers, demo.seed);
        if start::is_untouched(&config, &extension).await? {
            eprintln!("would apply all migrations and create {made}");
            return Ok(Outcome::Done);
        }
        let app = start::started_unchanged(config, extension).await?;
        rehearse(&app.engine, &demo.rpc).await.map_err(|error| chain(&error))?;
        eprintln!("would create {made}");
        return Ok(Outcome::Done);
    }
    let password = match demo.password_stdin {
        true => Some(password()?),
        false => None,
    };
    let app = start::started(config, extension).await?;
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

async fn remove_all(
    config: Config,
    extension: Extension,
    demo: RemoveDemo,
) -> Result<Outcome, String> {
    check_profile(&config)?;
    if demo.dry_run {
        if start::is_untouched(&config, &extension).await? {
            return Err("the database is empty; there is no demo to remove".to_owned());
        }
        let app = start::started_unchanged(config, extension).await?;
        let found = rehearse_removal(&app.engine, demo.with_others).await;
        let found = found.map_err(|error| chain(&error))?;
        eprintln!("would have {}", farewell(&found));
        return Ok(Outcome::Done);
    }
    let question = "Remove the demo, and every report and point in this programme?";
    if !demo.yes && !confirm(question)? {
        return Err("nothing was removed".to_owned());
    }
    let app = start::started(config, extension).await?;
    let removed = remove(&app.engine, demo.with_others).await;
    let removed = removed.map_err(|error| chain(&error))?;
    eprintln!("{}", farewell(&removed));
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
        "no account of the demo can sign in; create it with --password-stdin, or add an \
         administrator with `touchstone admin create`"
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
            // The command does not wait for a client that cannot be notified.
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
