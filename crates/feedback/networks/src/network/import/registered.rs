//! The contracts and tokens that a network has, and what differs from them.

use std::collections::HashMap;

use alloy_json_abi::JsonAbi;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::entry::{Entry, ValidContract, ValidToken};
use feedback_core::command_context::CommandContext;

/// The registry of a network, by address.
pub(super) struct Registered {
    pub(super) contracts: HashMap<String, Json>,
    pub(super) tokens: HashMap<String, Json>,
}

impl Registered {
    pub(super) async fn read(ctx: &CommandContext, network: &str) -> Result<Registered, Error> {
        let rows = |statement| Sql::fixed(statement, [Bind::from(network)]);
        let by_address = |rows: Vec<Json>| {
            rows.into_iter().map(|row| (text(&row, "address"), row)).collect::<HashMap<_, _>>()
        };
        Ok(Registered {
            contracts: by_address(ctx.rows(&rows(CONTRACTS)).await?),
            tokens: by_address(ctx.rows(&rows(TOKENS)).await?),
        })
    }

    pub(super) fn compare_contract(&self, entry: &Entry<ValidContract>) -> Json {
        let row = entry.valid.as_ref().ok().and_then(|valid| self.contracts.get(&valid.address));
        let changes = |valid: &ValidContract| {
            let Some(row) = row else { return Vec::new() };
            let mut changes = Vec::new();
            if valid.name != text(row, "name") {
                changes.push("name");
            }
            let interface = valid.interface.as_ref().map(|interface| &interface.json);
            if interface.is_some_and(|sent| !is_same_abi(sent, &row["abi"])) {
                changes.push("abi");
            }
            if valid.first_block.is_some_and(|block| row["firstBlock"].as_u64() != Some(block)) {
                changes.push("firstBlock");
            }
            changes
        };
        // A name that an administrator gave is kept, so a name alone changes nothing.
        let mut told =
            compared(entry, row, changes, |changes| changes.iter().any(|key| *key != "name"));
        if let Ok(valid) = &entry.valid {
            let interface = valid.interface.as_ref();
            told["functions"] = json!(interface.map(|interface| interface.functions));
            told["errors"] = json!(interface.map(|interface| interface.errors));
        }
        told
    }

    pub(super) fn compare_token(&self, entry: &Entry<ValidToken>) -> Json {
        let row = entry.valid.as_ref().ok().and_then(|valid| self.tokens.get(&valid.address));
        let changes = |valid: &ValidToken| {
            let Some(row) = row else { return Vec::new() };
            let symbol = Some("symbol").filter(|_| valid.symbol != text(row, "symbol"));
            let is_other = row["decimals"].as_u64() != Some(u64::from(valid.decimals));
            symbol.into_iter().chain(Some("decimals").filter(|_| is_other)).collect()
        };
        compared(entry, row, changes, |changes| !changes.is_empty())
    }

    /// The rows of these entries for the audit log, without their ABIs.
    pub(super) fn recorded(&self, contracts: &[ValidContract], tokens: &[ValidToken]) -> Json {
        let contracts = contracts.iter().filter_map(|valid| self.contracts.get(&valid.address));
        let tokens = tokens.iter().filter_map(|valid| self.tokens.get(&valid.address));
        let contracts: Vec<Json> = contracts.map(without_abi).collect();
        json!({ "contracts": contracts, "tokens": tokens.collect::<Vec<_>>() })
    }
}

/// An entry with its state: `new`, `same`, `changed`, or `refused` with the reason.
fn compared<T>(
    entry: &Entry<T>,
    row: Option<&Json>,
    changes: impl Fn(&T) -> Vec<&'static str>,
    is_change: impl Fn(&[&'static str]) -> bool,
) -> Json {
    let (state, changes, problem) = match &entry.valid {
        Err(error) => ("refused", Vec::new(), Some(sentence(error))),
        Ok(_) if row.is_none() => ("new", Vec::new(), None),
        Ok(valid) => {
            let changes = changes(valid);
            (if is_change(&changes) { "changed" } else { "same" }, changes, None)
        }
    };
    json!({
        "address": entry.address.to_lowercase(), "state": state, "changes": changes, "problem": problem,
        "registered": row.map(without_abi),
    })
}

/// The text of a refusal without its key.
fn sentence(error: &Error) -> String {
    let text = error.to_string();
    text.split_once(": ").map_or(text.clone(), |(_, sentence)| sentence.to_owned())
}

fn text(row: &Json, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

fn without_abi(row: &Json) -> Json {
    let mut row = row.clone();
    if let Some(fields) = row.as_object_mut() {
        fields.remove("abi");
    }
    row
}

/// Whether two ABIs have the same parts, in any order.
fn is_same_abi(one: &Json, other: &Json) -> bool {
    let read = |json: &Json| serde_json::from_value::<JsonAbi>(json.clone()).ok();
    one == other || read(one).is_some_and(|one| read(other).is_some_and(|other| one == other))
}

const CONTRACTS: &str = r#"select jsonb_build_object('id', "objectId", 'address', "address", 'name', "name", 'role', "role",
    'abi', "abi", 'hasAbi', "abi" is not null, 'functions', coalesce("functions", 0)::int, 'errors', coalesce("errors", 0)::int,
    'firstBlock', "firstBlock"::int8)
from "Contract" where "network" = $1::text limit 500"#;

const TOKENS: &str = r#"select jsonb_build_object('id', "objectId", 'address', "address", 'symbol', "symbol", 'decimals', "decimals"::int)
from "Token" where "network" = $1::text limit 5000"#;
