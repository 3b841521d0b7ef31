//! `touchstone invite`: invitations, created from a shell.

use clap::Subcommand;
use feedback::operator;
use parse_engine::Extension;
use parse_identity::Caller;
use serde_json::json;
use telemetry::error_chain::chain;

use super::key::{lifetime, moment};
use super::{Outcome, print};
use crate::config::Config;
use crate::start;

/// The commands for invitations.
#[derive(Debug, Subcommand)]
pub(super) enum Invite {
    /// Create an invitation and print its code.
    ///
    /// Testers enter the code when they sign up. It is shown once.
    #[command(after_help = examples!(
        "touchstone invite create 'Discord, May' --uses 50 --expires 14d",
        "touchstone invite create partners --cohort partners --json"
    ))]
    Create {
        /// A label, which administrators see in the list of invitations.
        label: String,
        /// How many accounts can be created with the code.
        #[arg(long, value_name = "NUMBER", default_value_t = 1)]
        uses: u32,
        /// The time until the code expires, such as 14d. Default: the code does not expire.
        #[arg(long, value_name = "DURATION", value_parser = lifetime)]
        expires: Option<i64>,
        /// The cohort that the new accounts belong to.
        #[arg(long, value_name = "NAME")]
        cohort: Option<String>,
        /// The trust level of the new accounts, 0 or 1.
        #[arg(long, value_name = "LEVEL", default_value_t = 0)]
        start_trust: u8,
        /// Print JSON: {"code", "invitation": {"id", "label", "maxUses", "expiresAt", …}}.
        #[arg(long)]
        json: bool,
    },
}

/// Carries the command out.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Invite,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err("invitations need profile = \"product\"".to_owned());
    }
    let Invite::Create { label, uses, expires, cohort, start_trust, json: is_json } = command;
    let params = json!({
        "label": label, "maxUses": uses, "expiresAt": expires.map(moment), "cohort": cohort,
        "startTrust": start_trust,
    });
    let app = start::started(config, extension).await?;
    let tx = app.engine.begin(Caller::master());
    let created = operator::create_invitation(&tx, &app.config.programme, params).await;
    let created = created.map_err(|error| chain(&error))?;
    tx.commit().await.map_err(|error| chain(&error))?;
    if is_json {
        print(&format!("{created}\n"))?;
        return Ok(Outcome::Done);
    }
    print(&format!("{}\n", created["code"].as_str().unwrap_or_default()))?;
    eprintln!("{uses} accounts can be created with this code; it is not shown again");
    Ok(Outcome::Done)
}
