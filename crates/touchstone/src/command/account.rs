//! `touchstone account`: testers' accounts, for requests that reach the operator by mail.

use clap::Subcommand;
use feedback::{Texts, operator};
use parse_engine::{Extension, WhileDoing};
use parse_identity::Caller;
use telemetry::error_chain::chain;

use super::confirm::confirm;
use super::{Outcome, print};
use crate::config::Config;
use crate::start;

/// What can be done about accounts.
#[derive(Debug, Subcommand)]
pub(super) enum Account {
    /// Delete the account of a tester who asked for it, at once. Personal data is erased; reports,
    /// comments and points stay under a pseudonym, which is printed.
    Delete {
        /// The username or the e-mail address of the account.
        user: String,
        /// Erase the texts of the tester's reports and comments too.
        #[arg(long)]
        erase_texts: bool,
        /// Check that the account can be deleted, and delete nothing.
        #[arg(long)]
        dry_run: bool,
        /// Do not ask before deleting.
        #[arg(long)]
        yes: bool,
    },
}

/// Does it.
pub(super) async fn execute(
    config: Config,
    extension: Extension,
    command: Account,
) -> Result<Outcome, String> {
    if !config.is_product {
        return Err(
            "only the profile product has testers' accounts; with the profile parse, delete \
                    the object of class _User"
                .to_owned(),
        );
    }
    let Account::Delete { user, erase_texts, dry_run, yes } = command;
    let question = format!("Delete the account {user} for good?");
    if !dry_run && !yes && !confirm(&question)? {
        return Err("nothing was deleted".to_owned());
    }
    let texts = if erase_texts { Texts::Erase } else { Texts::Keep };
    let app = start::started(config, extension).await?;
    let tx = app.engine.begin(Caller::master());
    let deleted = operator::delete_account(&tx, &app.config.programme, &user, texts).await;
    let pseudonym = deleted.map_err(|error| chain(&error))?;
    if dry_run {
        let undone = tx.db().rollback().await.while_doing("undoing the rehearsal");
        undone.map_err(|error| chain(&error))?;
        eprintln!("{user} could be deleted");
        return Ok(Outcome::Done);
    }
    tx.commit().await.map_err(|error| chain(&error))?;
    print(&format!("{pseudonym}\n"))?;
    eprintln!("{user} is deleted; what others build on stays under the name {pseudonym}");
    Ok(Outcome::Done)
}
