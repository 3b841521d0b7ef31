//! Blocks, transactions and logs as clients of the data functions read them. Pure.

use alloy_primitives::{B256, hex};
use parse_model::Json;
use serde_json::json;

use crate::quantity::{date, decimal, lower, number};
use crate::signature::{decoded_call, decoded_event};

/// A block with its transactions, each with its receipt.
pub(super) fn block(block: &Json, receipts: &[Json], made: u64) -> Json {
    let none = Vec::new();
    let transactions = block.get("transactions").and_then(Json::as_array).unwrap_or(&none);
    let told = transactions.iter().map(|transaction_json| {
        let hash = transaction_json.get("hash");
        let receipt = receipts.iter().find(|receipt| receipt.get("transactionHash") == hash);
        transaction(transaction_json, receipt.unwrap_or(&Json::Null), made, false)
    });
    let total_difficulty = match decimal(block, "totalDifficulty") {
        Json::Null => json!("0"),
        known => known,
    };
    json!({
        "timestamp": date(made),
        "number": decimal(block, "number"),
        "hash": lower(block, "hash"),
        "parent_hash": lower(block, "parentHash"),
        "nonce": lower(block, "nonce"),
        "sha3_uncles": lower(block, "sha3Uncles"),
        "logs_bloom": lower(block, "logsBloom"),
        "transactions_root": lower(block, "transactionsRoot"),
        "state_root": lower(block, "stateRoot"),
        "receipts_root": lower(block, "receiptsRoot"),
        "miner": lower(block, "miner"),
        "difficulty": decimal(block, "difficulty"),
        "total_difficulty": total_difficulty,
        "size": decimal(block, "size"),
        "extra_data": lower(block, "extraData"),
        "gas_limit": decimal(block, "gasLimit"),
        "gas_used": decimal(block, "gasUsed"),
        "transaction_count": transactions.len().to_string(),
        "transactions": told.collect::<Vec<Json>>(),
    })
}

/// A transaction with its receipt; with what it and its logs say where that is known and wanted.
pub(super) fn transaction(sent: &Json, receipt: &Json, made: u64, is_decoded: bool) -> Json {
    let none = Vec::new();
    let logs = receipt.get("logs").and_then(Json::as_array).unwrap_or(&none);
    let logs: Vec<Json> = logs
        .iter()
        .map(|told| {
            let mut shaped = log(told, made);
            if is_decoded {
                shaped["decoded_event"] = event_of(told);
            }
            shaped
        })
        .collect();
    let gas_price = match decimal(receipt, "effectiveGasPrice") {
        Json::Null => decimal(sent, "gasPrice"),
        paid => paid,
    };
    let mut shaped = json!({
        "hash": lower(sent, "hash"),
        "nonce": decimal(sent, "nonce"),
        "transaction_index": decimal(sent, "transactionIndex"),
        "from_address": lower(sent, "from"),
        "to_address": lower(sent, "to"),
        "value": decimal(sent, "value"),
        "gas": decimal(sent, "gas"),
        "gas_price": gas_price,
        "input": lower(sent, "input"),
        "receipt_cumulative_gas_used": decimal(receipt, "cumulativeGasUsed"),
        "receipt_gas_used": decimal(receipt, "gasUsed"),
        "receipt_contract_address": lower(receipt, "contractAddress"),
        "receipt_root": lower(receipt, "root"),
        "receipt_status": decimal(receipt, "status"),
        "block_timestamp": date(made),
        "block_number": decimal(sent, "blockNumber"),
        "block_hash": lower(sent, "blockHash"),
        "logs": logs,
    });
    if is_decoded {
        let input =
            sent.get("input").and_then(Json::as_str).and_then(|text| hex::decode(text).ok());
        shaped["decoded_call"] = decoded_call(&input.unwrap_or_default());
    }
    shaped
}

fn event_of(log: &Json) -> Json {
    let topics = log.get("topics").and_then(Json::as_array);
    let topics = topics.into_iter().flatten();
    let topics: Option<Vec<B256>> = topics.map(|topic| topic.as_str()?.parse().ok()).collect();
    let data = log.get("data").and_then(Json::as_str).and_then(|text| hex::decode(text).ok());
    decoded_event(&topics.unwrap_or_default(), &data.unwrap_or_default())
}

/// A log of a transaction.
pub(super) fn log(log: &Json, made: u64) -> Json {
    let topic = |place: usize| match log.get("topics").and_then(|topics| topics.get(place)) {
        Some(Json::String(topic)) => Json::String(topic.to_ascii_lowercase()),
        _ => Json::Null,
    };
    json!({
        "log_index": decimal(log, "logIndex"),
        "transaction_hash": lower(log, "transactionHash"),
        "transaction_index": decimal(log, "transactionIndex"),
        "address": lower(log, "address"),
        "data": lower(log, "data"),
        "topic0": topic(0),
        "topic1": topic(1),
        "topic2": topic(2),
        "topic3": topic(3),
        "block_timestamp": date(made),
        "block_number": decimal(log, "blockNumber"),
        "block_hash": lower(log, "blockHash"),
    })
}

/// A log of a list, whose places are numbers.
pub(super) fn listed_log(told: &Json, made: u64) -> Json {
    let mut shaped = log(told, made);
    shaped["log_index"] = json!(number(told, "logIndex"));
    shaped["transaction_index"] = json!(number(told, "transactionIndex"));
    shaped
}

/// The calls inside a call, as a tracer of calls tells them, the outermost left out.
pub(super) fn inner_calls(traced: &Json, place: &Json) -> Vec<Json> {
    let mut told = Vec::new();
    // A list of what is left to tell, because a trace nests as deep as a stranger wishes.
    let mut left: Vec<&Json> = children(traced).rev().collect();
    while let Some(call) = left.pop() {
        told.push(internal(place, call));
        left.extend(children(call).rev());
    }
    told
}

fn children(call: &Json) -> impl DoubleEndedIterator<Item = &Json> {
    call.get("calls").and_then(Json::as_array).into_iter().flatten()
}

fn internal(place: &Json, call: &Json) -> Json {
    let or_zero = |value: Json| if value.is_null() { json!("0") } else { value };
    json!({
        "transaction_hash": place["hash"],
        "block_number": place["block_number"],
        "block_hash": place["block_hash"],
        "type": call.get("type").cloned().unwrap_or_default(),
        "from": lower(call, "from"),
        "to": lower(call, "to"),
        "value": or_zero(decimal(call, "value")),
        "gas": decimal(call, "gas"),
        "gas_used": decimal(call, "gasUsed"),
        "input": lower(call, "input"),
        "output": match lower(call, "output") {
            Json::Null => json!("0x"),
            told => told,
        },
    })
}

/// The same from the flat list of another kind of tracer; the first entry is the transaction.
pub(super) fn flat_calls(traces: &[Json], place: &Json) -> Vec<Json> {
    let told = traces.iter().filter(|trace| {
        trace.get("traceAddress").and_then(Json::as_array).is_some_and(|at| !at.is_empty())
    });
    told.map(|trace| {
        let (action, result) = (&trace["action"], &trace["result"]);
        let kind = action.get("callType").or_else(|| trace.get("type"));
        let kind = kind.and_then(Json::as_str).unwrap_or_default().to_ascii_uppercase();
        let call = json!({
            "type": kind,
            "from": action["from"],
            "to": action["to"],
            "value": action["value"],
            "gas": action["gas"],
            "gasUsed": result["gasUsed"],
            "input": action["input"],
            "output": result["output"],
        });
        internal(place, &call)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_that_tells_nothing_makes_a_block_of_nothing_and_no_panic() {
        for nonsense in [json!(null), json!({}), json!([1]), json!({"transactions": "x"})] {
            let shaped = block(&nonsense, &[], 0);
            assert_eq!(shaped["transactions"], json!([]));
            assert_eq!(shaped["total_difficulty"], "0");
        }
        assert_eq!(
            transaction(&json!({"value": 5}), &json!({"logs": [1]}), 0, true)["value"],
            Json::Null
        );
    }

    #[test]
    fn inner_calls_are_told_in_the_order_in_which_they_were_made() {
        let call = |kind: &str, calls: Json| json!({"type": kind, "calls": calls});
        let traced =
            call("CALL", json!([call("A", json!([call("B", json!([]))])), call("C", json!([]))]));
        let place = json!({"hash": "0x1", "block_number": "1", "block_hash": "0x2"});
        let told = inner_calls(&traced, &place);
        let kinds: Vec<&str> = told.iter().map(|call| call["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["A", "B", "C"]);
    }
}
