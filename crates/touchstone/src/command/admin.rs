//! `touchstone admin`: administrators, made from a shell.

use std::io::{BufRead, IsTerminal, Write};
use std::os::fd::AsFd;

use clap::Subcommand;
use feedback::administrator::{self, Administrator};
use feedback::operator;
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use parse_engine::{Error, Extension, WhileDoing};
use parse_identity::Caller;
use telemetry::error_chain::chain;

use super::{Outcome, print};
use crate::app::App;
use crate::config::Config;
use crate::start;

/// What can be done about administrators.
#[derive(Debug, Subcommand)]
pub(super) enum Admin {
    /// Make an administrator. The password is asked for, or read from standard input.
    Create {
        /// The name to sign in with.
        #[arg(long)]
        username: String,
        /// Where to write to.
        #[arg(long)]
        email: Option<String>,
        /// Check name, password and address, and make nobody.
        #[arg(long)]
        dry_run: bool,
    },
    /// List the administrators: name, address for mail, since when.
    List,
    /// Give an account a random password and print it. Its sessions end, and failed sign-ins are
    /// forgotten.
    ResetPassword {
        /// The username or the e-mail address of the account.
        user: String,
    },
    /// Make an administrator a tester again, and end their sessions. The last administrator cannot
    /// be removed.
    Remove {
        /// The username or the e-mail address of the administrator.
        user: String,
    },
    /// Print a link by which the first administrator is made, in a browser. It works once, for
    /// seven days at most, and not at all once there is an administrator.
    SetupLink,
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Admin,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("there are administrators in the profile product only".to_owned());
    }
    match command {
        Admin::Create { username, email, dry_run } => {
            let password = password();
            let password =
                password.map_err(|error| format!("the password cannot be read: {error}"))?;
            let app = start::started(config, extension).await?;
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
            let password = reset_password(&app, &user).await.map_err(|error| chain(&error))?;
            print(&format!("{password}\n"))?;
            eprintln!("{user} signs in with this password; all sessions of the account have ended");
        }
        Admin::Remove { user } => {
            let app = start::started(config, extension).await?;
            remove(&app, &user).await.map_err(|error| chain(&error))?;
            eprintln!("{user} is no longer an administrator");
        }
        Admin::List => {
            let app = start::started(config.without_migrating(), extension).await?;
            list(&app).await?;
        }
        Admin::SetupLink => {
            let app = start::started(config, extension).await?;
            print_setup_link(&app).await?;
        }
    }
    Ok(Outcome::Done)
}

async fn reset_password(app: &App, user: &str) -> Result<String, Error> {
    let tx = app.engine.begin(Caller::master());
    let password = operator::reset_password(&tx, &app.config.programme, user).await?;
    tx.commit().await?;
    Ok(password)
}

async fn remove(app: &App, user: &str) -> Result<(), Error> {
    let tx = app.engine.begin(Caller::master());
    operator::remove_administrator(&tx, &app.config.programme, user).await?;
    tx.commit().await
}

async fn list(app: &App) -> Result<(), String> {
    let cx = app.engine.cx(Caller::master());
    let all = administrator::list(&cx).await.map_err(|error| chain(&error))?;
    let line = |a: &Administrator| {
        format!("{}\t{}\t{}\n", a.username, a.email.as_deref().unwrap_or("-"), a.created_at)
    };
    print(&all.iter().map(line).collect::<String>())
}

async fn print_setup_link(app: &App) -> Result<(), String> {
    let cx = app.engine.cx(Caller::master());
    let message = app.engine.extension().startup_message().ok_or("there is no setup")?;
    match message.at_start(&cx).await.map_err(|error| chain(&error))? {
        Some(text) => print(&format!("{text}\n")),
        None => {
            Err("there is an administrator already; `touchstone admin create` makes another one"
                .to_owned())
        }
    }
}

struct NewAdministrator {
    username: String,
    password: String,
    email: Option<String>,
}

/// Makes an administrator, or does all of it and takes it back.
async fn create(app: &App, new: &NewAdministrator, is_rehearsal: bool) -> Result<(), Error> {
    let tx = app.engine.begin(Caller::master());
    let NewAdministrator { username, password, email } = new;
    feedback::setup::create_administrator(&tx, username, password, email.as_deref()).await?;
    if is_rehearsal {
        return tx.db().rollback().await.while_doing("taking back what was tried");
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
