//! The place of a failed call, and the calls that are made there.

use alloy_primitives::{Address, B256, hex as bytes_hex};
use chain::Found;
use chain::rerun::Rerun;
use chain::trial::Trial;
use serde_json::{Map, Value, json};

use crate::hex;

/// The gas of an approval.
const APPROVAL_GAS: u64 = 1_000_000;
/// The gas of a call that only shows which pools it reaches.
const SCOUT_GAS: u64 = 8_000_000;

/// A failed transaction, where it was mined, and what to change.
pub(super) struct Scene<'a> {
    pub(super) trial: &'a Trial,
    transaction: &'a Value,
    block: &'a Value,
    number: u64,
    pub(super) hash: B256,
    pub(super) index: u64,
}

/// What the calls answered.
pub(super) struct Ran {
    pub(super) control: Rerun,
    pub(super) changed: Rerun,
    pub(super) scout: Option<Rerun>,
}

impl<'a> Scene<'a> {
    /// Nothing if the node did not say where it was mined.
    pub(super) fn of(found: &'a Found, trial: &'a Trial) -> Option<Scene<'a>> {
        let receipt = found.receipt.as_ref()?;
        let number = hex::number(&receipt["blockNumber"]).filter(|number| *number > 0)?;
        Some(Scene {
            trial,
            transaction: &found.transaction,
            block: found.block.as_ref()?,
            number,
            hash: hex::read_hash(&receipt["blockHash"])?,
            index: hex::number(&receipt["transactionIndex"])?,
        })
    }

    /// Who sent it.
    pub(super) fn sender(&self) -> Option<Address> {
        hex::read_address(&self.transaction["from"])
    }

    /// The block before.
    pub(super) fn parent(&self) -> String {
        format!("{:#x}", self.number - 1)
    }

    /// The call as it was sent.
    pub(super) fn control(&self) -> Value {
        call_of(self.transaction)
    }

    /// The call with one thing changed.
    pub(super) fn changed(&self) -> Value {
        let mut call = self.with_input(&self.trial.input);
        if let Some(gas) = self.trial.gas {
            call["gas"] = quantity(gas);
        }
        call
    }

    fn scout(&self) -> Option<Value> {
        let mut call = self.with_input(self.trial.scout.as_ref()?);
        call["gas"] = quantity(SCOUT_GAS);
        Some(call)
    }

    fn with_input(&self, input: &[u8]) -> Value {
        let mut call = self.control();
        call["data"] = json!(bytes_hex::encode_prefixed(input));
        call
    }

    /// The time and the number of its own block.
    pub(super) fn time_and_number(&self) -> Value {
        json!({ "number": quantity(self.number), "time": self.block["timestamp"] })
    }

    /// The calls one after the other: those of earlier transactions, the unchanged one, which leaves
    /// nothing behind because it fails, what comes before the changed one, and the changed one.
    fn calls(&self, earlier: &[Value], has_scout: bool) -> Vec<Value> {
        let before = self.trial.before.iter().map(|call| {
            let data = bytes_hex::encode_prefixed(&call.input);
            let gas = quantity(APPROVAL_GAS);
            json!({ "from": call.from, "to": call.to, "data": data, "gas": gas })
        });
        let mut calls = earlier.to_vec();
        calls.push(self.control());
        calls.extend(before);
        calls.push(self.changed());
        calls.extend(self.scout().filter(|_| has_scout));
        calls
    }

    /// The parameters of a simulation of its own block.
    pub(super) fn simulation(&self, earlier: &[Value], has_scout: bool) -> Value {
        let calls = self.calls(earlier, has_scout);
        let needed = calls.iter().filter_map(|call| hex::number(&call["gas"]));
        let needed = needed.fold(0, u64::saturating_add);
        let limit = hex::number(&self.block["gasLimit"]).unwrap_or_default().max(needed);
        let mut block = self.time_and_number();
        block["gasLimit"] = quantity(limit);
        for (name, of) in [("feeRecipient", "miner"), ("prevRandao", "mixHash")] {
            if self.block[of].is_string() {
                block[name] = self.block[of].clone();
            }
        }
        let block = json!({ "blockOverrides": block, "stateOverrides": {}, "calls": calls });
        json!([{ "blockStateCalls": [block], "validation": false }, self.parent()])
    }

    /// What a simulation answered; nothing unless it has an answer to each call.
    pub(super) fn read(&self, answer: &Value, earlier: usize, has_scout: bool) -> Option<Ran> {
        let calls = answer.as_array()?.last()?["calls"].as_array()?;
        let has_scout = has_scout && self.trial.scout.is_some();
        let changed = earlier + 1 + self.trial.before.len();
        if calls.len() != changed + 1 + usize::from(has_scout) {
            return None;
        }
        Some(Ran {
            control: read_call(calls.get(earlier)?)?,
            changed: read_call(calls.get(changed)?)?,
            scout: calls.get(changed + 1).and_then(read_call),
        })
    }

    /// Whether the unchanged call failed as the transaction did.
    pub(super) fn is_alike(&self, control: &Rerun) -> bool {
        !control.has_worked && control.data == self.trial.failure
    }
}

/// What a simulation answered about one call.
pub(super) fn read_call(call: &Value) -> Option<Rerun> {
    let has_worked = match call["status"].as_str()? {
        "0x1" => true,
        "0x0" => false,
        _ => return None,
    };
    let error = Some(&call["error"]["data"]).filter(|data| data.is_string());
    let data = error.filter(|_| !has_worked).unwrap_or(&call["returnData"]);
    Some(Rerun {
        has_worked,
        data: hex::bytes(data)?,
        logs: Some(call["logs"].clone()).filter(Value::is_array),
        gas_used: hex::number(&call["gasUsed"]),
    })
}

/// The call that a transaction made.
pub(super) fn call_of(transaction: &Value) -> Value {
    let mut call = Map::new();
    for (name, of) in
        [("from", "from"), ("to", "to"), ("value", "value"), ("data", "input"), ("gas", "gas")]
    {
        if let Some(value) = transaction.get(of).filter(|value| value.is_string()) {
            call.insert(name.to_owned(), value.clone());
        }
    }
    if let Some(list) = transaction["accessList"].as_array().filter(|list| !list.is_empty()) {
        call.insert("accessList".to_owned(), json!(list));
    }
    Value::Object(call)
}

fn quantity(number: u64) -> Value {
    json!(format!("{number:#x}"))
}
