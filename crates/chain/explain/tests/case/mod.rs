//! A case as it is kept: what nodes said, what the programme knew, what was promised, and what must
//! come out.

use std::collections::HashMap;

use alloy_primitives::Address;
use chain::explanation::RpcError;
use chain::found::TraceKind;
use chain::registry::{Contract, ErrorKey, ErrorSignature, Role, Token};
use chain::{
    Explanation, FailureClass, Found, Gone, Pasted, Quote, Registry, Verdict, explain,
    explain_error, explain_gone, recognise,
};
use serde_json::Value;

/// Explains a case: a pasted text, or what nodes said about a transaction.
pub(crate) fn explained(case: &Value) -> Explanation {
    let registry = registry(&case["registry"]);
    if let Some(text) = case["text"].as_str() {
        return match recognise(text, &[]) {
            Pasted::Error(error) => explain_error(&error, &registry),
            Pasted::Hash { .. } | Pasted::Nothing { .. } => Explanation::default(),
        };
    }
    let gone = match case["gone"].as_str() {
        Some("replaced") => Some(Gone::Replaced),
        Some("dropped") => Some(Gone::Dropped),
        Some("stuck") => Some(Gone::Stuck),
        _ => None,
    };
    if let Some(gone) = gone {
        return explain_gone(gone);
    }
    if let Ok(error) = serde_json::from_value::<RpcError>(case["rpc"].clone()) {
        return explain_error(&error, &registry);
    }
    let quote: Option<Quote> = serde_json::from_value(case["quote"].clone()).ok();
    explain(&found(&case["found"]), &registry, quote.as_ref())
}

fn address(text: &str) -> Option<Address> {
    text.parse().ok()
}

/// Reads what nodes said.
pub(crate) fn found(json: &Value) -> Found {
    let given = |key: &str| Some(json[key].clone()).filter(|value| !value.is_null());
    let kind = match json["trace"]["kind"].as_str() {
        Some("debug") => Some(TraceKind::DebugCallTracer),
        Some("trace") => Some(TraceKind::TraceTransaction),
        Some("call") => Some(TraceKind::CallAtParent),
        _ => None,
    };
    let tokens = json["tokens"].as_array().map(Vec::as_slice).unwrap_or_default();
    let token = |entry: &Value| {
        let decimals = u8::try_from(entry["decimals"].as_u64()?).ok()?;
        Some((address(entry["address"].as_str()?)?, entry["symbol"].as_str()?.to_owned(), decimals))
    };
    Found {
        chain_id: json["chainId"].as_u64().unwrap_or_default(),
        transaction: json["transaction"].clone(),
        receipt: given("receipt"),
        block: given("block"),
        trace: kind.map(|kind| (kind, json["trace"]["answer"].clone())),
        tokens: tokens.iter().filter_map(token).collect(),
        limit_check: serde_json::from_value(json["limitCheck"].clone()).ok(),
        tried: serde_json::from_value(json["tried"].clone()).ok(),
        head_lag_blocks: json["headLagBlocks"].as_u64(),
    }
}

/// Reads what the programme knows.
pub(crate) fn registry(json: &Value) -> Registry {
    let list = |key: &str| json[key].as_array().cloned().unwrap_or_default();
    let contracts = list("contracts").into_iter().filter_map(|entry| {
        let contract = Contract {
            name: entry["name"].as_str()?.to_owned(),
            role: Role::parse(entry["role"].as_str()?)?,
            abi: serde_json::from_value(entry["abi"].clone()).ok(),
        };
        Some((address(entry["address"].as_str()?)?, contract))
    });
    let tokens = list("tokens").into_iter().filter_map(|entry| {
        let has =
            |flag: &str| entry["flags"].as_array().is_some_and(|all| all.contains(&flag.into()));
        let token = Token {
            symbol: entry["symbol"].as_str()?.to_owned(),
            decimals: u8::try_from(entry["decimals"].as_u64()?).ok()?,
            fee_on_transfer: has("feeOnTransfer"),
            pausable: has("pausable"),
            blocklist: has("blocklist"),
        };
        Some((address(entry["address"].as_str()?)?, token))
    });
    let signatures = list("signatures").into_iter().filter_map(|entry| {
        let selector = entry["selector"].as_str().and_then(|text| {
            let bytes = u32::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
            Some(ErrorKey::Selector(bytes.to_be_bytes()))
        });
        let text = || entry["textPattern"].as_str().map(|text| ErrorKey::Text(text.to_owned()));
        Some(ErrorSignature {
            key: selector.or_else(text)?,
            signature: entry["signature"].as_str().map(str::to_owned),
            class: FailureClass::parse(entry["failureClass"].as_str()?)?,
            verdict: Verdict::parse(entry["verdict"].as_str()?)?,
            sentence: entry["sentence"].as_str()?.to_owned(),
            advice: entry["advice"].as_str().map(str::to_owned),
        })
    });
    Registry {
        native_symbol: "ETH".to_owned(),
        native_decimals: 18,
        block_time_ms: 12_000,
        quote_deviation_bps: 50,
        price_impact_bps: 500,
        contracts: contracts.collect::<HashMap<_, _>>(),
        tokens: tokens.collect::<HashMap<_, _>>(),
        signatures: signatures.collect(),
    }
}
