//! What tokens say of themselves: symbol and decimals. Any contract can say anything, so that what
//! is kept is short and harmless to show.

use alloy_primitives::{Address, hex as bytes_hex};
use chain::Found;
use serde_json::{Value, json};

use crate::budget::Budget;
use crate::hex;
use crate::json_rpc::Question;
use crate::judge::Judged;
use crate::nodes::{Asked, NetworkState, Nodes};

/// How many tokens are asked for in one look-up.
const TOKENS: usize = 8;
/// How many addresses are considered, known ones among them.
const CANDIDATES: usize = 24;
/// How many frames of a trace are looked through.
const FRAMES: usize = 2_000;
/// How many words of a transaction's data are looked through.
const WORDS: usize = 512;
/// The longest symbol, in characters.
const SYMBOL: usize = 24;
/// More decimals than any token has.
const MOST_DECIMALS: u8 = 77;
/// What a contract may burn to say its name.
const GAS: &str = "0x30d40";
const SYMBOL_CALL: &str = "0x95d89b41";
const DECIMALS_CALL: &str = "0x313ce567";
/// `Transfer(address,address,uint256)`.
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// `transfer`, `transferFrom`, `approve`, `balanceOf`, `allowance`: what is called on tokens.
const OF_TOKENS: [&str; 5] = ["0xa9059cbb", "0x23b872dd", "0x095ea7b3", "0x70a08231", "0xdd62ed3e"];

impl Nodes {
    /// Symbol and decimals of those among these addresses that are tokens. Failures are not errors
    /// here: unknown values are left out.
    pub async fn tokens(
        &self,
        chain_id: u64,
        addresses: &[Address],
        budget: &Budget,
    ) -> Vec<(Address, String, u8)> {
        let mut unknown: Vec<Address> = Vec::new();
        for address in addresses.iter().take(CANDIDATES) {
            let key = (chain_id, *address);
            let is_known =
                self.inner.tokens.contains_key(&key) || self.inner.no_tokens.contains_key(&key);
            if !is_known && !unknown.contains(address) && unknown.len() < TOKENS {
                unknown.push(*address);
            }
        }
        if let (false, Ok(network)) = (unknown.is_empty(), self.network(chain_id)) {
            self.ask_tokens(&network, &unknown, budget).await;
        }
        let mut told: Vec<(Address, String, u8)> = Vec::new();
        for address in addresses.iter().take(CANDIDATES) {
            if told.iter().any(|(known, ..)| known == address) {
                continue;
            }
            if let Some((symbol, decimals)) = self.inner.tokens.get(&(chain_id, *address)) {
                told.push((*address, symbol, decimals));
            }
        }
        told
    }

    async fn ask_tokens(&self, network: &NetworkState, of: &[Address], budget: &Budget) {
        let call =
            |to: &Address, data: &str| json!([{ "to": to, "data": data, "gas": GAS }, "latest"]);
        let calls = of.iter().flat_map(|to| [call(to, SYMBOL_CALL), call(to, DECIMALS_CALL)]);
        let asked = Asked {
            question: Question::Several("eth_call", calls.collect()),
            is_provoked: true,
            most_bytes: 1 << 18,
            ..Asked::new("eth_call", Value::Null)
        };
        let is_list = |answer: &Value| match answer.is_array() {
            true => Judged::Plausible,
            false => Judged::Odd,
        };
        let Ok((answers, _)) = self.ask(network, &asked, budget, is_list).await else { return };
        for (at, address) in of.iter().enumerate() {
            let key = (network.network.chain_id, *address);
            let symbol = hex::bytes(&answers[2 * at]).and_then(|bytes| read_symbol(&bytes));
            let decimals = hex::bytes(&answers[2 * at + 1]).and_then(|bytes| read_decimals(&bytes));
            match symbol.zip(decimals) {
                Some(fact) => self.inner.tokens.insert(key, fact),
                None => self.inner.no_tokens.insert(key, ()),
            }
        }
    }
}

/// A text, as most tokens say it, or 32 bytes, as old ones do.
fn read_symbol(answer: &[u8]) -> Option<String> {
    let text = if answer.len() == 32 {
        answer.split(|byte| *byte == 0).next()?
    } else {
        let word = |at: usize| -> Option<usize> {
            let word = answer.get(at..at.checked_add(32)?)?;
            let (high, low) = word.split_at(24);
            let low = u64::from_be_bytes(low.try_into().ok()?);
            if high.iter().all(|byte| *byte == 0) { usize::try_from(low).ok() } else { None }
        };
        let begin = word(0)?;
        let length = word(begin)?;
        let begin = begin.checked_add(32)?;
        answer.get(begin..begin.checked_add(length)?)?
    };
    let text = std::str::from_utf8(text).ok()?;
    // Letters of any script, and what symbols have between them; nothing that hides or turns text.
    let is_shown = |sign: &char| sign.is_alphanumeric() || "$₮€£¥₿.-_+/ ".contains(*sign);
    let symbol: String = text.chars().filter(is_shown).take(SYMBOL).collect();
    let symbol = symbol.trim();
    if symbol.is_empty() { None } else { Some(symbol.to_owned()) }
}

fn read_decimals(answer: &[u8]) -> Option<u8> {
    let (last, rest) = answer.get(..32)?.split_last()?;
    let is_small = rest.iter().all(|byte| *byte == 0);
    if is_small && *last <= MOST_DECIMALS { Some(*last) } else { None }
}

/// The addresses in what was found that may be tokens, the likeliest first.
pub(crate) fn candidates(found: &Found) -> Vec<Address> {
    let mut candidates = Vec::new();
    let logs = found.receipt.as_ref().and_then(|receipt| receipt["logs"].as_array());
    for log in logs.into_iter().flatten() {
        if log["topics"][0] == TRANSFER {
            add(&mut candidates, hex::read_address(&log["address"]));
        }
    }
    if let Some((_, trace)) = &found.trace {
        called_tokens(trace, &mut candidates);
    }
    if found.transaction["to"].is_string() {
        named_in_data(&found.transaction["input"], &mut candidates);
    }
    candidates
}

fn add(candidates: &mut Vec<Address>, address: Option<Address>) {
    if let Some(address) = address
        && candidates.len() < CANDIDATES
        && !candidates.contains(&address)
    {
        candidates.push(address);
    }
}

/// Contracts that a trace of either form calls as tokens are called.
fn called_tokens(trace: &Value, candidates: &mut Vec<Address>) {
    let (mut open, mut seen) = (vec![trace], 0);
    while let Some(frame) = open.pop() {
        seen += 1;
        if seen > FRAMES || candidates.len() >= CANDIDATES {
            return;
        }
        let action = frame.get("action").unwrap_or(frame);
        let input = action["input"].as_str().unwrap_or_default();
        if OF_TOKENS.iter().any(|selector| input.starts_with(selector)) {
            add(candidates, hex::read_address(&action["to"]));
        }
        let below = frame.as_array().or_else(|| frame["calls"].as_array());
        open.extend(below.into_iter().flatten().rev());
    }
}

/// Words of a call's data that have the form of an address. Small numbers have it too, but have far
/// more zeros than an address has.
fn named_in_data(input: &Value, candidates: &mut Vec<Address>) {
    let text = input.as_str().unwrap_or_default();
    let words = text.get(10..).unwrap_or_default().as_bytes().chunks_exact(64).take(WORDS);
    for word in words {
        let (zeros, address) = word.split_at(24);
        let is_padded = zeros.iter().all(|digit| *digit == b'0');
        if is_padded && !address.starts_with(b"00000000") {
            let address = bytes_hex::decode(address).ok();
            add(candidates, address.and_then(|bytes| Address::try_from(bytes.as_slice()).ok()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_answer(text: &str) -> Vec<u8> {
        let mut answer = vec![0; 64];
        (answer[31], answer[63]) = (32, u8::try_from(text.len()).unwrap());
        answer.extend_from_slice(text.as_bytes());
        answer.resize(answer.len().next_multiple_of(32), 0);
        answer
    }

    #[test]
    fn a_symbol_is_read_as_text_and_as_32_bytes() {
        assert_eq!(read_symbol(&text_answer("USDC")).as_deref(), Some("USDC"));
        assert_eq!(read_symbol(&text_answer("USD₮")).as_deref(), Some("USD₮"));
        let mut old = [0; 32];
        old[..3].copy_from_slice(b"MKR");
        assert_eq!(read_symbol(&old).as_deref(), Some("MKR"));
    }

    #[test]
    fn a_hostile_symbol_is_cut_cleaned_or_refused() {
        let turned = read_symbol(&text_answer("US\u{202e}DC<script>")).unwrap();
        assert_eq!(turned, "USDCscript");
        assert_eq!(read_symbol(&text_answer(&"A".repeat(200))).unwrap().len(), SYMBOL);
        let mut beyond = text_answer("USDC");
        beyond[63] = 255;
        assert_eq!(read_symbol(&beyond), None);
        beyond[..32].fill(255);
        assert_eq!(read_symbol(&beyond), None);
        for nothing in [&[][..], &[0; 32], &[0; 64], &[0xff; 32]] {
            assert_eq!(read_symbol(nothing), None);
        }
    }

    #[test]
    fn decimals_are_a_small_number() {
        let mut answer = [0; 32];
        answer[31] = 18;
        assert_eq!(read_decimals(&answer), Some(18));
        answer[31] = 200;
        assert_eq!(read_decimals(&answer), None);
        (answer[31], answer[0]) = (18, 1);
        assert_eq!(read_decimals(&answer), None);
        assert_eq!(read_decimals(&[18]), None);
    }

    #[test]
    fn tokens_are_looked_for_in_logs_traces_and_data() {
        let token = |byte: u8| Address::repeat_byte(byte);
        let word = |address: Address| format!("{:0>64}", bytes_hex::encode(address));
        let input = format!("0x38ed1739{}{:0>64}", word(token(3)), "de0b6b3a7640000");
        let called = json!({ "to": token(2), "input": "0x23b872dd00" });
        let found = Found {
            transaction: json!({ "to": token(9), "input": input }),
            receipt: Some(json!({ "logs": [{ "address": token(1), "topics": [TRANSFER] }] })),
            trace: Some((
                chain::found::TraceKind::DebugCallTracer,
                json!({ "to": token(9), "input": "0x38ed1739", "calls": [called] }),
            )),
            ..Found::default()
        };
        assert_eq!(candidates(&found), [token(1), token(2), token(3)]);
    }
}
