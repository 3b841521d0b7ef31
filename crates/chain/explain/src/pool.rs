//! The pools that a failed call reached, and the events that tell that one of them changed.

use std::collections::BTreeSet;

use alloy_primitives::{Address, B256, keccak256};
use serde_json::Value;

use crate::event::{CHANGES_OF_POOLS, CHANGES_OF_SINGLETON, SWAPS, V2_SWAP};
use crate::explanation::Explanation;
use crate::found::{Found, PoolChanges};
use crate::frame::{Frame, Trace};
use crate::lenient;
use crate::transaction::Receipt;

/// `getReserves()` and `swap` of two-token pools, `swap` of range pools.
const OF_POOLS: [[u8; 4]; 3] =
    [0x0902_f1ac_u32.to_be_bytes(), 0x022c_0d9f_u32.to_be_bytes(), 0x128a_cb08_u32.to_be_bytes()];
/// `swap` of a singleton, whose pool is named by the five words behind it.
const OF_SINGLETON: [u8; 4] = 0xf3cd_914c_u32.to_be_bytes();
const KEY: std::ops::Range<usize> = 4..4 + 5 * 32;
/// A fee of a singleton's pool that may change at any time.
const DYNAMIC_FEE: u32 = 0x80_0000;
/// More pools are not watched, and more events not counted.
const MOST_POOLS: usize = 8;
const MOST_EVENTS: usize = 2_000;

/// Events of some contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// The contracts.
    pub addresses: Vec<Address>,
    /// What each topic may be, in their order.
    pub topics: Vec<Vec<B256>>,
}

impl Watch {
    /// Whether an event is one of them.
    pub fn has(&self, event: &Value) -> bool {
        let is_own =
            lenient::address(&event["address"]).is_some_and(|it| self.addresses.contains(&it));
        let mut topics = self.topics.iter().enumerate();
        is_own
            && topics.all(|(at, any)| {
                lenient::hash(&event["topics"][at]).is_some_and(|topic| any.contains(&topic))
            })
    }
}

/// A pool by its contract, and the key that names it in a singleton.
type Pool = (Address, Vec<u8>);

fn pools(trace: &Trace) -> BTreeSet<Pool> {
    let pool = |frame: &Frame| {
        let selector: [u8; 4] = *frame.input.first_chunk()?;
        let key = match selector {
            OF_SINGLETON => frame.input.get(KEY)?.to_vec(),
            _ if OF_POOLS.contains(&selector) => Vec::new(),
            _ => return None,
        };
        Some((frame.to?, key))
    };
    trace.frames.iter().filter_map(pool).collect()
}

/// Whether as many pools were reached as the route has.
pub(crate) fn has_all(trace: &Trace, explanation: &Explanation) -> bool {
    let hops = explanation.swap.as_ref().map_or(0, |swap| swap.hops.len());
    !trace.is_cut && hops > 0 && pools(trace).len() >= hops
}

/// The events of all pools of a route; nothing if one of them is not known, or may change without an
/// event.
pub(crate) fn watched(trace: &Trace, explanation: &Explanation) -> Option<Vec<Watch>> {
    let pools = pools(trace);
    if !has_all(trace, explanation) || pools.len() > MOST_POOLS {
        return None;
    }
    let (single, own): (Vec<Pool>, Vec<Pool>) =
        pools.into_iter().partition(|(_, key)| !key.is_empty());
    if single.iter().any(|(_, key)| changes_silently(key)) {
        return None;
    }
    let mut all = Vec::new();
    if !own.is_empty() {
        let addresses = own.into_iter().map(|(address, _)| address).collect();
        all.push(Watch { addresses, topics: vec![CHANGES_OF_POOLS.to_vec()] });
    }
    if !single.is_empty() {
        let ids = single.iter().map(|(_, key)| keccak256(key)).collect();
        let managers: BTreeSet<_> = single.iter().map(|(manager, _)| *manager).collect();
        let topics = vec![CHANGES_OF_SINGLETON.to_vec(), ids];
        all.push(Watch { addresses: managers.into_iter().collect(), topics });
    }
    Some(all)
}

/// Whether a key names hooks, or a fee that they set.
fn changes_silently(key: &[u8]) -> bool {
    let fee = key
        .get(2 * 32 + 28..3 * 32)
        .and_then(|word| Some(u32::from_be_bytes(*word.first_chunk()?)));
    let has_hooks = key.get(4 * 32..).is_none_or(|word| word.iter().any(|byte| *byte != 0));
    has_hooks || fee.is_none_or(|fee| fee & DYNAMIC_FEE != 0)
}

/// Counts the events after a block and before the place of a transaction; nothing if one of them
/// cannot be read, or is of another time.
pub(crate) fn changes(found: &Found, from_block: u64, events: &[Value]) -> Option<PoolChanges> {
    let receipt = Receipt::read(found.receipt.as_ref()?)?;
    let (own_block, own_index) = (receipt.block_number?, receipt.index?);
    if events.len() > MOST_EVENTS {
        return None;
    }
    let (mut swaps, mut changes) = (0, 0);
    for event in events {
        let block = lenient::small(&event["blockNumber"])?;
        let index = lenient::small(&event["transactionIndex"])?;
        let topic = lenient::hash(&event["topics"][0])?;
        if block <= from_block || block > own_block {
            return None;
        }
        if block == own_block && index >= u64::from(own_index) {
            continue;
        }
        swaps += u32::from(SWAPS.contains(&topic));
        // A two-token pool logs its reserves with each change, and a swap besides.
        changes += u32::from(topic != V2_SWAP);
    }
    Some(PoolChanges { swaps, others: changes.saturating_sub(swaps) })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::explanation::{Hop, Swap, TokenRef};

    const MANAGER: Address = Address::repeat_byte(0xaa);

    fn swap_of_one_pool() -> Explanation {
        let token = || TokenRef { address: None, symbol: None, decimals: None };
        let design = "v4".to_owned();
        let hop = Hop { pool: None, design, token_in: None, token_out: None, fee: None };
        let swap = Swap {
            token_in: token(),
            token_out: token(),
            amount_in: None,
            amount_out: None,
            min_out: None,
            max_in: None,
            exact: "in".to_owned(),
            recipient: None,
            deadline: None,
            hops: vec![hop],
        };
        Explanation { swap: Some(swap), ..Explanation::default() }
    }

    /// A swap in a pool of a singleton whose key has these fees and hooks.
    fn trace(fee: u32, hooks: u8) -> Trace {
        let mut input = OF_SINGLETON.to_vec();
        input.extend([0; 5 * 32]);
        input[4 + 3 * 32 - 4..4 + 3 * 32].copy_from_slice(&fee.to_be_bytes());
        input[4 + 5 * 32 - 1] = hooks;
        let frame = Frame { to: Some(MANAGER), input, ..Frame::default() };
        Trace { frames: vec![frame], is_cut: false }
    }

    #[test]
    fn a_pool_of_a_singleton_is_watched_by_its_id() {
        let plain = trace(3_000, 0);
        let watched = watched(&plain, &swap_of_one_pool()).unwrap();
        let id = keccak256(&plain.frames[0].input[KEY]);
        assert_eq!(watched[0].addresses, [MANAGER]);
        assert_eq!(watched[0].topics, [CHANGES_OF_SINGLETON.to_vec(), vec![id]]);
        let first = CHANGES_OF_SINGLETON[0];
        let event =
            |address: Address, topics: [B256; 2]| json!({ "address": address, "topics": topics });
        assert!(watched[0].has(&event(MANAGER, [first, id])));
        assert!(!watched[0].has(&event(MANAGER, [first, first])));
        assert!(!watched[0].has(&event(MANAGER, [id, id])));
        assert!(!watched[0].has(&event(Address::ZERO, [first, id])));
    }

    #[test]
    fn a_pool_that_may_change_without_an_event_is_not_watched() {
        let swap = swap_of_one_pool();
        assert_eq!(watched(&trace(3_000, 1), &swap), None, "hooks");
        assert_eq!(watched(&trace(DYNAMIC_FEE, 0), &swap), None, "a fee that changes");
        assert_eq!(watched(&Trace::default(), &swap), None, "a pool that was not reached");
    }
}
