//! The command line.
//!
//! Scripts go by the exit code: 0, done; 1, failed; 2, wrongly called; 3, problems found.

/// The examples below the help of a command, which its manual page and the reference repeat.
macro_rules! examples {
    ($first:literal, $second:literal) => {
        concat!("Examples:\n  ", $first, "\n  ", $second)
    };
}

mod admin;
mod backup;
mod confirm;
mod demo;
mod doctor;
#[cfg(test)]
mod document;
mod file_copy;
mod files;
mod invite;
mod key;
mod mail;
mod manual;
mod migrate;
mod outcome;
mod queue;
mod restore;
mod season_file;
mod settings;
mod table;
mod user;
mod verify;

use std::future::Future;
use std::path::PathBuf;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use parse_engine::Extension;
use telemetry::error_chain;

use crate::config::{Config, Sources, resolve};
use crate::signals;
use crate::version::version;

pub(crate) use outcome::print_error;
use outcome::{Outcome, print};

/// A bug-bounty board for crypto betas, on a Parse-compatible server and PostgreSQL.
///
/// Exit codes: 0 done, 1 failed, 2 wrong usage, 3 problems found. Colors are off if NO_COLOR is set.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version = version(), arg_required_else_help = true)]
struct Arguments {
    /// The settings file, in TOML. Environment variable: TOUCHSTONE_CONFIG.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run the server.
    #[command(after_help = examples!(
        "touchstone serve --config /etc/touchstone/touchstone.toml",
        "DATABASE_URL=postgres://localhost/app touchstone serve --dev"
    ))]
    Serve {
        /// Development: create missing keys, and print the master key once.
        #[arg(long)]
        dev: bool,
        /// Start even if the files folder is not the one used before.
        #[arg(long)]
        accept_new_folder: bool,
    },
    /// Apply pending database migrations.
    #[command(after_help = examples!("touchstone migrate", "touchstone migrate --dry-run --json"))]
    Migrate(migrate::Migrate),
    /// Check, show or create the settings.
    Config(settings::Settings),
    /// Manage administrators.
    Admin {
        #[command(subcommand)]
        command: admin::Admin,
    },
    /// Manage user accounts.
    #[command(alias = "account")]
    User {
        #[command(subcommand)]
        command: user::User,
    },
    /// Manage API keys.
    Key {
        #[command(subcommand)]
        command: key::Key,
    },
    /// Manage invitations.
    Invite {
        #[command(subcommand)]
        command: invite::Invite,
    },
    /// Create, remove or serve a demo.
    Demo(demo::Demo),
    /// Manage stored files.
    Files {
        #[command(subcommand)]
        command: files::Files,
    },
    /// Back up the database and all files.
    ///
    /// The database is copied as it is at one moment, to a folder or a bucket.
    #[command(after_help = examples!(
        "touchstone backup /var/backups/touchstone --keep 14",
        "touchstone backup s3://backups/touchstone --dry-run"
    ))]
    Backup(backup::Backup),
    /// Restore a backup into an empty database.
    #[command(after_help = examples!(
        "touchstone restore /var/backups/touchstone --dry-run",
        "touchstone restore s3://backups/touchstone --at 20261117T162005Z --replace --yes"
    ))]
    Restore(restore::Restore),
    /// Find problems of an installation and suggest fixes.
    ///
    /// Settings, database, files, mail and other services are checked. Exit code 3 if a check failed.
    #[command(after_help = examples!(
        "touchstone doctor",
        "touchstone doctor --json | jq -r '.findings[].advice'"
    ))]
    Doctor(doctor::Doctor),
    /// Verify the ledgers, a backup or a season file.
    ///
    /// Ledger hashes and the invariants of the product are checked in the database. A backup and a
    /// season file are checked without a database.
    #[command(after_help = examples!(
        "touchstone verify /var/backups/touchstone --quiet",
        "touchstone verify season-3.jsonl --json"
    ))]
    Verify(verify::Verify),
    /// Manage background queues.
    Queue {
        #[command(subcommand)]
        command: queue::Queue,
    },
    /// Test the mail settings.
    Mail {
        #[command(subcommand)]
        command: mail::Mail,
    },
    /// Print the completion script of a shell.
    #[command(after_help = examples!(
        "touchstone completions bash > /etc/bash_completion.d/touchstone",
        "source <(touchstone completions zsh)"
    ))]
    Completions(manual::Completions),
    /// Print the manual page, or write one per command.
    #[command(after_help = examples!("touchstone man | man -l -", "touchstone man --folder man1"))]
    Man(manual::Man),
}

/// Carries out the command of this process.
pub(crate) fn execute(extension_of: impl Fn(&Config) -> Extension) -> Result<Outcome, String> {
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches);
    let Arguments { config: file, command } = arguments.unwrap_or_else(|error| error.exit());
    let _logging = match &command {
        CliCommand::Serve { .. } => None,
        CliCommand::Demo(demo) if demo.is_server() => None,
        _ => Some(telemetry::start_for_command(is_quiet(&matches), crate::config::is_journal())?),
    };
    match command {
        CliCommand::Serve { dev, accept_new_folder } => {
            serve(file, dev, accept_new_folder, extension_of)
        }
        CliCommand::Config(command) => settings::execute(file, command),
        CliCommand::Migrate(migrate) => {
            carry_out(file, extension_of, |c, e| migrate::execute(c, e, migrate))
        }
        CliCommand::Files { command } => {
            carry_out(file, extension_of, |c, e| files::execute(c, e, command))
        }
        CliCommand::Demo(demo) => demo::execute(file, extension_of, demo),
        CliCommand::Admin { command } => {
            carry_out(file, extension_of, |c, e| admin::execute(c, e, command))
        }
        CliCommand::User { command } => {
            carry_out(file, extension_of, |c, e| user::execute(c, e, command))
        }
        CliCommand::Key { command } => {
            carry_out(file, extension_of, |c, e| key::execute(c, e, command))
        }
        CliCommand::Invite { command } => {
            carry_out(file, extension_of, |c, e| invite::execute(c, e, command))
        }
        CliCommand::Backup(backup) => {
            carry_out(file, extension_of, |c, _| backup::execute(c, backup))
        }
        CliCommand::Restore(restore) => {
            carry_out(file, extension_of, |c, _| restore::execute(c, restore))
        }
        CliCommand::Verify(verify) => match verify.season_file() {
            Some(season_file) => season_file.verify(),
            None => carry_out(file, extension_of, |c, _| verify::execute(c, verify)),
        },
        CliCommand::Doctor(doctor) => {
            carry_out(file, extension_of, |c, e| doctor::execute(c, e, doctor))
        }
        CliCommand::Mail { command } => {
            carry_out(file, extension_of, |c, _| mail::execute(c, command))
        }
        CliCommand::Queue { command } => {
            carry_out(file, extension_of, |c, e| queue::execute(c, e, command))
        }
        CliCommand::Completions(shell) => manual::completions(&shell),
        CliCommand::Man(man) => manual::man(&man),
    }
}

/// Whether `--quiet` was given to the command, or to what it consists of.
fn is_quiet(matches: &ArgMatches) -> bool {
    let own = matches.try_get_one::<bool>("quiet").ok().flatten().copied();
    own.unwrap_or(false) || matches.subcommand().is_some_and(|(_, inner)| is_quiet(inner))
}

/// Carries out a command that does its work under the settings and ends.
fn carry_out<F: Future<Output = Result<Outcome, String>>>(
    file: Option<PathBuf>,
    extension_of: impl Fn(&Config) -> Extension,
    work: impl FnOnce(Config, Extension) -> F,
) -> Result<Outcome, String> {
    let (config, runtime) = prepared(file)?;
    let extension = extension_of(&config);
    runtime.block_on(Box::pin(work(config, extension)))
}

/// The settings, and threads for a command that does its work and ends.
fn prepared(file: Option<PathBuf>) -> Result<(Config, tokio::runtime::Runtime), String> {
    let sources = Sources::of_process(file, false).map_err(|error| error.to_string())?;
    let config = Config::from_sources(&sources).map_err(|error| error.to_string())?;
    let runtime = runtime(config.worker_threads)?;
    Ok((config, runtime))
}

fn serve(
    file: Option<PathBuf>,
    dev: bool,
    accepts_new_folder: bool,
    extension_of: impl Fn(&Config) -> Extension,
) -> Result<Outcome, String> {
    let read = move || {
        let sources = Sources::of_process(file.clone(), dev).map_err(|error| error.to_string())?;
        resolve(&sources)
    };
    let mut config = Config::from_resolved(&read()?).map_err(|error| error.to_string())?;
    config.files.accepts_new_folder = accepts_new_folder;
    let logging = telemetry::start(&config.log, crate::config::is_journal())?;
    if config.is_master_key_made_up {
        // Beside the log, not in it: logs are kept, and a key in them would be kept too.
        eprintln!("development master key, for this run only: {}", config.keys.master.expose());
    }
    for what in &config.renamed_settings {
        tracing::warn!(%what, "setting renamed");
    }
    for what in &config.unsafe_settings {
        tracing::warn!(%what, "unsafe setting");
    }
    let runtime = runtime(config.worker_threads)?;
    let extension = extension_of(&config);
    let filter = logging.filter();
    let log_again = move || {
        let resolved = read()?;
        let text = resolved.setting("log").text.clone().unwrap_or_default();
        filter.set(&text).map(|()| text)
    };
    let ended = runtime.block_on(Box::pin(async {
        signals::follow(log_again).map_err(|error| error_chain::chain(&error))?;
        Box::pin(crate::run(config, extension)).await
    }));
    match ended {
        Ok(()) => Ok(Outcome::Done),
        Err(reason) if logging.is_for_machines() => {
            tracing::error!(reason, "server failed");
            Ok(Outcome::Failed)
        }
        Err(reason) => Err(reason),
    }
}

fn runtime(threads: Option<usize>) -> Result<tokio::runtime::Runtime, String> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = threads {
        runtime.worker_threads(threads);
    }
    runtime
        .thread_name("touchstone")
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start threads: {error}"))
}
