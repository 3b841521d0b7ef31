//! The command line.

mod admin;
mod backup;
mod demo;
mod doctor;
mod files;
mod restore;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use parse_engine::Extension;

use crate::config::{Config, Sources, explanation, settle};
use crate::telemetry::{self, Logging};

/// How a command ended that could do what it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is as it should be.
    Done,
    /// It was to look, and what it found must be seen to.
    Found,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        match outcome {
            Outcome::Done => ExitCode::SUCCESS,
            Outcome::Found => ExitCode::from(3),
        }
    }
}

/// An object server that speaks the Parse protocol, on PostgreSQL.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version, arg_required_else_help = true)]
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
    },
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
    /// Recount the ledgers and look up every promise, or check a backup without a database.
    Verify(verify::Verify),
}

/// Does what the arguments of this process say.
pub(crate) fn execute(extension_of: impl FnOnce(&Config) -> Extension) -> Result<Outcome, String> {
    let arguments = Arguments::parse();
    let done = match arguments.command {
        CliCommand::Serve { dev } => {
            let sources =
                Sources::of_process(arguments.config, dev).map_err(|error| error.to_string())?;
            serve(&sources, extension_of)
        }
        CliCommand::Config { explain, check: is_strict } => {
            let sources =
                Sources::of_process(arguments.config, false).map_err(|error| error.to_string())?;
            check(&sources, explain, is_strict)
        }
        CliCommand::Files { command } => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            let extension = extension_of(&config);
            runtime.block_on(Box::pin(files::execute(config, extension, command)))
        }
        CliCommand::Backup(backup) => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            return runtime.block_on(Box::pin(backup::execute(config, backup)));
        }
        CliCommand::Restore(restore) => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            return runtime.block_on(Box::pin(restore::execute(config, restore)));
        }
        CliCommand::Verify(verify) => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            return runtime.block_on(Box::pin(verify::execute(config, verify)));
        }
        CliCommand::Doctor(doctor) => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            let extension = extension_of(&config);
            return runtime.block_on(Box::pin(doctor::execute(config, extension, doctor)));
        }
        CliCommand::Demo(demo) => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            let extension = extension_of(&config);
            runtime.block_on(Box::pin(demo::execute(config, extension, demo)))
        }
        CliCommand::Admin { command } => {
            let (config, runtime, _logging) = prepared(arguments.config)?;
            let extension = extension_of(&config);
            runtime.block_on(Box::pin(admin::execute(config, extension, command)))
        }
    };
    done.map(|()| Outcome::Done)
}

/// The settings, and threads for a command that does its work and ends.
fn prepared(file: Option<PathBuf>) -> Result<(Config, tokio::runtime::Runtime, Logging), String> {
    let sources = Sources::of_process(file, false).map_err(|error| error.to_string())?;
    let config = Config::from_sources(&sources).map_err(|error| error.to_string())?;
    let logging = telemetry::start(&config.log)?;
    let runtime = runtime(&config)?;
    Ok((config, runtime, logging))
}

fn serve(sources: &Sources, extension_of: impl FnOnce(&Config) -> Extension) -> Result<(), String> {
    let config = Config::from_sources(sources).map_err(|error| error.to_string())?;
    let _logging = telemetry::start(&config.log)?;
    for name in &config.unknown_variables {
        tracing::warn!(name, "unknown setting ignored; see `touchstone config --explain`");
    }
    if config.is_master_key_made_up {
        // Beside the log, not in it: logs are kept, and a key in them would be kept too.
        eprintln!("development master key, for this run only: {}", config.keys.master.expose());
    }
    for what in &config.unsafe_settings {
        tracing::warn!(%what, "unsafe setting");
    }
    let runtime = runtime(&config)?;
    let extension = extension_of(&config);
    runtime.block_on(Box::pin(crate::run(config, extension)))
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

fn check(sources: &Sources, explain: bool, is_strict: bool) -> Result<(), String> {
    let settled = settle(sources)?;
    let mut page = if explain { explanation(&settled) } else { String::new() };
    for name in &settled.unknown_variables {
        page.push_str(&format!("warning: {name} is no setting and is ignored\n"));
    }
    let checked = Config::from_settled(&settled);
    if let (true, Ok(config)) = (is_strict, &checked) {
        for what in &config.unsafe_settings {
            page.push_str(&format!("refused in production: {what}\n"));
        }
    }
    if checked.is_ok() {
        page.push_str("the settings are complete\n");
    }
    std::io::stdout().write_all(page.as_bytes()).map_err(|error| error.to_string())?;
    checked.map(drop).map_err(|error| error.to_string())
}
