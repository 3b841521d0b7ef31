//! `touchstone admin`: administrators, made from a shell.

use std::io::{BufRead, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::Arc;

use clap::Subcommand;
use nix::sys::termios::{LocalFlags, SetArg, tcgetattr, tcsetattr};
use parse_engine::{Caller, Extension, SystemClock};

use crate::app::App;
use crate::config::Config;
use crate::error_chain::chain;

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
    },
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Admin,
) -> Result<(), String> {
    if !config.is_product {
        return Err("there are administrators in the profile product only".to_owned());
    }
    let Admin::Create { username, email } = command;
    let password = password().map_err(|error| format!("the password cannot be read: {error}"))?;
    let app = App::start(config, extension, Arc::new(SystemClock)).await;
    let app = app.map_err(|error| chain(&error))?;
    let made = async {
        let tx = app.engine.begin(Caller::master());
        let email = email.as_deref();
        feedback::setup::create_administrator(&tx, &username, &password, email).await?;
        tx.commit().await
    };
    made.await.map_err(|error| chain(&error))?;
    eprintln!("{username} is an administrator and can sign in");
    Ok(())
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
