//! A batch of transfers for Safe's *Transaction Builder*, with the checksum by which it detects a
//! changed file.

use alloy_primitives::keccak256;
use serde_json::{Map, Value, json};

use crate::address::{checksummed, lower};
use crate::leaf::Leaf;
use crate::token::Token;

/// A batch: its name, description and time of creation.
#[derive(Debug, Clone, Copy)]
pub struct Batch<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its description.
    pub description: &'a str,
    /// When, in milliseconds since 1970.
    pub created_at: i64,
}

/// The first four bytes of `transfer(address,uint256)`.
const TRANSFER: &str = "0xa9059cbb";

/// The file.
pub fn file(batch: Batch<'_>, token: &Token, leaves: &[Leaf]) -> Value {
    let transactions: Vec<Value> = leaves.iter().map(|leaf| transaction(token, leaf)).collect();
    let mut file = json!({
        "version": "1.0", "chainId": token.chain_id.to_string(), "createdAt": batch.created_at,
        "meta": {
            "name": batch.name, "description": batch.description, "txBuilderVersion": "1.18.3",
            "createdFromSafeAddress": "", "createdFromOwnerAddress": "",
        },
        "transactions": transactions,
    });
    file["meta"]["checksum"] = checksum(&file).into();
    file
}

/// Numbers must be strings.
fn transaction(token: &Token, leaf: &Leaf) -> Value {
    match token.contract() {
        Some(contract) => {
            let receiver = lower(leaf.address);
            let data = format!("{TRANSFER}{:0>64}{:064x}", &receiver[2..], leaf.amount);
            json!({ "to": checksummed(contract), "value": "0", "data": data })
        }
        None => {
            json!({ "to": checksummed(leaf.address), "value": leaf.amount.to_string(), "data": null })
        }
    }
}

/// The checksum of a file, as the tool computes it.
pub fn checksum(file: &Value) -> String {
    let mut file = file.clone();
    if let Some(meta) = file.get_mut("meta").and_then(Value::as_object_mut) {
        meta.remove("checksum");
        meta.insert("name".to_owned(), Value::Null);
    }
    keccak256(flat(&file)).to_string()
}

/// Objects as their sorted keys followed by their values, lists as their elements.
fn flat(value: &Value) -> String {
    match value {
        Value::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(flat).collect();
            format!("[{}]", parts.join(","))
        }
        Value::Object(fields) => {
            let keys = sorted(fields);
            let values: String = keys.iter().map(|key| flat(&fields[*key]) + ",").collect();
            format!("{{{}{values}}}", Value::from(keys))
        }
        other => other.to_string(),
    }
}

fn sorted(fields: &Map<String, Value>) -> Vec<&str> {
    let mut keys: Vec<&str> = fields.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}
