//! Logs and events of a contract.

use alloy_primitives::{B256, keccak256};
use parse_engine::Error;
use parse_model::{Json, JsonMap};
use serde_json::json;

use super::shape;
use crate::abi;
use crate::answer::Answer;
use crate::ask::Chain;
use crate::param::{MOST_ROWS, Params};
use crate::quantity::{date, spelled};
use crate::refused::{failed, unreadable};
use crate::scan::{self, Filter, Log, Range};

/// The old client pages through events by how many it thinks a page has.
const EVENTS_OF_A_PAGE: usize = 500;

/// The logs of an address.
pub(super) async fn by_address(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let address = params.address("address")?;
    let mut topics = Vec::new();
    for name in ["topic0", "topic1", "topic2", "topic3"] {
        topics.push(topic(params, name)?.map(|topic| vec![topic]));
    }
    let filter = Filter { contracts: vec![spelled(address)], topics };
    let range = Range::of(chain, params).await?;
    let limit = params.limit(MOST_ROWS)?;
    let tell = |log: &Log, (): (), made| shape::listed_log(&log.json, made);
    let told = scan::told(chain, &[filter], range, limit, |_| vec![()], tell).await?;
    Ok(Answer::at(told, range.end()))
}

/// A topic as a word, or as the signature it is the hash of.
fn topic(params: &Params, name: &str) -> Result<Option<B256>, Error> {
    let Some(text) = params.text(name) else { return Ok(None) };
    if !text.starts_with("0x") && text.ends_with(')') {
        return Ok(Some(keccak256(text)));
    }
    text.parse().map(Some).map_err(|_| unreadable(name, "a topic of 32 bytes"))
}

/// The events of a contract, decoded by the ABI that was sent.
pub(super) async fn events(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let address = params.address("address")?;
    params.needed("topic")?;
    let topic = topic(params, "topic")?.unwrap_or_default();
    let abi = params.json("abi").or_else(|| params.json("data"));
    let abi = abi.ok_or_else(|| crate::refused::required("abi"))?;
    let event = abi::event(&abi, topic)
        .ok_or_else(|| failed("abi has no event with the topic that was asked for"))?;
    let filter = Filter { contracts: vec![spelled(address)], topics: vec![Some(vec![topic])] };
    let range = Range::of(chain, params).await?;
    let limit = params.limit(EVENTS_OF_A_PAGE)?;
    let offset: usize = match params.text("offset") {
        None => 0,
        Some(text) => text.parse().map_err(|_| unreadable("offset", "a whole number"))?,
    };
    let logs = scan::all(chain, &[filter], range.from, range.to).await?;
    let total = logs.len();
    let shown: Vec<&Log> = logs.iter().rev().skip(offset).take(limit).collect();
    let times = scan::times(chain, &shown).await?;
    let rows = shown.iter().zip(times).map(|(log, made)| {
        let values = abi::logged(&event, &log.topics, &log.data).unwrap_or_default();
        let data: JsonMap = values.into_iter().map(|(name, _, value)| (name, value)).collect();
        json!({
            "transaction_hash": log.text("transactionHash"),
            "address": log.text("address"),
            "block_timestamp": date(made),
            "block_number": log.block.to_string(),
            "block_hash": log.text("blockHash"),
            "data": Json::Object(data),
        })
    });
    let value = json!({
        "total": total,
        "page": offset / limit,
        "page_size": limit,
        "result": rows.collect::<Vec<Json>>(),
    });
    Ok(Answer::at(value, range.end()))
}
