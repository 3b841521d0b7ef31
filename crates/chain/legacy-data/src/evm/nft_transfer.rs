//! Transfers of tokens that are things.

use alloy_dyn_abi::{DynSolType, DynSolValue};
use alloy_primitives::{Address, B256, U256};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::abi::number_in;
use crate::answer::Answer;
use crate::ask::Chain;
use crate::param::{MOST_ROWS, Params};
use crate::quantity::{address_in, date, id_text, number, spelled, word};
use crate::refused::nonsense;
use crate::scan::{self, Filter, Log, Range};
use crate::signature::{BATCH, SINGLE, TRANSFER};

/// The most tokens of one log that are returned.
const MOST_IN_BATCH: usize = 500;

/// One thing that went from one to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moved {
    pub(super) id: U256,
    pub(super) amount: U256,
    pub(super) from: Address,
    pub(super) to: Address,
    operator: Option<Address>,
    is_batch: bool,
}

/// What a log moved. Nothing for transfers of amounts.
pub(super) fn moved(log: &Log) -> Vec<Moved> {
    moves(log).unwrap_or_default()
}

fn moves(log: &Log) -> Option<Vec<Moved>> {
    let &[kind, first, second, third] = &log.topics[..] else { return None };
    let (first, second) = (address_in(first)?, address_in(second)?);
    if kind == TRANSFER {
        let (id, amount) = (number_in(third), U256::from(1));
        let moved = Moved { id, amount, from: first, to: second, operator: None, is_batch: false };
        return Some(vec![moved]);
    }
    let (operator, from, to) = (Some(first), second, address_in(third)?);
    if kind == SINGLE {
        let word = |at: usize| log.data.get(at..at + 32).map(B256::from_slice).map(number_in);
        let (id, amount) = (word(0)?, word(32)?);
        return Some(vec![Moved { id, amount, from, to, operator, is_batch: false }]);
    }
    if kind != BATCH {
        return None;
    }
    let numbers = || DynSolType::Array(Box::new(DynSolType::Uint(256)));
    let lists = DynSolType::Tuple(vec![numbers(), numbers()]).abi_decode_params(&log.data).ok()?;
    let [DynSolValue::Array(ids), DynSolValue::Array(amounts)] = lists.as_tuple()? else {
        return None;
    };
    let pairs = ids.iter().zip(amounts).take(MOST_IN_BATCH).filter_map(|(id, amount)| {
        let (DynSolValue::Uint(id, _), DynSolValue::Uint(amount, _)) = (id, amount) else {
            return None;
        };
        Some(Moved { id: *id, amount: *amount, from, to, operator, is_batch: true })
    });
    Some(pairs.collect())
}

fn row(log: &Log, moved: &Moved, made: u64, is_hex: bool) -> Json {
    let kind = if log.topics.first() == Some(&TRANSFER) { "ERC721" } else { "ERC1155" };
    json!({
        "token_address": log.text("address"),
        "token_id": id_text(moved.id, is_hex),
        "from_address": spelled(moved.from),
        "to_address": spelled(moved.to),
        "value": null,
        "amount": moved.amount.to_string(),
        "contract_type": kind,
        "block_number": log.block.to_string(),
        "block_timestamp": date(made),
        "block_hash": log.text("blockHash"),
        "transaction_hash": log.text("transactionHash"),
        "transaction_type": if moved.is_batch { "Batch" } else { "Single" },
        "transaction_index": log.transaction,
        "log_index": log.index,
        "operator": moved.operator.map(spelled),
        "possible_spam": false,
    })
}

/// Every event that moves things, of these contracts.
pub(super) fn any(contracts: Vec<String>) -> Filter {
    Filter { contracts, topics: vec![Some(vec![TRANSFER, SINGLE, BATCH])] }
}

async fn told(
    chain: &Chain<'_>,
    params: &Params,
    filters: &[Filter],
    range: Range,
    rows: impl Fn(&Log) -> Vec<Moved>,
) -> Result<Answer, Error> {
    let (limit, is_hex) = (params.limit(MOST_ROWS)?, params.is_hex());
    let tell = |log: &Log, moved: Moved, made: u64| row(log, &moved, made, is_hex);
    let mut told = scan::told(chain, filters, range, limit, rows, tell).await?;
    told["block_exists"] = json!(true);
    told["index_complete"] = json!(true);
    Ok(Answer::at(told, range.end()))
}

/// Those to and from a wallet.
pub(super) async fn of_wallet(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let wallet = params.address("address")?;
    let direction = params.text("direction").unwrap_or_default();
    let here = || Some(vec![word(wallet)]);
    let (single, several) = (|| Some(vec![TRANSFER]), || Some(vec![SINGLE, BATCH]));
    let filter = |topics| Filter { contracts: Vec::new(), topics };
    let mut filters = Vec::new();
    if direction != "to" {
        filters.push(filter(vec![single(), here()]));
        filters.push(filter(vec![several(), None, here()]));
    }
    if direction != "from" {
        filters.push(filter(vec![single(), None, here()]));
        filters.push(filter(vec![several(), None, None, here()]));
    }
    let range = Range::of(chain, params).await?;
    told(chain, params, &filters, range, moved).await
}

/// Those of a block.
pub(super) async fn of_block(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let block = chain.block_named(&params.needed("block_number_or_hash")?, false).await?;
    let height = number(&block, "number").ok_or_else(nonsense)?;
    let told_before = match params.text("cursor") {
        Some(_) => Some(Range::of(chain, params).await?),
        None => None,
    };
    let whole = Range { from: height, to: height, after: None, page: 0, is_fixed: true };
    let range =
        told_before.map_or(whole, |told| Range { after: told.after, page: told.page, ..whole });
    told(chain, params, &[any(Vec::new())], range, moved).await
}

/// Those of a range of blocks.
pub(super) async fn of_range(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let range = Range::of(chain, params).await?;
    told(chain, params, &[any(Vec::new())], range, moved).await
}

/// Those of a contract.
pub(super) async fn of_contract(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let contract = spelled(params.address("address")?);
    let range = Range::of(chain, params).await?;
    told(chain, params, &[any(vec![contract])], range, moved).await
}

/// Those of one thing.
pub(super) async fn of_token(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let contract = spelled(params.address("address")?);
    let id = params.token_id("token_id")?;
    let filter = |topics| Filter { contracts: vec![contract.clone()], topics };
    let filters = [
        filter(vec![Some(vec![TRANSFER]), None, None, Some(vec![B256::from(id)])]),
        // Their numbers are not among the topics.
        filter(vec![Some(vec![SINGLE, BATCH])]),
    ];
    let of_id = |log: &Log| moved(log).into_iter().filter(|moved| moved.id == id).collect();
    let range = Range::of(chain, params).await?;
    told(chain, params, &filters, range, of_id).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(topics: &[B256], data: Vec<u8>) -> Log {
        let (topics, json) = (topics.to_vec(), Json::Null);
        Log { json, topics, data, block: 1, index: 0, transaction: 0 }
    }

    fn word(last: u8) -> B256 {
        B256::with_last_byte(last)
    }

    #[test]
    fn a_batch_is_as_many_transfers_as_it_has_numbers() {
        let list = |numbers: &[u8]| {
            let uint = |number: &u8| DynSolValue::Uint(U256::from(*number), 256);
            DynSolValue::Array(numbers.iter().map(uint).collect())
        };
        let data = DynSolValue::Tuple(vec![list(&[1, 2]), list(&[10, 20])]).abi_encode_params();
        let rows = moved(&log(&[BATCH, word(7), word(8), word(9)], data));
        let told: Vec<(u64, u64)> = rows.iter().map(|row| (row.id.to(), row.amount.to())).collect();
        assert_eq!(told, [(1, 10), (2, 20)]);
        assert!(rows.iter().all(|row| row.is_batch && row.operator.is_some()));
    }

    #[test]
    fn a_transfer_of_an_amount_moves_no_thing_and_nonsense_moves_nothing() {
        assert!(moved(&log(&[TRANSFER, word(1), word(2)], word(5).to_vec())).is_empty());
        assert_eq!(moved(&log(&[TRANSFER, word(1), word(2), word(5)], vec![])).len(), 1);
        for data in [vec![], vec![0xff; 31], vec![0xff; 64], vec![0xff; 200]] {
            assert!(moved(&log(&[BATCH, word(1), word(2), word(3)], data)).is_empty());
        }
        assert!(moved(&log(&[SINGLE, word(1), word(2), word(3)], vec![1])).is_empty());
    }
}
