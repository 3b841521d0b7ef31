//! Blocks and transactions.

use chain_node::NodeError;
use futures_util::future::try_join;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::shape;
use crate::answer::Answer;
use crate::ask::Chain;
use crate::param::Params;
use crate::quantity::{date, lower, number, tag};
use crate::refused::{failed, nonsense, not_found, of_node, required};

/// A node does not know the method.
const NO_METHOD: i64 = -32601;

/// The most transactions of a block whose receipts are asked for one by one.
const MOST_SINGLE: usize = 300;

/// A block with its transactions.
pub(super) async fn block(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let named = params.needed("block_number_or_hash")?;
    let block = chain.block_named(&named, true).await?;
    let height = number(&block, "number").ok_or_else(nonsense)?;
    let made = number(&block, "timestamp").ok_or_else(nonsense)?;
    let receipts = receipts(chain, &block, height).await?;
    let mut shaped = shape::block(&block, &receipts, made);
    if wants_internal(params) {
        let count = shaped["transactions"].as_array().map_or(0, Vec::len);
        for place in 0..count {
            let calls = traced(chain, &shaped["transactions"][place]).await?;
            shaped["transactions"][place]["internal_transactions"] = Json::Array(calls);
        }
    }
    Ok(Answer::at(shaped, Some(height)))
}

fn wants_internal(params: &Params) -> bool {
    params.text("include").is_some_and(|include| include == "internal_transactions")
}

async fn receipts(chain: &Chain<'_>, block: &Json, height: u64) -> Result<Vec<Json>, Error> {
    let transactions = block.get("transactions").and_then(Json::as_array).ok_or_else(nonsense)?;
    if transactions.is_empty() {
        return Ok(Vec::new());
    }
    match chain.raw("eth_getBlockReceipts", json!([tag(height)])).await {
        Ok(Json::Array(receipts)) => return Ok(receipts),
        Ok(_) => {}
        Err(NodeError::Answered { code, .. }) if code == NO_METHOD => {}
        Err(error) => return Err(of_node(&error)),
    }
    if transactions.len() > MOST_SINGLE {
        return Err(failed("The node of this chain does not tell the receipts of whole blocks."));
    }
    let hashes: Vec<Json> = transactions.iter().map(|sent| sent["hash"].clone()).collect();
    let receipt = |hash: &Json| chain.request("eth_getTransactionReceipt", json!([hash]));
    chain.each(&hashes, receipt).await
}

/// The block of a moment.
pub(super) async fn date_to_block(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let moment = params.moment("date")?.ok_or_else(|| required("date"))?;
    let (height, made) = chain.block_at(moment).await?;
    let block = chain.block(height, false).await?.ok_or_else(nonsense)?;
    let shaped = json!({
        "date": date(made),
        "block": height,
        "timestamp": made,
        "block_timestamp": date(made),
        "hash": lower(&block, "hash"),
        "parent_hash": lower(&block, "parentHash"),
    });
    // The newest block is the block of every later moment, until there is a newer one.
    let is_newest = chain.block(height + 1, false).await?.is_none();
    Ok(Answer::at(shaped, (!is_newest).then_some(height)))
}

/// A transaction, by its hash.
pub(super) async fn transaction(
    chain: &Chain<'_>,
    params: &Params,
    is_decoded: bool,
) -> Result<Answer, Error> {
    let hash = params.hash("transaction_hash")?;
    let (sent, receipt) = try_join(
        chain.request("eth_getTransactionByHash", json!([hash])),
        chain.request("eth_getTransactionReceipt", json!([hash])),
    )
    .await?;
    let missing = || not_found("There is no such transaction in a block of this chain.");
    if !sent.is_object() || !receipt.is_object() {
        return Err(missing());
    }
    let block = sent.get("blockHash").and_then(Json::as_str).ok_or_else(missing)?;
    let made = chain.time_of(block).await?;
    let mut shaped = shape::transaction(&sent, &receipt, made, is_decoded);
    if wants_internal(params) {
        shaped["internal_transactions"] = Json::Array(traced(chain, &shaped).await?);
    }
    Ok(Answer::at(shaped, number(&sent, "blockNumber")))
}

/// The calls that a transaction made.
pub(super) async fn internal_transactions(
    chain: &Chain<'_>,
    params: &Params,
) -> Result<Answer, Error> {
    let found = transaction(chain, params, false).await?;
    let calls = traced(chain, &found.value).await?;
    Ok(Answer { value: Json::Array(calls), lasts: found.lasts })
}

async fn traced(chain: &Chain<'_>, transaction: &Json) -> Result<Vec<Json>, Error> {
    let hash = &transaction["hash"];
    let asked = json!([hash, { "tracer": "callTracer" }]);
    match chain.raw("debug_traceTransaction", asked).await {
        Ok(trace) => return Ok(shape::inner_calls(&trace, transaction)),
        Err(NodeError::Answered { .. }) => {}
        Err(error) => return Err(of_node(&error)),
    }
    match chain.raw("trace_transaction", json!([hash])).await {
        Ok(Json::Array(traces)) => Ok(shape::flat_calls(&traces, transaction)),
        Ok(_) => Err(nonsense()),
        Err(NodeError::Answered { .. }) => Err(failed(
            "The node of this chain does not trace transactions; internal transactions need one that does.",
        )),
        Err(error) => Err(of_node(&error)),
    }
}
