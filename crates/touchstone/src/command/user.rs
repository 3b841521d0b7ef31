//! `touchstone user`: user accounts, for requests that reach the operator by mail.

use clap::{Subcommand, ValueEnum};
use feedback::{Texts, operator};
use parse_engine::{Extension, WhileDoing};
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use telemetry::error_chain::chain;

use super::confirm::confirm;
use super::table::table;
use super::{Outcome, print};
use crate::app::App;
use crate::config::Config;
use crate::start;

/// The commands for user accounts.
#[derive(Debug, Subcommand)]
pub(super) enum User {
    /// List user accounts.
    #[command(after_help = examples!(
        "touchstone user list --search example.org",
        "touchstone user list --only suspended --json"
    ))]
    List {
        /// List accounts whose username or e-mail address contains this text.
        #[arg(long, value_name = "TEXT")]
        search: Option<String>,
        /// List accounts of this kind only.
        #[arg(long, value_name = "KIND")]
        only: Option<Kind>,
        /// Print JSON: {"users": [{"id", "username", "email", "isAdmin", "status", "joinedAt", …}]}.
        #[arg(long)]
        json: bool,
    },
    /// Suspend an account and end its sessions.
    #[command(after_help = examples!(
        "touchstone user suspend mallory --reason 'Spam in 40 reports'",
        "touchstone user suspend mallory@example.org --reason 'Asked for by the team'"
    ))]
    Suspend {
        /// The username or the e-mail address of the account.
        user: String,
        /// The reason, 10 to 500 characters, which the owner of the account sees.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Make a suspended or limited account active again.
    #[command(after_help = examples!(
        "touchstone user activate mallory --reason 'Appeal of 3 May granted'",
        "touchstone user activate mallory@example.org --reason 'Suspended by mistake'"
    ))]
    Activate {
        /// The username or the e-mail address of the account.
        user: String,
        /// The reason, 10 to 500 characters, for the audit log.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
    /// Give an account a random password and print it.
    ///
    /// All sessions of the account end, and its failed sign-ins are forgotten.
    #[command(after_help = examples!(
        "touchstone user reset-password ada",
        "touchstone user reset-password ada@example.org"
    ))]
    ResetPassword {
        /// The username or the e-mail address of the account.
        user: String,
    },
    /// Delete the account of a tester and erase personal data.
    ///
    /// Reports, comments and points remain under a pseudonym, which is printed.
    #[command(after_help = examples!(
        "touchstone user delete ada@example.org --dry-run",
        "touchstone user delete ada --erase-texts --yes"
    ))]
    Delete {
        /// The username or the e-mail address of the account.
        user: String,
        /// Erase the texts of the tester's reports and comments too.
        #[arg(long)]
        erase_texts: bool,
        /// Check that the account can be deleted, and delete nothing.
        #[arg(long)]
        dry_run: bool,
        /// Do not ask for confirmation.
        #[arg(long)]
        yes: bool,
    },
}

/// A kind of account.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Kind {
    /// Administrators.
    Admins,
    /// Accounts whose rights are limited.
    Limited,
    /// Suspended accounts.
    Suspended,
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: User,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err(
            "user commands need profile = \"product\"; with the profile parse, change the objects \
             of class _User with the master key"
                .to_owned(),
        );
    }
    match command {
        User::List { search, only, json } => {
            let app = start::started_unchanged(config, extension).await?;
            list(&app, search.as_deref(), only, json).await?;
        }
        User::Suspend { user, reason } => {
            let app = start::started(config, extension).await?;
            set_suspended(&app, &user, true, &reason).await?;
            eprintln!("{user} is suspended; all sessions of the account have ended");
        }
        User::Activate { user, reason } => {
            let app = start::started(config, extension).await?;
            set_suspended(&app, &user, false, &reason).await?;
            eprintln!("{user} is active");
        }
        User::ResetPassword { user } => {
            let app = start::started(config, extension).await?;
            print_new_password(&app, &user).await?;
        }
        User::Delete { user, erase_texts, dry_run, yes } => {
            let texts = if erase_texts { Texts::Erase } else { Texts::Keep };
            let question = format!("Delete the account {user} for good?");
            if !dry_run && !yes && !confirm(&question)? {
                return Err("nothing was deleted".to_owned());
            }
            let app = match dry_run {
                true => start::started_unchanged(config, extension).await?,
                false => start::started(config, extension).await?,
            };
            delete(&app, &user, texts, dry_run).await?;
        }
    }
    Ok(Outcome::Done)
}

/// Gives an account a random password and prints it.
pub(super) async fn print_new_password(app: &App, user: &str) -> Result<(), String> {
    let tx = app.engine.begin(Caller::master());
    let password = operator::reset_password(&tx, &app.config.programme, user).await;
    let password = password.map_err(|error| chain(&error))?;
    tx.commit().await.map_err(|error| chain(&error))?;
    print(&format!("{password}\n"))?;
    eprintln!("{user} signs in with this password; all sessions of the account have ended");
    Ok(())
}

async fn set_suspended(
    app: &App,
    user: &str,
    is_suspended: bool,
    reason: &str,
) -> Result<(), String> {
    let tx = app.engine.begin(Caller::master());
    let options = &app.config.programme;
    let done = operator::set_suspended(&tx, options, user, is_suspended, reason).await;
    done.map_err(|error| chain(&error))?;
    tx.commit().await.map_err(|error| chain(&error))
}

async fn delete(app: &App, user: &str, texts: Texts, dry_run: bool) -> Result<(), String> {
    let tx = app.engine.begin(Caller::master());
    let deleted = operator::delete_account(&tx, &app.config.programme, user, texts).await;
    let pseudonym = deleted.map_err(|error| chain(&error))?;
    if dry_run {
        let undone = tx.db().rollback().await.while_doing("undoing the rehearsal");
        undone.map_err(|error| chain(&error))?;
        eprintln!("{user} could be deleted");
        return Ok(());
    }
    tx.commit().await.map_err(|error| chain(&error))?;
    print(&format!("{pseudonym}\n"))?;
    eprintln!("{user} is deleted; reports, comments and points remain under the name {pseudonym}");
    Ok(())
}

async fn list(
    app: &App,
    search: Option<&str>,
    only: Option<Kind>,
    is_json: bool,
) -> Result<(), String> {
    let cx = app.engine.cx(Caller::master());
    let filter = only.map(|kind| match kind {
        Kind::Admins => "admins",
        Kind::Limited => "limited",
        Kind::Suspended => "suspended",
    });
    let (mut users, mut cursor) = (Vec::new(), Json::Null);
    loop {
        let params =
            json!({ "search": search, "filter": filter, "sort": "name", "cursor": cursor });
        let page = operator::users(&cx, &app.config.programme, params).await;
        let mut page = page.map_err(|error| chain(&error))?;
        if let Json::Array(rows) = page["rows"].take() {
            users.extend(rows);
        }
        cursor = page["next"].take();
        if cursor.is_null() {
            break;
        }
    }
    if is_json {
        return print(&format!("{}\n", json!({ "users": users })));
    }
    let text = |value: &Json| match value {
        Json::String(text) => text.clone(),
        Json::Null => "-".to_owned(),
        other => other.to_string(),
    };
    let row = |user: &Json| {
        let role = if user["isAdmin"] == true { "administrator" } else { "tester" };
        let [name, email, status, joined] =
            ["username", "email", "status", "joinedAt"].map(|field| text(&user[field]));
        vec![name, email, role.to_owned(), status, joined]
    };
    let rows: Vec<Vec<String>> = users.iter().map(row).collect();
    print(&table(&["username", "email", "role", "status", "joined"], &rows))
}
