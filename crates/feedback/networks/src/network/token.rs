//! Tokens that the product under test swaps, and their peculiarities.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::address::contract_address;
use super::contract::{NetworkEntryId, NetworkParams, changed, check_place};
use super::one_line_text::{line, optional_line};
use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

pub(super) struct Tokens;

#[async_trait]
impl Query for Tokens {
    const NAME: &'static str = "tokens";
    const WHO: Who = Who::Member;
    type Params = NetworkParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, of: NetworkParams) -> Result<Json, Error> {
        let sql = Sql::fixed(TOKENS, [Bind::from(of.network.as_deref()), None::<&str>.into()]);
        Ok(json!({ "rows": ctx.rows::<Json>(&sql).await? }))
    }
}

/// The tokens of a network, or one by its id.
const TOKENS: &str = r#"select jsonb_build_object('id', "objectId", 'network', "network", 'address', "address", 'symbol', "symbol",
    'decimals', "decimals"::int, 'flags', "flags", 'note', "note")
from "Token" where ($1::text is null or "network" = $1::text) and ($2::text is null or "objectId" = $2::text)
order by lower("symbol"), "objectId" limit 5000"#;

async fn one(ctx: &CommandContext, id: &str) -> Result<Option<Json>, Error> {
    ctx.row(&Sql::fixed(TOKENS, [Bind::from(None::<&str>), id.into()])).await
}

/// A peculiarity of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Flag {
    FeeOnTransfer,
    Rebasing,
    Permit,
    Pausable,
    Blocklist,
    NonStandardReturn,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TokenSaveParams {
    id: Option<String>,
    network: String,
    address: String,
    symbol: String,
    decimals: u8,
    #[serde(default)]
    flags: Vec<Flag>,
    note: Option<String>,
}

#[derive(Serialize)]
pub(super) struct TokenSaveResult {
    token: Json,
}

pub(super) struct TokenSave;

#[async_trait]
impl Command for TokenSave {
    const NAME: &'static str = "tokenSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = TokenSaveParams;
    type Answer = AuditedReply<TokenSaveResult>;

    async fn run(ctx: &CommandContext, mut params: TokenSaveParams) -> Result<Self::Answer, Error> {
        let symbol = line(&params.symbol, "A symbol", 1..=20)?;
        let note = optional_line(params.note.as_deref(), "A note", 500)?;
        let address = contract_address(&params.address)?;
        if params.decimals > 77 {
            return Err(invalid("DECIMALS", "A token has 0 to 77 decimals."));
        }
        params.flags.sort_unstable();
        params.flags.dedup();
        check_place(ctx, "Token", &params.network, &address, params.id.as_deref()).await?;
        let before = match &params.id {
            Some(id) => Some(one(ctx, id).await?.ok_or_else(not_found)?),
            None => None,
        };
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        let sql = Sql::fixed(
            r#"insert into "Token" ("objectId", "createdAt", "updatedAt", "network", "address", "symbol", "decimals", "flags", "note",
                "_rperm", "_wperm")
            values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::float8, $7::jsonb, $8::text, '{*}', '{}')
            on conflict ("objectId") do update set "updatedAt" = excluded."updatedAt", "network" = excluded."network",
                "address" = excluded."address", "symbol" = excluded."symbol", "decimals" = excluded."decimals",
                "flags" = excluded."flags", "note" = excluded."note""#,
            [
                Bind::from(&*id),
                ctx.now().into(),
                params.network.as_str().into(),
                address.into(),
                symbol.into(),
                f64::from(params.decimals).into(),
                json!(params.flags).into(),
                note.into(),
            ],
        );
        ctx.execute(&sql).await?;
        let after = one(ctx, &id).await?.ok_or_else(not_found)?;
        let change = changed("token", before, Some(&after));
        Ok(AuditedReply::new(TokenSaveResult { token: after }, change))
    }
}

pub(super) struct TokenRemove;

#[async_trait]
impl Command for TokenRemove {
    const NAME: &'static str = "tokenRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = NetworkEntryId;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: NetworkEntryId) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.id).await?.ok_or_else(not_found)?;
        let sql = Sql::fixed(
            r#"delete from "Token" where "objectId" = $1::text"#,
            [Bind::from(params.id)],
        );
        ctx.execute(&sql).await?;
        Ok(AuditedReply::new(json!({}), changed("token", Some(before), None)))
    }
}
