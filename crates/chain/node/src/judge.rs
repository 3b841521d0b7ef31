//! Whether an answer can be true. A node may lie or be of another network; what can be checked
//! against what was asked is checked before the answer is believed.

use alloy_primitives::B256;
use serde_json::Value;

use crate::hex;

/// How far ahead of our clock a block may be: test chains run ahead when many blocks are made at once.
const AHEAD_SEC: u64 = 3600;

/// What can be said of an answer by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judged {
    /// It can be true.
    Plausible,
    /// The node knows nothing of it; another one may.
    Nothing,
    /// It is unusable, perhaps because of the transaction: the endpoint is not blamed.
    Odd,
    /// It is about something else than what was asked, which no honest node answers.
    Lie,
}

impl Judged {
    fn of(is_asked: bool, is_usable: bool) -> Judged {
        match (is_asked, is_usable) {
            (false, _) => Judged::Lie,
            (true, false) => Judged::Odd,
            (true, true) => Judged::Plausible,
        }
    }
}

/// A transaction of this network with this hash.
pub(crate) fn transaction(answer: &Value, hash: B256, chain_id: u64) -> Judged {
    if answer.is_null() {
        return Judged::Nothing;
    }
    let of_chain = answer.get("chainId").filter(|id| !id.is_null());
    // Old transactions name no network; some nodes say 0.
    let is_of_chain = |id: &Value| hex::number(id).is_some_and(|id| id == 0 || id == chain_id);
    let is_usable =
        of_chain.is_none_or(is_of_chain) && hex::read_address(&answer["from"]).is_some();
    Judged::of(hex::is_hash(&answer["hash"], hash), is_usable)
}

/// The receipt of this transaction; of this block, if it is known.
pub(crate) fn receipt(answer: &Value, hash: B256, block: Option<B256>) -> Judged {
    if answer.is_null() {
        return Judged::Nothing;
    }
    let is_of_block = match (hex::read_hash(&answer["blockHash"]), block) {
        (Some(told), Some(known)) => told == known,
        (told, None) => told.is_some(),
        (None, Some(_)) => false,
    };
    let is_of_transaction = hex::is_hash(&answer["transactionHash"], hash);
    let is_numbered = hex::number(&answer["blockNumber"]).is_some();
    Judged::of(is_of_transaction, is_of_block && is_numbered)
}

/// The block with this hash, which is not in the future.
pub(crate) fn block(answer: &Value, hash: B256, now_ms: u64) -> Judged {
    if answer.is_null() {
        return Judged::Nothing;
    }
    Judged::of(hex::is_hash(&answer["hash"], hash), head(answer, now_ms).is_some())
}

/// Number and time of a block that is not in the future.
pub(crate) fn head(block: &Value, now_ms: u64) -> Option<(u64, u64)> {
    let (number, time) = (hex::number(&block["number"])?, hex::number(&block["timestamp"])?);
    (time <= now_ms / 1000 + AHEAD_SEC).then_some((number, time))
}

/// The trace of the call tracer, which begins where the transaction does.
pub(crate) fn call_trace(answer: &Value, transaction: &Value) -> Judged {
    if answer.is_null() {
        return Judged::Nothing;
    }
    let from = hex::read_address(&answer["from"]);
    Judged::of(true, from.is_some() && from == hex::read_address(&transaction["from"]))
}

/// The list of frames of `trace_transaction`, all of this transaction.
pub(crate) fn frames(answer: &Value, hash: B256) -> Judged {
    let Some(frames) = answer.as_array() else {
        return if answer.is_null() { Judged::Nothing } else { Judged::Odd };
    };
    let is_of = |frame: &Value| {
        let told = frame.get("transactionHash");
        told.is_none_or(|told| hex::is_hash(told, hash))
    };
    match frames.is_empty() {
        true => Judged::Nothing,
        false => Judged::of(frames.iter().all(is_of), true),
    }
}

/// Any answer.
pub(crate) fn anything(_: &Value) -> Judged {
    Judged::Plausible
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const HASH: B256 = B256::repeat_byte(7);

    #[test]
    fn an_answer_about_another_transaction_is_not_believed() {
        let from = "0x00000000000000000000000000000000000000aa";
        let told =
            |hash: B256, chain: Value| json!({ "hash": hash, "chainId": chain, "from": from });
        let of = |told: Value| transaction(&told, HASH, 5);
        assert_eq!(of(told(HASH, json!("0x5"))), Judged::Plausible);
        assert_eq!(of(told(HASH, Value::Null)), Judged::Plausible);
        assert_eq!(of(told(HASH, json!("0x1"))), Judged::Odd);
        assert_eq!(of(told(B256::ZERO, json!("0x5"))), Judged::Lie);
        assert_eq!(of(Value::Null), Judged::Nothing);
        assert_eq!(of(json!("0x")), Judged::Lie);
    }

    #[test]
    fn a_receipt_of_another_block_is_not_believed() {
        let block = B256::repeat_byte(9);
        let told = json!({ "transactionHash": HASH, "blockHash": block, "blockNumber": "0x5" });
        assert_eq!(receipt(&told, HASH, None), Judged::Plausible);
        assert_eq!(receipt(&told, HASH, Some(block)), Judged::Plausible);
        assert_eq!(receipt(&told, HASH, Some(HASH)), Judged::Odd);
        assert_eq!(receipt(&told, block, None), Judged::Lie);
    }

    #[test]
    fn a_block_of_the_far_future_is_not_believed() {
        let now_ms = 1_790_000_000_000;
        let told =
            |time: u64| json!({ "hash": HASH, "number": "0x5", "timestamp": format!("{time:#x}") });
        assert_eq!(block(&told(1_790_000_060), HASH, now_ms), Judged::Plausible);
        assert_eq!(block(&told(4_102_444_800), HASH, now_ms), Judged::Odd);
    }
}
