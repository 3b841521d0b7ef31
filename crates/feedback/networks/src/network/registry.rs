//! Reads the registry of a network.

use std::collections::HashMap;
use std::str::FromStr;

use alloy_json_abi::JsonAbi;
use alloy_primitives::Address;
use chain::registry::{Contract, ErrorKey, ErrorSignature, Role, Token};
use chain::{FailureClass, Registry, Verdict};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

use super::signature::selector_bytes;
use feedback_core::refused::not_found;
use feedback_core::setting::Key;
use feedback_core::table;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NetworkFacts {
    native_symbol: String,
    native_decimals: u8,
    block_time_ms: u64,
    quote_deviation_bps: Option<i64>,
    price_impact_bps: Option<i64>,
}

#[derive(Deserialize)]
struct ContractRow {
    address: String,
    name: String,
    role: String,
    abi: Option<Json>,
}

#[derive(Deserialize)]
struct TokenRow {
    address: String,
    symbol: String,
    decimals: u8,
    flags: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SignatureRow {
    selector: Option<String>,
    text_pattern: Option<String>,
    signature: Option<String>,
    failure_class: String,
    verdict: String,
    sentence: String,
    advice: Option<String>,
}

/// Reads the registry of a network.
pub(super) async fn read(db: &Db, network: &str) -> Result<Registry, Error> {
    let about = |text: &'static str| Sql::fixed(text, [Bind::from(network)]);
    let facts = table::rows(db, &about(FACTS), Access::Writes).await?.into_iter().next();
    let facts: NetworkFacts = facts.ok_or_else(not_found)?;
    let contracts: Vec<ContractRow> = table::rows(db, &about(CONTRACTS), Access::Writes).await?;
    let tokens: Vec<TokenRow> = table::rows(db, &about(TOKENS), Access::Writes).await?;
    let signatures: Vec<SignatureRow> =
        table::rows(db, &Sql::new(SIGNATURES), Access::Writes).await?;
    // ABIs are long, and parsing them must not delay other tasks of this thread.
    let contracts = tokio::task::spawn_blocking(|| readable_contracts(contracts));
    let default = |key: &str| Key::named(key).and_then(|key| key.default().as_i64());
    let or_default = |bps: Option<i64>, key| bps.or_else(|| default(key)).unwrap_or_default();
    Ok(Registry {
        native_symbol: facts.native_symbol,
        native_decimals: facts.native_decimals,
        block_time_ms: facts.block_time_ms,
        quote_deviation_bps: or_default(facts.quote_deviation_bps, "evidence.quoteDeviationBps"),
        price_impact_bps: or_default(facts.price_impact_bps, "evidence.priceImpactBps"),
        contracts: contracts.await.unwrap_or_default(),
        tokens: tokens.into_iter().filter_map(readable_token).collect(),
        signatures: signatures.into_iter().filter_map(readable_signature).collect(),
    })
}

fn readable_contracts(rows: Vec<ContractRow>) -> HashMap<Address, Contract> {
    let readable = |row: ContractRow| {
        let contract = Contract {
            name: row.name,
            role: Role::parse(&row.role).unwrap_or(Role::Other),
            abi: row.abi.and_then(|abi| serde_json::from_value::<JsonAbi>(abi).ok()),
        };
        Some((Address::from_str(&row.address).ok()?, contract))
    };
    rows.into_iter().filter_map(readable).collect()
}

fn readable_token(row: TokenRow) -> Option<(Address, Token)> {
    let is = |flag: &str| row.flags.iter().any(|one| one == flag);
    let token = Token {
        fee_on_transfer: is("feeOnTransfer"),
        pausable: is("pausable"),
        blocklist: is("blocklist"),
        symbol: row.symbol,
        decimals: row.decimals,
    };
    Some((Address::from_str(&row.address).ok()?, token))
}

fn readable_signature(row: SignatureRow) -> Option<ErrorSignature> {
    let key = match (row.selector, row.text_pattern) {
        (Some(selector), _) => ErrorKey::Selector(selector_bytes(&selector)?),
        (None, Some(text)) => ErrorKey::Text(text),
        (None, None) => return None,
    };
    Some(ErrorSignature {
        key,
        signature: row.signature,
        class: FailureClass::parse(&row.failure_class)?,
        verdict: Verdict::parse(&row.verdict)?,
        sentence: row.sentence,
        advice: row.advice,
    })
}

const FACTS: &str = r#"select jsonb_build_object('nativeSymbol', n."nativeSymbol", 'nativeDecimals', n."nativeDecimals"::int,
    'blockTimeMs', n."blockTimeMs"::int8,
    'quoteDeviationBps', (select s."value" -> 'is' from "Setting" s where s."key" = 'evidence.quoteDeviationBps'),
    'priceImpactBps', (select s."value" -> 'is' from "Setting" s where s."key" = 'evidence.priceImpactBps'))
from "Network" n where n."objectId" = $1::text"#;

const CONTRACTS: &str = r#"select jsonb_build_object('address', "address", 'name', "name", 'role', "role", 'abi', "abi")
from "Contract" where "network" = $1::text and "enabled" limit 500"#;

const TOKENS: &str = r#"select jsonb_build_object('address', "address", 'symbol', "symbol", 'decimals', "decimals"::int, 'flags', "flags")
from "Token" where "network" = $1::text limit 5000"#;

const SIGNATURES: &str = r#"select jsonb_build_object('selector', "selector", 'textPattern', "textPattern", 'signature', "signature",
    'failureClass', "failureClass", 'verdict', "verdict", 'sentence', "sentence", 'advice', "advice")
from "ErrorSignature" where "enabled" order by "createdAt", "objectId" limit 5000"#;
