//! Adding wallets to the list, with a preview.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::line::{LINES_OF_A_CALL, Lines, WrongLine, fits_call};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Wallets named in the audit log.
const RECORDED: usize = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WalletListAddParams {
    /// One address per line. In a table, the first column counts.
    lines: Vec<String>,
    label: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WalletListCheckParams {
    lines: Vec<String>,
}

/// The result for the lines.
#[derive(Debug, Serialize)]
pub(super) struct WalletLinesResult {
    added: usize,
    /// Lines whose wallet is already listed, or in an earlier line.
    known: usize,
    /// Lines without a valid address.
    wrong: usize,
    /// The first of these lines.
    problems: Vec<WrongLine>,
}

impl WalletLinesResult {
    fn of(read: Lines, added: usize) -> WalletLinesResult {
        let known = read.named.saturating_sub(added);
        WalletLinesResult { added, known, wrong: read.wrong, problems: read.told }
    }
}

pub(super) struct WalletListCheck;

#[async_trait]
impl Query for WalletListCheck {
    const NAME: &'static str = "walletListCheck";
    const WHO: Who = Who::Administrator;
    type Params = WalletListCheckParams;
    type Answer = WalletLinesResult;

    async fn answer(
        ctx: &CommandContext,
        params: WalletListCheckParams,
    ) -> Result<WalletLinesResult, Error> {
        if !fits_call(params.lines.len()) {
            return Err(invalid("LINES", LINES_OF_A_CALL));
        }
        let read = Lines::read(&params.lines);
        let accounts: Vec<String> = read.wallets.keys().cloned().collect();
        let sql = Sql::fixed(
            "select to_jsonb(count(*)) from _touchstone.wallet_list where account = any($1::text[])",
            [Bind::from(accounts)],
        );
        let there: usize = ctx.row(&sql).await?.unwrap_or(0);
        let added = read.wallets.len().saturating_sub(there);
        Ok(WalletLinesResult::of(read, added))
    }
}

pub(super) struct WalletListAdd;

#[async_trait]
impl Command for WalletListAdd {
    const NAME: &'static str = "walletListAdd";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WalletListAddParams;
    type Answer = AuditedReply<WalletLinesResult>;

    async fn run(ctx: &CommandContext, params: WalletListAddParams) -> Result<Self::Answer, Error> {
        if !fits_call(params.lines.len()) {
            return Err(invalid("LINES", LINES_OF_A_CALL));
        }
        let label = params.label.as_deref().map(str::trim).filter(|label| !label.is_empty());
        if label.is_some_and(|label| label.chars().count() > 80) {
            return Err(invalid("LABEL", "A label has at most 80 characters."));
        }
        let read = Lines::read(&params.lines);
        let added = insert(ctx, &read, label).await?;
        let first: Vec<&String> = read.wallets.values().take(RECORDED).collect();
        let after = json!({ "added": added, "wrong": read.wrong, "label": label, "first": first });
        let change = (added > 0).then(|| AuditChange {
            kind: "walletList",
            id: label.unwrap_or("list").to_owned(),
            label: format!("{added} wallets"),
            before: json!({}),
            after,
        });
        Ok(AuditedReply::new(WalletLinesResult::of(read, added), change))
    }
}

/// Adds the wallets that are not listed yet. If the owner of one has an account already, it is
/// marked as joined.
async fn insert(ctx: &CommandContext, read: &Lines, label: Option<&str>) -> Result<usize, Error> {
    let (accounts, addresses): (Vec<String>, Vec<String>) =
        read.wallets.iter().map(|(account, address)| (account.clone(), address.clone())).unzip();
    // In order, so that concurrent calls with the same wallets cannot deadlock.
    let sql = Sql::fixed(
        "insert into _touchstone.wallet_list (account, address, label, added_by, added_at, joined_user)
        select given.account, given.address, $3::text, $4::text, $5::timestamptz, held.holder
        from unnest($1::text[], $2::text[]) as given(account, address)
            left join _touchstone.wallet_holders($1::text[]) held on held.account = given.account
        order by given.account on conflict do nothing",
        [
            Bind::from(accounts),
            addresses.into(),
            label.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    Ok(usize::try_from(ctx.execute(&sql).await?).unwrap_or(usize::MAX))
}
