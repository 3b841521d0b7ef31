//! `touchstone config`: the settings, checked, shown and created.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use parse_model::Json;
use serde_json::json;

use super::{Outcome, print};
use crate::config::{
    Config, ResolvedSettings, Sources, explanation, explanation_json, first_settings, keys, resolve,
};

/// How many random bytes a new master key has.
const KEY_LENGTH: usize = 43;

/// The commands for settings. Without a subcommand, the hidden options mean what they meant before
/// there were any.
#[derive(Debug, Args)]
pub(super) struct Settings {
    #[command(subcommand)]
    command: Option<SettingsCommand>,
    #[arg(long, hide = true)]
    explain: bool,
    #[arg(long, hide = true)]
    check: bool,
}

/// A command for settings.
#[derive(Debug, Subcommand)]
enum SettingsCommand {
    /// Check the settings and list all problems.
    ///
    /// Settings that `production = true` refuses are problems too. Exit code 3 if there are problems.
    #[command(after_help = examples!(
        "touchstone config check",
        "touchstone config check --config /etc/touchstone/touchstone.toml --json"
    ))]
    Check {
        /// Print JSON: {"problems": ["…"], "warnings": ["…"]}.
        #[arg(long)]
        json: bool,
    },
    /// Show settings with value, origin, default and meaning.
    ///
    /// Secrets are not shown.
    #[command(after_help = examples!(
        "touchstone config show listen",
        "touchstone config show --changed"
    ))]
    Show {
        /// The name of a setting. Default: all settings.
        name: Option<String>,
        /// Show only settings that differ from their default.
        #[arg(long)]
        changed: bool,
        /// Print JSON: {"settings": [{"name", "value", "origin", "default", "expects", "meaning"}]}.
        #[arg(long)]
        json: bool,
    },
    /// Create a settings file and a master key.
    ///
    /// The file has the settings that most installations need, each with its meaning. The key is
    /// written to a file beside it. Files that exist are not overwritten.
    #[command(after_help = examples!(
        "touchstone config init",
        "touchstone config init /etc/touchstone/touchstone.toml --dry-run"
    ))]
    Init {
        /// The settings file.
        #[arg(default_value = "touchstone.toml")]
        file: PathBuf,
        /// Print the settings file, and create nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Carries the command out.
pub(super) fn execute(file: Option<PathBuf>, settings: Settings) -> Result<Outcome, String> {
    let sources = || Sources::of_process(file, false).map_err(|error| error.to_string());
    match settings.command {
        Some(SettingsCommand::Check { json }) => check(&resolve(&sources()?)?, json),
        Some(SettingsCommand::Show { name, changed, json }) => {
            show(&resolve(&sources()?)?, name.as_deref(), changed, json)
        }
        Some(SettingsCommand::Init { file, dry_run }) => init(&file, dry_run),
        None => {
            let resolved = resolve(&sources()?)?;
            if settings.explain {
                print(&explanation(&resolved, |_| true))?;
            }
            match settings.check {
                true => check(&resolved, false),
                false => check_for_start(&resolved),
            }
        }
    }
}

/// Says whether a server starts with these settings.
fn check_for_start(resolved: &ResolvedSettings) -> Result<Outcome, String> {
    let config = Config::from_resolved(resolved);
    let mut lines = match &config {
        Ok(_) => Vec::new(),
        Err(error) => error.0.clone(),
    };
    let problems = lines.len();
    lines.extend(resolved.unknown_variables.iter().map(|name| unknown(name)));
    lines.extend(resolved.renamed.iter().map(|what| format!("warning: {what}")));
    lines.push(total(problems));
    print(&format!("{}\n", lines.join("\n")))?;
    Ok(if problems == 0 { Outcome::Done } else { Outcome::Found })
}

fn check(resolved: &ResolvedSettings, is_json: bool) -> Result<Outcome, String> {
    let refused = |why: &String| format!("refused in production: {why}");
    let problems: Vec<String> = match Config::from_resolved(resolved) {
        Ok(config) => config.unsafe_settings.iter().map(refused).collect(),
        Err(error) => error.0,
    };
    if is_json {
        let page = json!({ "problems": problems, "warnings": resolved.renamed });
        print(&format!("{page}\n"))?;
    } else {
        let warnings = resolved.renamed.iter().map(|what| format!("warning: {what}"));
        let lines: Vec<String> =
            problems.iter().cloned().chain(warnings).chain([total(problems.len())]).collect();
        print(&format!("{}\n", lines.join("\n")))?;
    }
    Ok(if problems.is_empty() { Outcome::Done } else { Outcome::Found })
}

fn unknown(name: &str) -> String {
    format!("warning: unknown variable {name}; `touchstone config show` lists all settings")
}

fn total(problems: usize) -> String {
    match problems {
        0 => "no problems found".to_owned(),
        1 => "1 problem found".to_owned(),
        _ => format!("{problems} problems found"),
    }
}

fn show(
    resolved: &ResolvedSettings,
    name: Option<&str>,
    is_changed_only: bool,
    is_json: bool,
) -> Result<Outcome, String> {
    if let Some(name) = name
        && !keys().any(|key| key.name == name)
    {
        return Err(format!(
            "unknown setting \"{name}\"; `touchstone config show` lists all settings"
        ));
    }
    let is_meant = |setting: &crate::config::Setting| {
        name.is_none_or(|name| setting.key.name == name)
            && (!is_changed_only || resolved.is_changed(setting))
    };
    match is_json {
        true => {
            let settings: Vec<Json> = explanation_json(resolved, is_meant);
            print(&format!("{}\n", json!({ "settings": settings })))?;
        }
        false => print(&explanation(resolved, is_meant))?,
    }
    Ok(Outcome::Done)
}

fn init(file: &Path, dry_run: bool) -> Result<Outcome, String> {
    let folder = match file.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        Some(parent) => parent.to_owned(),
        None => PathBuf::from("."),
    };
    let folder = std::path::absolute(&folder)
        .map_err(|error| format!("{} cannot be found: {error}", folder.display()))?;
    let key_file = folder.join("master-key");
    let text = first_settings(&folder, &key_file);
    if dry_run {
        print(&text)?;
        return Ok(Outcome::Done);
    }
    if file.exists() {
        return Err(format!("{} exists already; name another file", file.display()));
    }
    if key_file.exists() {
        eprintln!("{} exists already and is used", key_file.display());
    } else {
        create(&key_file, &format!("{}\n", parse_identity::id::random_text(KEY_LENGTH)))?;
        eprintln!("created {}", key_file.display());
    }
    create(file, &text)?;
    eprintln!(
        "created {0}; set database_url in it, then run `touchstone config check --config {0}`",
        file.display()
    );
    Ok(Outcome::Done)
}

/// Creates a file that only its owner may read.
fn create(path: &Path, text: &str) -> Result<(), String> {
    let mut options = std::fs::OpenOptions::new();
    let opened = options.write(true).create_new(true).mode(0o600).open(path);
    opened
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| format!("{} cannot be written: {error}", path.display()))
}
