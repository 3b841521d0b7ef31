//! `touchstone admin`: administrators, managed from a shell.

use std::io::{BufRead, IsTerminal, Write};
use std::os::fd::AsFd;

use clap::Subcommand;
use feedback::administrator::{self, Administrator};
use feedback::operator;
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use parse_engine::{Error, Extension, WhileDoing};
use parse_identity::Caller;
use serde_json::json;
use telemetry::error_chain::chain;

use super::table::table;
use super::user::print_new_password;
use super::{Outcome, print};
use crate::app::App;
use crate::config::Config;
use crate::start;

/// The commands for administrators.
#[derive(Debug, Subcommand)]
pub(super) enum Admin {
    /// Create an administrator.
    ///
    /// The password is asked for on a terminal, and otherwise read from standard input.
    #[command(after_help = examples!(
        "touchstone admin create ada --email ada@example.org",
        "touchstone admin create ada --dry-run < password.txt"
    ))]
    Create {
        /// The username to sign in with.
        #[arg(value_name = "USERNAME", required_unless_present = "named")]
        username: Option<String>,
        /// The old spelling of the username.
        #[arg(long = "username", id = "named", hide = true, conflicts_with = "username")]
        named: Option<String>,
        /// The e-mail address.
        #[arg(long)]
        email: Option<String>,
        /// Check username, password and address, and create nothing.
        #[arg(long)]
        dry_run: bool,
    },
    /// List the administrators.
    #[command(after_help = examples!(
        "touchstone admin list",
        "touchstone admin list --json | jq -r '.administrators[].email'"
    ))]
    List {
        /// Print JSON: {"administrators": [{"username", "email", "createdAt"}]}.
        #[arg(long)]
        json: bool,
    },
    /// Give an account a random password and print it.
    ///
    /// All sessions of the account end, and its failed sign-ins are forgotten.
    #[command(after_help = examples!(
        "touchstone admin reset-password ada",
        "touchstone admin reset-password ada@example.org"
    ))]
    ResetPassword {
        /// The username or the e-mail address of the account.
        user: String,
    },
    /// Make an administrator a tester and end their sessions.
    ///
    /// The last administrator cannot be removed.
    #[command(after_help = examples!(
        "touchstone admin remove ada",
        "touchstone admin remove ada@example.org"
    ))]
    Remove {
        /// The username or the e-mail address of the administrator.
        user: String,
    },
    /// Print a one-time link that creates the first administrator.
    ///
    /// The link is opened in a browser. It works for seven days, and only until there is an
    /// administrator.
    #[command(after_help = examples!(
        "touchstone admin setup-link",
        "touchstone --config /etc/touchstone/touchstone.toml admin setup-link"
    ))]
    SetupLink,
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Admin,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("administrators need profile = \"product\"".to_owned());
    }
    match command {
        Admin::Create { username, named, email, dry_run } => {
            let username = username.or(named).unwrap_or_default();
            let password = password();
            let password =
                password.map_err(|error| format!("the password cannot be read: {error}"))?;
            let app = match dry_run {
                true => start::started_unchanged(config, extension).await?,
                false => start::started(config, extension).await?,
            };
            let new = NewAdministrator { username, password, email };
            create(&app, &new, dry_run).await.map_err(|error| chain(&error))?;
            let NewAdministrator { username, .. } = new;
            eprintln!(
                "{}",
                match dry_run {
                    true => format!("{username} could be made an administrator"),
                    false => format!("{username} is an administrator and can sign in"),
                }
            );
        }
        Admin::ResetPassword { user } => {
            let app = start::started(config, extension).await?;
            print_new_password(&app, &user).await?;
        }
        Admin::Remove { user } => {
            let app = start::started(config, extension).await?;
            remove(&app, &user).await.map_err(|error| chain(&error))?;
            eprintln!("{user} is no longer an administrator");
        }
        Admin::List { json } => {
            let app = start::started_unchanged(config, extension).await?;
            list(&app, json).await?;
        }
        Admin::SetupLink => {
            let app = start::started(config, extension).await?;
            print_setup_link(&app).await?;
        }
    }
    Ok(Outcome::Done)
}

async fn remove(app: &App, user: &str) -> Result<(), Error> {
    let tx = app.engine.begin(Caller::master());
    operator::remove_administrator(&tx, &app.config.programme, user).await?;
    tx.commit().await
}

async fn list(app: &App, is_json: bool) -> Result<(), String> {
    let cx = app.engine.cx(Caller::master());
    let all = administrator::list(&cx).await.map_err(|error| chain(&error))?;
    if is_json {
        return print(&format!("{}\n", json!({ "administrators": all })));
    }
    let row = |one: &Administrator| {
        let email = one.email.clone().unwrap_or_else(|| "-".to_owned());
        vec![one.username.clone(), email, one.created_at.clone()]
    };
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    print(&table(&["username", "email", "created"], &rows))
}

async fn print_setup_link(app: &App) -> Result<(), String> {
    let cx = app.engine.cx(Caller::master());
    let message = app.engine.extension().startup_message().ok_or("there is no setup")?;
    match message.at_start(&cx).await.map_err(|error| chain(&error))? {
        Some(text) => print(&format!("{text}\n")),
        None => {
            Err("there is an administrator already; `touchstone admin create` creates another one"
                .to_owned())
        }
    }
}

struct NewAdministrator {
    username: String,
    password: String,
    email: Option<String>,
}

/// Creates an administrator, or does all of it and rolls it back.
async fn create(app: &App, new: &NewAdministrator, is_rehearsal: bool) -> Result<(), Error> {
    let tx = app.engine.begin(Caller::master());
    let NewAdministrator { username, password, email } = new;
    feedback::setup::create_administrator(&tx, username, password, email.as_deref()).await?;
    if is_rehearsal {
        return tx.db().rollback().await.while_doing("undoing the rehearsal");
    }
    tx.commit().await
}

/// Reads a password without showing it. What is piped in is taken as it is, up to the end of the
/// line.
fn password() -> std::io::Result<String> {
    let stdin = std::io::stdin();
    if !stdin.is_terminal() {
        return line();
    }
    eprint!("Password: ");
    std::io::stderr().flush()?;
    let shown = tcgetattr(stdin.as_fd())?;
    let mut hidden = shown.clone();
    hidden.local_flags.remove(LocalFlags::ECHO);
    tcsetattr(stdin.as_fd(), SetArg::TCSANOW, &hidden)?;
    let password = line();
    tcsetattr(stdin.as_fd(), SetArg::TCSANOW, &shown)?;
    eprintln!();
    password
}

fn line() -> std::io::Result<String> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}
