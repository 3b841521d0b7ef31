//! The wallet list: owners of listed wallets may join, each with one account.
//!
//! A wallet is identified by its family and its bytes, whatever the spelling of its address. A
//! contract is also identified by its chain, because elsewhere the same address may have another
//! owner.

mod add;
mod line;
mod list;
mod remove;

use parse_engine::{Cx, Error, Extension, WhileDoing};
use parse_model::Code;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use feedback_core::command::{command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, keyed};

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<list::WalletList>(extension, state);
    let extension = query::<add::WalletListCheck>(extension, state);
    let extension = command::<add::WalletListAdd>(extension, state);
    command::<remove::WalletListRemove>(extension, state)
}

/// How the wallets that a user has just proved to own are listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Claim {
    /// The user has proved no wallet.
    NoWallet,
    /// None of them is listed.
    Unlisted {
        /// Whether one is a contract, which must be listed with its chain.
        is_contract: bool,
    },
    /// One is listed, and an account was created with it before.
    Used,
    /// One is listed, and now belongs to this user.
    Joined,
}

impl Claim {
    /// Admits the user, or explains what is missing.
    pub(crate) fn admit(&self) -> Result<(), Error> {
        match self {
            Claim::Joined => Ok(()),
            Claim::NoWallet => Err(invalid(
                "INVITATION_MISSING",
                "This programme is for wallets on its list and for people with an invitation. Sign in with such a wallet, or enter your code.",
            )),
            Claim::Unlisted { is_contract: false } => Err(invalid(
                "WALLET_NOT_LISTED",
                "This wallet is not on the list. Sign in with the one you gave the team, ask them to add this one, or enter an invitation.",
            )),
            Claim::Unlisted { is_contract: true } => Err(invalid(
                "WALLET_NOT_LISTED",
                "This contract wallet is not on the list. Ask the team to add it with its chain, as address@chain, or enter an invitation.",
            )),
            // With this code the engine checks again whether the wallet has an account, which is
            // the case if its owner signs in twice at the same time.
            Claim::Used => Err(keyed(
                Code::ACCOUNT_ALREADY_LINKED,
                "WALLET_USED",
                "An account was created with this wallet, but the wallet is no longer linked to it. Sign in to that account another way, or ask the team to list the wallet again.",
            )),
        }
    }
}

/// A listed wallet, locked.
#[derive(Deserialize)]
struct LockedEntry {
    account: String,
    joined: Option<String>,
}

/// Claims the listed wallets of a user in the transaction that creates or changes the account. A
/// concurrent removal waits for it, or comes first.
pub(crate) async fn claim(cx: &Cx, proven: &[String], user: &str) -> Result<Claim, Error> {
    if proven.is_empty() {
        return Ok(Claim::NoWallet);
    }
    let sql = Sql::fixed(
        "select jsonb_build_object('account', account, 'joined', joined_user)
        from _touchstone.wallet_list where account = any($1::text[]) order by account for update",
        [Bind::from(proven.to_vec())],
    );
    let doing = "looking for a wallet on the list";
    let rows = cx.db().documents(&sql, Access::Writes).await.while_doing(doing)?;
    let held: Vec<LockedEntry> = rows
        .into_iter()
        .map(serde_json::from_value)
        .collect::<Result<_, _>>()
        .map_err(|error| Error::Failed { doing, source: Box::new(error) })?;
    if held.is_empty() {
        return Ok(Claim::Unlisted { is_contract: proven.iter().any(|one| one.contains('@')) });
    }
    let free = held.into_iter().filter(|one| one.joined.is_none());
    let free: Vec<String> = free.map(|one| one.account).collect();
    if free.is_empty() {
        return Ok(Claim::Used);
    }
    let sql = Sql::fixed(
        "update _touchstone.wallet_list set joined_user = $2::text where account = any($1::text[])",
        [Bind::from(free), user.into()],
    );
    cx.db().execute(&sql).await.while_doing("joining with a wallet")?;
    Ok(Claim::Joined)
}

/// Deletes which wallets an account joined with, when the account is deleted.
pub(crate) async fn forget(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.wallet_list set joined_user = null where joined_user = $1::text",
        [Bind::from(user)],
    );
    ctx.execute(&sql).await.map(drop)
}
