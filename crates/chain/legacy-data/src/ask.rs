//! One call's view of a chain: asks its nodes, within the call's budget.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use alloy_dyn_abi::DynSolType;
use alloy_primitives::{Address, B256, Bytes, U256, hex, keccak256};
use chain_node::{Budget, NodeError, Nodes};
use futures_util::future::{try_join_all, try_join3};
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use crate::kept::TokenFacts;
use crate::param::Params;
use crate::quantity::{number, spelled, tag};
use crate::refused::{nonsense, not_found, of_node};
use crate::shared::Shared;

/// How long one call may take.
const WALL: Duration = Duration::from_secs(12);

/// How many questions one call may ask.
const CALLS: u32 = 600;

/// How much may come back.
const BYTES: usize = 32 << 20;

/// How many questions are asked at a time.
const AT_ONCE: usize = 8;

/// What a simulated call may burn.
const GAS: &str = "0x1c9c380";

/// The longest text that a token may have for a name.
const LONGEST: usize = 200;

/// How far behind the head blocks are taken for final where a node does not say.
const DEPTH: u64 = 64;

/// A chain, as one call asks it.
pub(crate) struct Chain<'a> {
    /// Its number.
    pub(crate) id: u64,
    pub(crate) shared: &'a Shared,
    nodes: &'a Nodes,
    budget: Budget,
}

impl<'a> Chain<'a> {
    pub(crate) fn new(id: u64, nodes: &'a Nodes, shared: &'a Shared) -> Chain<'a> {
        Chain { id, shared, nodes, budget: Budget::new(WALL, CALLS, BYTES) }
    }

    /// Asks a node; what it says of a failure is still the node's.
    pub(crate) async fn raw(&self, method: &str, params: Json) -> Result<Json, NodeError> {
        self.nodes.request_long(self.id, method, params, &self.budget).await
    }

    /// Asks a node.
    pub(crate) async fn request(&self, method: &str, params: Json) -> Result<Json, Error> {
        self.raw(method, params).await.map_err(|error| of_node(&error))
    }

    /// The number of the newest block.
    pub(crate) async fn head(&self) -> Result<u64, Error> {
        let answer = self.request("eth_blockNumber", json!([])).await?;
        answer.as_str().and_then(crate::quantity::whole).ok_or_else(nonsense)
    }

    /// The number of the last block that will not be undone.
    pub(crate) async fn final_block(&self) -> Result<u64, Error> {
        if let Some(known) = self.shared.kept.final_blocks.get(&self.id) {
            return Ok(known);
        }
        let said = self.raw("eth_getBlockByNumber", json!(["finalized", false])).await;
        let number = match said.ok().as_ref().and_then(|block| number(block, "number")) {
            Some(number) => number,
            None => self.head().await?.saturating_sub(DEPTH),
        };
        self.shared.kept.final_blocks.insert(self.id, number);
        Ok(number)
    }

    /// A block by its number, if there is one.
    pub(crate) async fn block(&self, at: u64, is_full: bool) -> Result<Option<Json>, Error> {
        let block = self.request("eth_getBlockByNumber", json!([tag(at), is_full])).await?;
        Ok(block.is_object().then_some(block))
    }

    /// A block by its number or its hash.
    pub(crate) async fn block_named(&self, text: &str, is_full: bool) -> Result<Json, Error> {
        let missing = || not_found(format!("There is no block {text}."));
        if let Ok(hash) = text.parse::<B256>() {
            let block = self.request("eth_getBlockByHash", json!([hash, is_full])).await?;
            return if block.is_object() { Ok(block) } else { Err(missing()) };
        }
        let number = match text {
            "latest" => Some(self.head().await?),
            _ => crate::quantity::whole(text).filter(|number| *number < 1 << 53),
        };
        let expected = "the number or the hash of a block";
        let number =
            number.ok_or_else(|| crate::refused::unreadable("block_number_or_hash", expected))?;
        self.block(number, is_full).await?.ok_or_else(missing)
    }

    /// When a block was made.
    pub(crate) async fn time_of(&self, hash: &str) -> Result<u64, Error> {
        let key = (self.id, hash.to_owned());
        if let Some(time) = self.shared.kept.times.get(&key) {
            return Ok(time);
        }
        let block = self.request("eth_getBlockByHash", json!([hash, false])).await?;
        let time = number(&block, "timestamp").ok_or_else(nonsense)?;
        self.shared.kept.times.insert(key, time);
        Ok(time)
    }

    /// Asks several things, a few at a time, and keeps their order.
    pub(crate) async fn each<'i, T, R, F>(
        &self,
        items: &'i [T],
        ask: impl Fn(&'i T) -> F,
    ) -> Result<Vec<R>, Error>
    where
        F: Future<Output = Result<R, Error>>,
    {
        let mut all = Vec::with_capacity(items.len());
        for some in items.chunks(AT_ONCE) {
            all.extend(try_join_all(some.iter().map(&ask)).await?);
        }
        Ok(all)
    }

    /// The block that a call is about, as nodes want it: one that was named, or the newest.
    pub(crate) async fn at(&self, params: &Params) -> Result<(String, Option<u64>), Error> {
        let mut block = params.block("to_block")?;
        if block.is_none()
            && let Some(moment) = params.moment("to_date")?
        {
            block = Some(self.block_at(moment).await?.0);
        }
        Ok((block.map_or_else(|| "latest".to_owned(), tag), block))
    }

    /// What a contract returns; nothing if it undoes the call or is none.
    pub(crate) async fn call(
        &self,
        to: Address,
        data: Vec<u8>,
        at: &str,
    ) -> Result<Option<Bytes>, Error> {
        match self.called(to, data, at).await {
            Ok(bytes) if bytes.is_empty() => Ok(None),
            Ok(bytes) => Ok(Some(bytes)),
            Err(NodeError::Answered { code, message, .. }) if is_undone(code, &message) => Ok(None),
            Err(error) => Err(of_node(&error)),
        }
    }

    /// What a contract returns, or what became of the call.
    pub(crate) async fn called(
        &self,
        to: Address,
        data: Vec<u8>,
        at: &str,
    ) -> Result<Bytes, NodeError> {
        let asked = json!({ "to": spelled(to), "data": hex::encode_prefixed(data), "gas": GAS });
        let answer = self.raw("eth_call", json!([asked, at])).await?;
        let text = answer.as_str().ok_or(NodeError::Nonsense)?;
        hex::decode(text).map(Bytes::from).map_err(|_| NodeError::Nonsense)
    }

    /// One word that a contract returns.
    pub(crate) async fn word(
        &self,
        to: Address,
        signature: &str,
        words: &[B256],
        at: &str,
    ) -> Result<Option<B256>, Error> {
        let answer = self.call(to, encoded(signature, words), at).await?;
        Ok(answer.and_then(|bytes| bytes.get(..32).map(B256::from_slice)))
    }

    /// A number that a contract returns.
    pub(crate) async fn number(
        &self,
        to: Address,
        signature: &str,
        words: &[B256],
        at: &str,
    ) -> Result<Option<U256>, Error> {
        Ok(self.word(to, signature, words, at).await?.map(Into::into))
    }

    /// A text that a contract returns, be it a string or 32 bytes.
    pub(crate) async fn text(
        &self,
        to: Address,
        signature: &str,
        words: &[B256],
    ) -> Result<Option<String>, Error> {
        let answer = self.call(to, encoded(signature, words), "latest").await?;
        Ok(answer.and_then(|bytes| text_in(&bytes)))
    }

    /// What a token says of itself.
    pub(crate) async fn token(&self, address: Address) -> Result<Arc<TokenFacts>, Error> {
        let key = (self.id, spelled(address));
        if let Some(known) = self.shared.kept.tokens.get(&key) {
            return Ok(known);
        }
        let short = |text: String| text.chars().take(LONGEST).collect();
        let (name, symbol, decimals) = try_join3(
            self.text(address, "name()", &[]),
            self.text(address, "symbol()", &[]),
            self.number(address, "decimals()", &[], "latest"),
        )
        .await?;
        let facts = Arc::new(TokenFacts {
            name: name.map(short),
            symbol: symbol.map(short),
            decimals: decimals.and_then(|number| u8::try_from(number).ok()),
        });
        self.shared.kept.tokens.insert(key, Arc::clone(&facts));
        Ok(facts)
    }

    /// The last block that was made at a moment or before it, and when that was. The first block
    /// where all were made later.
    pub(crate) async fn block_at(&self, moment: u64) -> Result<(u64, u64), Error> {
        let time = async |at: u64| {
            let block = self.block(at, false).await?.ok_or_else(nonsense)?;
            number(&block, "timestamp").ok_or_else(nonsense)
        };
        let mut high = self.head().await?;
        let newest = time(high).await?;
        if newest <= moment {
            return Ok((high, newest));
        }
        let (mut low, mut found) = (0, time(0).await?);
        // The block at `low` is not too late, or is the first; the one at `high` is too late.
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let made = time(middle).await?;
            if made <= moment {
                (low, found) = (middle, made);
            } else {
                high = middle;
            }
        }
        Ok((low, found))
    }
}

/// What nodes say of a call that the contract undid. Anything else is the node's trouble.
pub(crate) fn is_undone(code: i64, message: &str) -> bool {
    let message = message.to_ascii_lowercase();
    code == 3
        || code == -32015
        || ["revert", "invalid opcode", "out of gas", "stack"]
            .iter()
            .any(|word| message.contains(word))
}

/// A call by its signature and words that each hold one argument.
pub(crate) fn encoded(signature: &str, words: &[B256]) -> Vec<u8> {
    let mut data = keccak256(signature)[..4].to_vec();
    data.extend(words.iter().flatten());
    data
}

/// The text in what a contract returned.
pub(crate) fn text_in(bytes: &[u8]) -> Option<String> {
    if bytes.len() == 32 {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(32);
        return String::from_utf8(bytes[..end].to_vec()).ok().filter(|text| !text.is_empty());
    }
    let decoded = DynSolType::String.abi_decode_params(bytes).ok()?;
    decoded.as_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_dyn_abi::DynSolValue;

    #[test]
    fn a_name_may_be_a_string_or_thirty_two_bytes() {
        let text = DynSolValue::String("Dai Stablecoin".to_owned()).abi_encode_params();
        assert_eq!(text_in(&text).as_deref(), Some("Dai Stablecoin"));
        let mut word = [0; 32];
        word[..3].copy_from_slice(b"MKR");
        assert_eq!(text_in(&word).as_deref(), Some("MKR"));
        for nonsense in [&[0; 32][..], &[0xff; 32], &[1, 2, 3], &[0xff; 96]] {
            assert_eq!(text_in(nonsense), None);
        }
    }
}
