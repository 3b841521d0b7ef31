//! PostgreSQL's own programs: `pg_dump` writes the database of a backup, `pg_restore` reads it, and
//! `psql` runs what `pg_restore` says.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Stdio;

use clap::Args;
use parse_store::StoreOptions;
use parse_store::snapshot::environment;
use telemetry::error_chain::chain;
use telemetry::task;
use tokio::io::AsyncReadExt;
use tokio::process::{Child, Command};
use tokio::task::JoinHandle;

/// How much of what a program said on standard error is repeated, in bytes.
const LAST_WORDS: usize = 2000;

/// Where PostgreSQL's programs are.
#[derive(Debug, Clone, Args)]
pub(crate) struct Tools {
    /// The folder of pg_dump, pg_restore and psql. Default: PATH is searched.
    #[arg(long, value_name = "FOLDER")]
    pg_bin: Option<PathBuf>,
}

impl Tools {
    /// The programs, on their way to a database.
    pub(crate) fn on(&self, store: &StoreOptions) -> Result<Programs, String> {
        let way = environment(store).map_err(|error| chain(&error))?;
        Ok(Programs { folder: self.pg_bin.clone(), way })
    }
}

/// PostgreSQL's programs for one database. Debian chooses the version of a program by its database,
/// so each of them gets the database, even if it only reads a file.
#[derive(Debug)]
pub(crate) struct Programs {
    folder: Option<PathBuf>,
    way: Vec<(&'static str, OsString)>,
}

/// The number before the first dot of a version of PostgreSQL, such as `15` of `15.20 (Debian)`.
pub(crate) fn major(version: &str) -> u32 {
    let digits = version.chars().take_while(char::is_ascii_digit);
    digits.collect::<String>().parse().unwrap_or_default()
}

impl Programs {
    /// The version of a program, such as `15.20`.
    pub(crate) async fn version(&self, program: &'static str) -> Result<String, String> {
        let mut command = self.command(program);
        command.arg("--version").stdout(Stdio::piped());
        let mut running = Running::start(program, command)?;
        let mut text = String::new();
        if let Some(mut output) = running.child.stdout.take() {
            // A program that prints nothing has no version, which is reported below.
            let _ = output.read_to_string(&mut text).await;
        }
        running.end().await?;
        let version = text.split_whitespace().nth(2).filter(|version| major(version) > 0);
        version.map(str::to_owned).ok_or_else(|| format!("{program} has no version: {text:?}"))
    }

    /// Fails unless a program is at least as new as what it works with.
    pub(crate) async fn at_least(
        &self,
        program: &'static str,
        needed: u32,
        why: &str,
    ) -> Result<String, String> {
        let version = self.version(program).await?;
        if major(&version) >= needed {
            return Ok(version);
        }
        Err(format!(
            "{program} is of PostgreSQL {version}, and {why}: install postgresql-client-{needed} or \
             newer, or name its folder with --pg-bin"
        ))
    }

    /// A program that is killed when its user gives up, and gets no other database than this one.
    pub(super) fn command(&self, program: &'static str) -> Command {
        let path = match &self.folder {
            Some(folder) => folder.join(program),
            None => PathBuf::from(program),
        };
        let mut command = Command::new(path);
        let is_libpq = |name: &OsString| name.to_str().is_some_and(|name| name.starts_with("PG"));
        for name in std::env::vars_os().map(|(name, _)| name).filter(is_libpq) {
            command.env_remove(name);
        }
        command.envs(self.way.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
        command
    }
}

/// A program that runs.
pub(crate) struct Running {
    program: &'static str,
    pub(super) child: Child,
    said: JoinHandle<Option<Vec<u8>>>,
}

impl Running {
    pub(crate) fn start(program: &'static str, mut command: Command) -> Result<Running, String> {
        let spawned = command.stderr(Stdio::piped()).spawn();
        let mut child = spawned.map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!(
                "{program} was not found: install PostgreSQL's programs (Debian: apt-get install \
                 postgresql-client, for a demo server postgresql), or name their folder with --pg-bin"
            ),
            _ => format!("{program} cannot be run: {error}"),
        })?;
        let errors = child.stderr.take();
        let said = task::spawn("reading errors", async move {
            let mut said = Vec::new();
            if let Some(mut errors) = errors {
                // What cannot be read any more was said by a program that has ended.
                let _ = errors.read_to_end(&mut said).await;
            }
            said
        });
        Ok(Running { program, child, said })
    }

    /// Waits for its end, which must be a good one.
    pub(crate) async fn end(mut self) -> Result<(), String> {
        let status = self.child.wait().await;
        let status = status.map_err(|error| format!("{} is lost: {error}", self.program))?;
        if status.success() {
            return Ok(());
        }
        let said = self.said.await.ok().flatten().unwrap_or_default();
        let last = said.get(said.len().saturating_sub(LAST_WORDS)..).unwrap_or(&said);
        Err(format!("{} failed: {}", self.program, String::from_utf8_lossy(last).trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_have_a_number_before_the_first_dot() {
        let majors = ["15.20", "18.4 (Debian 18.4-1)", "17beta1", "", "no"].map(major);
        assert_eq!(majors, [15, 18, 17, 0, 0]);
    }

    #[tokio::test]
    async fn a_program_that_is_missing_is_named_with_what_to_do() {
        let folder = Some(PathBuf::from("/nowhere"));
        let programs = Programs { folder, way: Vec::new() };
        let problem = programs.version("pg_dump").await.unwrap_err();
        assert!(problem.contains("pg_dump was not found: install"), "{problem}");
        assert!(problem.contains("--pg-bin"), "{problem}");
    }

    #[tokio::test]
    async fn a_program_that_is_too_old_is_refused() {
        let programs = Programs { folder: None, way: Vec::new() };
        let problem = programs.at_least("pg_dump", 99, "the server is 99").await.unwrap_err();
        assert!(problem.contains("postgresql-client-99 or newer"), "{problem}");
    }
}
