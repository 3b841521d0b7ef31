//! A transaction, its receipt and its block, read from whatever a node sent.

use alloy_primitives::{Address, B256, U256};
use serde_json::Value;

use crate::lenient;

/// As much calldata as a transaction can carry on most networks.
pub(crate) const MOST_INPUT: usize = 256 * 1024;
const MOST_LOGS: usize = 2_000;
const MOST_LOG_DATA: usize = 16 * 1024;

/// What was sent.
#[derive(Debug, Clone, Default)]
pub(crate) struct Transaction {
    /// Who sent it.
    pub from: Option<Address>,
    /// To which contract.
    pub to: Option<Address>,
    /// The native coin with it.
    pub value: Option<U256>,
    /// Its number in the sender's order.
    pub nonce: Option<u64>,
    /// The gas it might use.
    pub gas: Option<U256>,
    /// What was offered for each unit.
    pub gas_price: Option<U256>,
    /// What was called, with what.
    pub input: Vec<u8>,
}

impl Transaction {
    /// Reads the answer to `eth_getTransactionByHash`.
    pub(crate) fn read(answer: &Value) -> Transaction {
        let input = [&answer["input"], &answer["data"]];
        Transaction {
            from: lenient::address(&answer["from"]),
            to: lenient::address(&answer["to"]),
            value: lenient::quantity(&answer["value"]),
            nonce: lenient::small(&answer["nonce"]),
            gas: lenient::quantity(&answer["gas"]),
            gas_price: lenient::quantity(&answer["gasPrice"])
                .or_else(|| lenient::quantity(&answer["maxFeePerGas"])),
            input: input
                .into_iter()
                .find_map(|field| lenient::data(field, MOST_INPUT))
                .unwrap_or_default(),
        }
    }

    /// The first four bytes of what was called.
    pub(crate) fn selector(&self) -> Option<[u8; 4]> {
        self.input.first_chunk().copied()
    }
}

/// The gas that a transaction costs before its call begins, on networks with Ethereum's prices.
pub(crate) fn intrinsic_gas(input: &[u8], access_list: &Value) -> u64 {
    let of_byte = |byte: &u8| if *byte == 0 { 4 } else { 16 };
    let keys = |entry: &Value| entry["storageKeys"].as_array().map_or(0, Vec::len);
    let of_entry = |entry: &Value| 2_400 + 1_900 * u64::try_from(keys(entry)).unwrap_or_default();
    let listed = access_list.as_array().map(Vec::as_slice).unwrap_or_default();
    21_000 + input.iter().map(of_byte).sum::<u64>() + listed.iter().map(of_entry).sum::<u64>()
}

/// Something a contract told.
#[derive(Debug, Clone)]
pub(crate) struct Log {
    /// The contract.
    pub address: Address,
    /// What it is about; at most four.
    pub topics: Vec<B256>,
    /// The rest.
    pub data: Vec<u8>,
}

impl Log {
    fn read(entry: &Value) -> Option<Log> {
        let topics = entry["topics"].as_array()?.iter().take(4).map(lenient::hash);
        Some(Log {
            address: lenient::address(&entry["address"])?,
            topics: topics.collect::<Option<_>>()?,
            data: lenient::data(&entry["data"], MOST_LOG_DATA).unwrap_or_default(),
        })
    }
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Receipt {
    /// Whether it did what it was to do; nothing on very old blocks.
    pub succeeded: Option<bool>,
    /// The gas it used.
    pub gas_used: Option<U256>,
    /// What it paid for each unit.
    pub gas_price: Option<U256>,
    /// Its block.
    pub block_number: Option<u64>,
    /// The hash of its block.
    pub block_hash: Option<B256>,
    /// Its place in the block.
    pub index: Option<u32>,
    /// What contracts told, in their order.
    pub logs: Vec<Log>,
}

impl Receipt {
    /// Reads the answer to `eth_getTransactionReceipt`; a node that knows none sends `null`.
    pub(crate) fn read(answer: &Value) -> Option<Receipt> {
        answer.as_object()?;
        let logs = answer["logs"].as_array().map(Vec::as_slice).unwrap_or_default();
        Some(Receipt {
            succeeded: lenient::small(&answer["status"]).map(|status| status != 0),
            gas_used: lenient::quantity(&answer["gasUsed"]),
            gas_price: lenient::quantity(&answer["effectiveGasPrice"]),
            block_number: lenient::small(&answer["blockNumber"]),
            block_hash: lenient::hash(&answer["blockHash"]),
            index: lenient::small(&answer["transactionIndex"])
                .and_then(|at| u32::try_from(at).ok()),
            logs: logs.iter().take(MOST_LOGS).filter_map(Log::read).collect(),
        })
    }
}

/// The time of a block, in seconds since 1970.
pub(crate) fn block_time(answer: &Value) -> Option<u64> {
    lenient::small(&answer["timestamp"])
}
