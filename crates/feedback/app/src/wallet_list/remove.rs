//! Removing wallets from the list. Accounts that were created with one stay.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::line::{LINES_OF_A_CALL, fits_call, named};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Wallets named in the audit log.
const RECORDED: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WalletListRemoveParams {
    /// Addresses in the spelling of the list, or in another one.
    accounts: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct WalletListRemoveResult {
    removed: usize,
    /// Number of removed wallets that belong to accounts, which stay.
    joined: usize,
}

#[derive(Debug, Deserialize)]
struct RemovedWallet {
    address: String,
    joined: bool,
}

pub(super) struct WalletListRemove;

#[async_trait]
impl Command for WalletListRemove {
    const NAME: &'static str = "walletListRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WalletListRemoveParams;
    type Answer = AuditedReply<WalletListRemoveResult>;

    async fn run(
        ctx: &CommandContext,
        params: WalletListRemoveParams,
    ) -> Result<Self::Answer, Error> {
        if !fits_call(params.accounts.len()) {
            return Err(invalid("LINES", LINES_OF_A_CALL));
        }
        let wallets = params.accounts.iter().filter_map(|text| named(text.trim()));
        let accounts: Vec<String> = wallets.map(|wallet| wallet.account).collect();
        // Locked in the same order as by users who join.
        let sql = Sql::fixed(
            "with held as (select account from _touchstone.wallet_list
                where account = any($1::text[]) order by account for update)
            delete from _touchstone.wallet_list gone using held where gone.account = held.account
            returning jsonb_build_object('address', gone.address, 'joined', gone.joined_user is not null)",
            [Bind::from(accounts)],
        );
        let gone: Vec<RemovedWallet> = ctx.rows(&sql).await?;
        let removed = gone.len();
        let joined = gone.iter().filter(|one| one.joined).count();
        let first: Vec<&str> = gone.iter().map(|one| one.address.as_str()).take(RECORDED).collect();
        let change = (removed > 0).then(|| AuditChange {
            kind: "walletList",
            id: "list".to_owned(),
            label: format!("{removed} wallets"),
            before: json!({ "removed": removed, "joined": joined, "first": first }),
            after: json!({}),
        });
        Ok(AuditedReply::new(WalletListRemoveResult { removed, joined }, change))
    }
}
