//! The command line.
//!
//! Scripts go by the exit code: 0, done; 1, failed; 2, wrongly called; 3, problems found.

mod account;
mod admin;
mod backup;
mod confirm;
mod demo;
mod doctor;
#[cfg(test)]
mod document;
mod files;
mod mail;
mod manual;
mod migrate;
mod outcome;
mod queue;
mod restore;
mod season_file;
mod verify;

use std::future::Future;
use std::path::PathBuf;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use parse_engine::Extension;
use telemetry::error_chain;

use crate::config::{Config, Sources, explanation, resolve};
use crate::signals;
use crate::version::version;

use outcome::{Outcome, print};

/// A feedback programme, and an object server that speaks the Parse protocol, on PostgreSQL.
///
/// Exit codes: 0 done, 1 failed, 2 wrongly called, 3 problems found.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version = version(), arg_required_else_help = true)]
struct Arguments {
    /// The settings file, a TOML file; also TOUCHSTONE_CONFIG.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Run the server.
    Serve {
        /// For development: missing keys are made up, the master key is printed once.
        #[arg(long)]
        dev: bool,
        /// Start although files are in another folder than they were last.
        #[arg(long)]
        accept_new_folder: bool,
    },
    /// Bring the database to the version of this program.
    Migrate(migrate::Migrate),
    /// Check the settings.
    Config {
        /// Show each setting with its value, where that came from, its default and its meaning.
        #[arg(long)]
        explain: bool,
        /// Say what production would refuse, whether or not these settings are for it.
        #[arg(long)]
        check: bool,
    },
    /// Look after administrators.
    Admin {
        #[command(subcommand)]
        command: admin::Admin,
    },
    /// Look after testers' accounts.
    Account {
        #[command(subcommand)]
        command: account::Account,
    },
    /// Make a believable programme to look at, or remove it.
    Demo(demo::Demo),
    /// Look after stored files.
    Files {
        #[command(subcommand)]
        command: files::Files,
    },
    /// Copy the database, as it is at one moment, and all files to a folder or a bucket.
    Backup(backup::Backup),
    /// Fill an empty database, and the place of files, from a backup.
    Restore(restore::Restore),
    /// Look at the settings, the database, files and services, and say what is wrong and what to do.
    Doctor(doctor::Doctor),
    /// Verify ledger hashes and product invariants, or check a backup or a season file without a
    /// database.
    Verify(verify::Verify),
    /// List the background queues and retry failed work.
    Queue {
        #[command(subcommand)]
        command: queue::Queue,
    },
    /// Look after mail.
    Mail {
        #[command(subcommand)]
        command: mail::Mail,
    },
    /// Print what makes a shell complete these commands.
    Completions(manual::Completions),
    /// Print the manual page, or write those of all commands into a folder.
    Man(manual::Man),
}

/// Does what the arguments of this process say.
pub(crate) fn execute(extension_of: impl FnOnce(&Config) -> Extension) -> Result<Outcome, String> {
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches);
    let Arguments { config: file, command } = arguments.unwrap_or_else(|error| error.exit());
    let _logging = match command {
        CliCommand::Serve { .. } => None,
        _ => Some(telemetry::start_for_command(is_quiet(&matches), crate::config::is_journal())?),
    };
    match command {
        CliCommand::Serve { dev, accept_new_folder } => {
            serve(file, dev, accept_new_folder, extension_of)
        }
        CliCommand::Config { explain, check: is_strict } => {
            let sources = Sources::of_process(file, false).map_err(|error| error.to_string())?;
            check(&sources, explain, is_strict)
        }
        CliCommand::Migrate(migrate) => {
            carry_out(file, extension_of, |c, e| migrate::execute(c, e, migrate))
        }
        CliCommand::Files { command } => {
            carry_out(file, extension_of, |c, e| files::execute(c, e, command))
        }
        CliCommand::Demo(demo) => carry_out(file, extension_of, |c, e| demo::execute(c, e, demo)),
        CliCommand::Admin { command } => {
            carry_out(file, extension_of, |c, e| admin::execute(c, e, command))
        }
        CliCommand::Account { command } => {
            carry_out(file, extension_of, |c, e| account::execute(c, e, command))
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
    extension_of: impl FnOnce(&Config) -> Extension,
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
    let runtime = runtime(&config)?;
    Ok((config, runtime))
}

fn serve(
    file: Option<PathBuf>,
    dev: bool,
    accepts_new_folder: bool,
    extension_of: impl FnOnce(&Config) -> Extension,
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
    for what in &config.unsafe_settings {
        tracing::warn!(%what, "unsafe setting");
    }
    let runtime = runtime(&config)?;
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

fn runtime(config: &Config) -> Result<tokio::runtime::Runtime, String> {
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = config.worker_threads {
        runtime.worker_threads(threads);
    }
    runtime
        .thread_name("touchstone")
        .enable_all()
        .build()
        .map_err(|error| format!("cannot start threads: {error}"))
}

fn check(sources: &Sources, explain: bool, is_strict: bool) -> Result<Outcome, String> {
    let resolved = resolve(sources)?;
    let mut page = if explain { explanation(&resolved) } else { String::new() };
    for name in resolved.unknown_variables.iter().filter(|_| !is_strict) {
        page.push_str(&format!("warning: {name} is no setting and is ignored\n"));
    }
    let mut outcome = Outcome::Done;
    match Config::from_resolved(&resolved) {
        Ok(config) => {
            let refused = config.unsafe_settings.iter().filter(|_| is_strict);
            for what in refused {
                page.push_str(&format!("refused in production: {what}\n"));
                outcome = Outcome::Found;
            }
            page.push_str(match outcome {
                Outcome::Done => "the settings are complete\n",
                _ => "the settings are complete, but not for production\n",
            });
        }
        Err(error) => {
            eprintln!("touchstone: {error}");
            outcome = Outcome::Found;
        }
    }
    print(&page)?;
    Ok(outcome)
}
