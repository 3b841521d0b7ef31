//! `touchstone key`: API keys, created from a shell.

use clap::{Subcommand, ValueEnum};
use feedback::api_key::Scope;
use feedback::operator;
use parse_engine::{Clock, Extension, SystemClock};
use parse_identity::Caller;
use parse_model::{Date, Json};
use serde_json::json;
use telemetry::error_chain::chain;

use super::{Outcome, print};
use crate::config::{Config, duration_with_unit};
use crate::start;

/// The commands for API keys.
#[derive(Debug, Subcommand)]
pub(super) enum Key {
    /// Create an API key and print it.
    ///
    /// The key acts for an administrator within its scopes. It is shown once.
    #[command(after_help = examples!(
        "touchstone key create ci --for ada --scope builds",
        "touchstone key create dashboard --for ada --scope read --expires 90d --json"
    ))]
    Create {
        /// The name of the key, which the app lists.
        name: String,
        /// The username or the e-mail address of the administrator that the key acts for.
        #[arg(long = "for", value_name = "ADMINISTRATOR")]
        administrator: String,
        /// A scope of the key. Repeat the option for more than one.
        #[arg(long, value_name = "SCOPE", required = true)]
        scope: Vec<ScopeName>,
        /// The time until the key expires, such as 90d. Default: the key does not expire.
        #[arg(long, value_name = "DURATION", value_parser = lifetime)]
        expires: Option<i64>,
        /// Print JSON: {"secret", "key": {"id", "name", "scopes", "expiresAt", …}}.
        #[arg(long)]
        json: bool,
    },
}

/// A scope as it is typed.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum ScopeName {
    /// Read issues that every tester may read.
    Read,
    /// Report issues.
    Report,
    /// Announce builds.
    Builds,
    /// Report bounced e-mails.
    Mail,
}

impl ScopeName {
    fn scope(self) -> Scope {
        match self {
            ScopeName::Read => Scope::Read,
            ScopeName::Report => Scope::Report,
            ScopeName::Builds => Scope::Builds,
            ScopeName::Mail => Scope::Mail,
        }
    }
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Key,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("API keys need profile = \"product\"".to_owned());
    }
    let Key::Create { name, administrator, scope, expires, json: is_json } = command;
    let scopes: Vec<&str> = scope.into_iter().map(|scope| scope.scope().key()).collect();
    let params = json!({ "name": name, "scopes": scopes, "expiresAt": expires.map(moment) });
    let app = start::started(config, extension).await?;
    let tx = app.engine.begin(Caller::master());
    let options = &app.config.programme;
    let created = operator::create_api_key(&tx, options, &administrator, params).await;
    let created = created.map_err(|error| chain(&error))?;
    tx.commit().await.map_err(|error| chain(&error))?;
    if is_json {
        print(&format!("{created}\n"))?;
        return Ok(Outcome::Done);
    }
    print(&format!("{}\n", created["secret"].as_str().unwrap_or_default()))?;
    eprintln!("the key {name} acts for {administrator}; it is not shown again");
    Ok(Outcome::Done)
}

/// A duration on the command line, in milliseconds.
pub(super) fn lifetime(text: &str) -> Result<i64, String> {
    duration_with_unit(text).ok_or_else(|| {
        format!("invalid duration \"{text}\": expected a number and a unit, such as 24h or 90d")
    })
}

/// The moment so many milliseconds from now, as functions take it.
pub(super) fn moment(milliseconds: i64) -> Json {
    let now = SystemClock.now().millis();
    Json::from(Date::from_millis(now.saturating_add(milliseconds)).iso())
}
