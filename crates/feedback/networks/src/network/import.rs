//! Adding contracts and tokens of deployment files: a proposal, and one command that saves it.
//!
//! Files are read by the app. The server receives addresses, names and ABIs, and validates them as
//! if an administrator had typed them.

mod entry;
mod registered;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::entry::{Entries, ImportedContract, ImportedToken};
use self::registered::Registered;
use super::list;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// Tokens of a network.
const MOST_TOKENS: usize = 2000;
const MOST_CONTRACTS: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportParams {
    network: String,
    #[serde(default)]
    contracts: Vec<ImportedContract>,
    #[serde(default)]
    tokens: Vec<ImportedToken>,
}

/// Compares contracts and tokens of files with the registered ones.
pub(super) struct RegistryPreview;

#[async_trait]
impl Query for RegistryPreview {
    const NAME: &'static str = "registryPreview";
    const WHO: Who = Who::Administrator;
    type Params = ImportParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: ImportParams) -> Result<Json, Error> {
        let (_, registered, entries) = read(ctx, params).await?;
        let room = json!({
            "contracts": MOST_CONTRACTS.saturating_sub(registered.contracts.len()),
            "tokens": MOST_TOKENS.saturating_sub(registered.tokens.len()),
        });
        let contracts: Vec<Json> =
            entries.contracts.iter().map(|entry| registered.compare_contract(entry)).collect();
        let tokens: Vec<Json> =
            entries.tokens.iter().map(|entry| registered.compare_token(entry)).collect();
        Ok(json!({ "contracts": contracts, "tokens": tokens, "room": room }))
    }
}

/// How many rows an import added and changed.
#[derive(Serialize)]
pub(super) struct ImportResult {
    added: usize,
    changed: usize,
}

/// Saves contracts and tokens of files. Names and roles of registered contracts stay, and so do
/// flags and notes of registered tokens.
pub(super) struct RegistryImport;

#[async_trait]
impl Command for RegistryImport {
    const NAME: &'static str = "registryImport";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ImportParams;
    type Answer = AuditedReply<ImportResult>;

    async fn run(ctx: &CommandContext, params: ImportParams) -> Result<Self::Answer, Error> {
        let id = params.network.clone();
        let (network, before, entries) = read(ctx, params).await?;
        let contracts = entry::all_valid(entries.contracts)?;
        let tokens = entry::all_valid(entries.tokens)?;
        for contract in &contracts {
            if contract.role.is_none() && !before.contracts.contains_key(&contract.address) {
                return Err(invalid("ROLE", format!("Choose what {} is for.", contract.name)));
            }
        }
        let new_contracts =
            contracts.iter().filter(|one| !before.contracts.contains_key(&one.address)).count();
        let new_tokens =
            tokens.iter().filter(|one| !before.tokens.contains_key(&one.address)).count();
        check_room(before.contracts.len() + new_contracts, MOST_CONTRACTS, "contracts")?;
        check_room(before.tokens.len() + new_tokens, MOST_TOKENS, "tokens")?;
        let rows: Vec<Json> = contracts.iter().map(|one| one.row(ctx.new_id())).collect();
        write(ctx, WRITE_CONTRACTS, &id, rows).await?;
        let rows: Vec<Json> = tokens.iter().map(|one| one.row(ctx.new_id())).collect();
        write(ctx, WRITE_TOKENS, &id, rows).await?;
        let after = Registered::read(ctx, &id).await?;
        let change = AuditChange {
            kind: "network",
            label: network["name"].as_str().unwrap_or_default().to_owned(),
            before: before.recorded(&contracts, &tokens),
            after: after.recorded(&contracts, &tokens),
            id,
        };
        let added = new_contracts + new_tokens;
        let changed = contracts.len() + tokens.len() - added;
        Ok(AuditedReply::new(ImportResult { added, changed }, change))
    }
}

fn check_room(count: usize, most: usize, what: &str) -> Result<(), Error> {
    if count > most {
        return Err(invalid("TOO_MANY", format!("A network can have at most {most} {what}.")));
    }
    Ok(())
}

/// The network, its registered contracts and tokens, and the entries of the caller.
async fn read(
    ctx: &CommandContext,
    params: ImportParams,
) -> Result<(Json, Registered, Entries), Error> {
    check_room(params.contracts.len(), MOST_CONTRACTS, "contracts")?;
    check_room(params.tokens.len(), MOST_TOKENS, "tokens")?;
    let network = list::all(ctx, false, Some(&params.network)).await?.into_iter().next();
    let network =
        network.ok_or_else(|| invalid("NETWORK", "Choose one of the programme's networks."))?;
    let registered = Registered::read(ctx, &params.network).await?;
    let (contracts, tokens) = (params.contracts, params.tokens);
    // ABIs are long, and parsing them must not delay other tasks of this thread.
    let entries = tokio::task::spawn_blocking(|| Entries::read(contracts, tokens)).await;
    let entries =
        entries.map_err(|error| Error::Failed { doing: "reading ABIs", source: error.into() })?;
    Ok((network, registered, entries))
}

async fn write(
    ctx: &CommandContext,
    statement: &'static str,
    network: &str,
    rows: Vec<Json>,
) -> Result<(), Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let binds = [Bind::from(network), ctx.now().into(), Value::Array(rows).into()];
    ctx.execute(&Sql::fixed(statement, binds)).await?;
    Ok(())
}

const WRITE_CONTRACTS: &str = r#"insert into "Contract" as c ("objectId", "createdAt", "updatedAt", "network", "address", "name", "role",
    "abi", "functions", "errors", "firstBlock", "enabled", "_rperm", "_wperm")
select r.id, $2::timestamptz, $2::timestamptz, $1::text, r.address, r.name, coalesce(r.role, 'other'), r.abi,
    r.functions, r.errors, r."firstBlock", true, '{*}', '{}'
from jsonb_to_recordset($3::jsonb) as r(id text, address text, name text, role text, abi jsonb, functions float8, errors float8,
    "firstBlock" float8)
on conflict ("network", "address") do update set "updatedAt" = excluded."updatedAt",
    "abi" = coalesce(excluded."abi", c."abi"), "firstBlock" = coalesce(excluded."firstBlock", c."firstBlock"),
    "functions" = case when excluded."abi" is null then c."functions" else excluded."functions" end,
    "errors" = case when excluded."abi" is null then c."errors" else excluded."errors" end"#;

const WRITE_TOKENS: &str = r#"insert into "Token" ("objectId", "createdAt", "updatedAt", "network", "address", "symbol", "decimals", "flags",
    "_rperm", "_wperm")
select r.id, $2::timestamptz, $2::timestamptz, $1::text, r.address, r.symbol, r.decimals, '[]', '{*}', '{}'
from jsonb_to_recordset($3::jsonb) as r(id text, address text, symbol text, decimals float8)
on conflict ("network", "address") do update set "updatedAt" = excluded."updatedAt", "symbol" = excluded."symbol",
    "decimals" = excluded."decimals""#;
