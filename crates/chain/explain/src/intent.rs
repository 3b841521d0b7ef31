//! What a swap was to do, read from what was called.

use alloy_primitives::{Address, U256};

use crate::abi::Value;

/// More pools than a route has.
const MOST_HOPS: usize = 16;

/// A pool that was to be gone through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlannedHop {
    /// `v2`, `v3`, `v4`.
    pub design: &'static str,
    /// What goes in; the zero address is the network's own coin.
    pub token_in: Address,
    /// What comes out.
    pub token_out: Address,
    /// The fee that names the pool.
    pub fee: Option<u32>,
}

/// One swap that was asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Intent {
    /// The pools, in the order that tokens go through them.
    pub hops: Vec<PlannedHop>,
    /// What was to go in, if that is exact.
    pub amount_in: Option<U256>,
    /// What was to come out, if that is exact.
    pub amount_out: Option<U256>,
    /// The least that was accepted.
    pub min_out: Option<U256>,
    /// The most that was to be paid.
    pub max_in: Option<U256>,
    /// Whether the outgoing side is the exact one.
    pub is_exact_out: bool,
    /// Whether it is paid in the network's own coin.
    pub is_native_in: bool,
    /// Whether it pays out the network's own coin.
    pub is_native_out: bool,
    /// Who was to get it.
    pub recipient: Option<Address>,
}

impl Intent {
    /// Reads a swap from a function or a command of that name; `None` if it is not a swap.
    pub(crate) fn read(name: &str, value: &Value) -> Option<Intent> {
        let word = name.to_ascii_uppercase();
        let is_exact_out = ["EXACT_OUT", "EXACTOUTPUT", "TOKENSFOREXACT", "SWAPETHFOREXACT"]
            .iter()
            .any(|sign| word.contains(sign));
        let is_swap = word.contains("SWAP") || word.starts_with("EXACT");
        let hops = if is_swap { hops(value, is_exact_out)? } else { return None };
        let number = |names: &[&str]| names.iter().find_map(|name| value.part(name)?.uint());
        Some(Intent {
            hops,
            amount_in: number(&["amountIn"]),
            amount_out: number(&["amountOut"]),
            min_out: number(&["amountOutMin", "amountOutMinimum"]),
            max_in: number(&["amountInMax", "amountInMaximum"]),
            is_exact_out,
            is_native_in: name.starts_with("swapExactETHFor") || name.starts_with("swapETHFor"),
            is_native_out: name.contains("ForETH") || name.contains("ForExactETH"),
            recipient: ["recipient", "to"].iter().find_map(|name| value.part(name)?.address()),
        })
    }

    /// What goes in first.
    pub(crate) fn token_in(&self) -> Option<Address> {
        self.hops.first().map(|hop| hop.token_in)
    }

    /// What comes out last.
    pub(crate) fn token_out(&self) -> Option<Address> {
        self.hops.last().map(|hop| hop.token_out)
    }
}

fn hops(value: &Value, is_exact_out: bool) -> Option<Vec<PlannedHop>> {
    let hops = match value.part("path") {
        Some(Value::Bytes { bytes: path, .. }) => packed_path(path, is_exact_out)?,
        Some(Value::List(path)) if path.iter().all(|step| step.address().is_some()) => {
            list_path(path)
        }
        Some(Value::List(path)) => singleton_path(value, path, is_exact_out)?,
        _ => vec![single(value)?],
    };
    (!hops.is_empty() && hops.len() <= MOST_HOPS).then_some(hops)
}

/// Addresses one behind the other.
fn list_path(path: &[Value]) -> Vec<PlannedHop> {
    let tokens: Vec<Address> = path.iter().take(MOST_HOPS + 2).filter_map(Value::address).collect();
    let pairs = tokens.windows(2);
    pairs
        .map(|pair| PlannedHop { design: "v2", token_in: pair[0], token_out: pair[1], fee: None })
        .collect()
}

/// Address, three bytes of fee, address …; from the end for an exact output.
fn packed_path(path: &[u8], is_exact_out: bool) -> Option<Vec<PlannedHop>> {
    let mut rest = path;
    let (first, after) = rest.split_first_chunk::<20>()?;
    rest = after;
    let mut token = Address::from(*first);
    let mut hops = Vec::new();
    while let Some((fee, after)) = rest.split_first_chunk::<3>() {
        let (next, after) = after.split_first_chunk::<20>()?;
        let next = Address::from(*next);
        let fee = Some(u32::from_be_bytes([0, fee[0], fee[1], fee[2]]));
        let (token_in, token_out) = if is_exact_out { (next, token) } else { (token, next) };
        hops.push(PlannedHop { design: "v3", token_in, token_out, fee });
        (token, rest) = (next, after);
        if hops.len() > MOST_HOPS {
            return None;
        }
    }
    if is_exact_out {
        hops.reverse();
    }
    Some(hops)
}

/// One pool: named tokens with a fee, or the key of a singleton's pool with a direction.
fn single(value: &Value) -> Option<PlannedHop> {
    let fee = value.part("fee").and_then(Value::uint).and_then(|fee| u32::try_from(fee).ok());
    if let (Some(token_in), Some(token_out)) = (value.part("tokenIn"), value.part("tokenOut")) {
        let (token_in, token_out) = (token_in.address()?, token_out.address()?);
        return Some(PlannedHop { design: "v3", token_in, token_out, fee });
    }
    let (zero, one) = (value.part("currency0")?.address()?, value.part("currency1")?.address()?);
    let is_zero_for_one = *value.part("zeroForOne")? == Value::Bool(true);
    let (token_in, token_out) = if is_zero_for_one { (zero, one) } else { (one, zero) };
    Some(PlannedHop { design: "v4", token_in, token_out, fee })
}

/// The pools of a singleton, each by the currency on its other side.
fn singleton_path(value: &Value, path: &[Value], is_exact_out: bool) -> Option<Vec<PlannedHop>> {
    let begin = if is_exact_out { "currencyOut" } else { "currencyIn" };
    let mut token = value.part(begin)?.address()?;
    let mut hops = Vec::new();
    let steps = if is_exact_out { path.iter().rev().collect() } else { path.iter().collect() };
    let steps: Vec<&Value> = steps;
    for step in steps.into_iter().take(MOST_HOPS) {
        let next = step.part("intermediateCurrency")?.address()?;
        let fee = step.part("fee").and_then(Value::uint).and_then(|fee| u32::try_from(fee).ok());
        let (token_in, token_out) = if is_exact_out { (next, token) } else { (token, next) };
        hops.push(PlannedHop { design: "v4", token_in, token_out, fee });
        token = next;
    }
    if is_exact_out {
        hops.reverse();
    }
    Some(hops)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_path_is_read_forwards_and_backwards() {
        let [a, b, c] = [0x11_u8, 0x22, 0x33].map(Address::repeat_byte);
        let path = [a.as_slice(), &[0, 0x0b, 0xb8], b.as_slice(), &[0, 1, 0xf4], c.as_slice()];
        let path = path.concat();
        let there = packed_path(&path, false).unwrap();
        assert_eq!((there[0].token_in, there[1].token_out), (a, c));
        assert_eq!((there[0].fee, there[1].fee), (Some(3_000), Some(500)));
        let back = packed_path(&path, true).unwrap();
        assert_eq!((back[0].token_in, back[1].token_out), (c, a));
        assert_eq!(packed_path(&path[..30], false), None);
    }
}
