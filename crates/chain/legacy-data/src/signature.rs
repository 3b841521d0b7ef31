//! What is known without an ABI: events and functions of the common standards.

use std::sync::LazyLock;

use alloy_dyn_abi::JsonAbiExt;
use alloy_json_abi::{Event, Function, Param};
use alloy_primitives::{B256, b256};
use parse_model::Json;
use serde_json::json;

use crate::abi::{logged, shown};

/// `Transfer(address,address,uint256)`, of ERC-20 with three topics and of ERC-721 with four.
pub(crate) const TRANSFER: B256 =
    b256!("ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef");
/// `Approval(address,address,uint256)`
pub(crate) const APPROVAL: B256 =
    b256!("8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925");
/// `TransferSingle(address,address,address,uint256,uint256)`
pub(crate) const SINGLE: B256 =
    b256!("c3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62");
/// `TransferBatch(address,address,address,uint256[],uint256[])`
pub(crate) const BATCH: B256 =
    b256!("4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb");

const EVENTS: &[&str] = &[
    "event Transfer(address indexed from, address indexed to, uint256 value)",
    "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
    "event Approval(address indexed owner, address indexed spender, uint256 value)",
    "event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)",
    "event ApprovalForAll(address indexed owner, address indexed operator, bool approved)",
    "event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)",
    "event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)",
];

const FUNCTIONS: &[&str] = &[
    "function transfer(address to, uint256 value)",
    "function approve(address spender, uint256 value)",
    "function transferFrom(address from, address to, uint256 value)",
    "function safeTransferFrom(address from, address to, uint256 tokenId)",
    "function safeTransferFrom(address from, address to, uint256 tokenId, bytes data)",
    "function safeTransferFrom(address from, address to, uint256 id, uint256 value, bytes data)",
    "function setApprovalForAll(address operator, bool approved)",
    "function deposit()",
    "function withdraw(uint256 wad)",
];

static KNOWN_EVENTS: LazyLock<Vec<Event>> =
    LazyLock::new(|| EVENTS.iter().filter_map(|text| Event::parse(text).ok()).collect());
static KNOWN_FUNCTIONS: LazyLock<Vec<Function>> =
    LazyLock::new(|| FUNCTIONS.iter().filter_map(|text| Function::parse(text).ok()).collect());

/// What a call says, if it is one of a common standard.
pub(crate) fn decoded_call(input: &[u8]) -> Json {
    let Some((selector, data)) = input.split_first_chunk::<4>() else { return Json::Null };
    let known = KNOWN_FUNCTIONS.iter().filter(|function| function.selector() == *selector);
    let mut decoded = known.filter_map(|function| {
        let values = function.abi_decode_input(data).ok()?;
        let params = function.inputs.iter().zip(&values).map(|(Param { name, ty, .. }, value)| {
            json!({ "name": name, "value": shown(value, &[]), "type": ty })
        });
        Some(json!({
            "signature": function.signature(),
            "label": function.name,
            "type": "function",
            "params": params.collect::<Vec<Json>>(),
        }))
    });
    decoded.next().unwrap_or_default()
}

/// What a log says, if it is an event of a common standard.
pub(crate) fn decoded_event(topics: &[B256], data: &[u8]) -> Json {
    let Some(first) = topics.first() else { return Json::Null };
    let known = KNOWN_EVENTS.iter().filter(|event| event.selector() == *first);
    let mut decoded = known.filter_map(|event| {
        let values = logged(event, topics, data)?;
        let params = values
            .into_iter()
            .map(|(name, kind, value)| json!({ "name": name, "value": value, "type": kind }));
        Some(json!({
            "signature": event.signature(),
            "label": event.name,
            "type": "event",
            "params": params.collect::<Vec<Json>>(),
        }))
    });
    decoded.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloy_primitives::keccak256;

    #[test]
    fn the_topics_are_the_hashes_of_their_signatures() {
        assert_eq!(TRANSFER, keccak256("Transfer(address,address,uint256)"));
        assert_eq!(APPROVAL, keccak256("Approval(address,address,uint256)"));
        assert_eq!(SINGLE, keccak256("TransferSingle(address,address,address,uint256,uint256)"));
        assert_eq!(BATCH, keccak256("TransferBatch(address,address,address,uint256[],uint256[])"));
    }

    #[test]
    fn every_signature_can_be_read() {
        assert_eq!(KNOWN_EVENTS.len(), EVENTS.len());
        assert_eq!(KNOWN_FUNCTIONS.len(), FUNCTIONS.len());
    }

    #[test]
    fn a_transfer_of_a_token_is_told_from_one_of_an_amount() {
        let word = B256::with_last_byte;
        let amount = decoded_event(&[TRANSFER, word(1), word(2)], word(5).as_slice());
        assert_eq!(amount["params"][2]["name"], "value");
        let token = decoded_event(&[TRANSFER, word(1), word(2), word(5)], &[]);
        assert_eq!(token["params"][2]["name"], "tokenId");
        assert_eq!(decoded_event(&[word(9)], &[]), Json::Null);
        assert_eq!(decoded_call(&[1, 2, 3]), Json::Null);
    }
}
