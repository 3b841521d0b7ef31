//! The same call with some of its limits changed.
//!
//! A word is changed at the place where it was read. It is never searched for by its value: zero and
//! equal amounts occur several times in one call.

use alloy_primitives::U256;

use crate::call::Call;
use crate::intent::Intent;
use crate::place::{Part, WORD};
use crate::registry::Registry;

/// The longest calldata that is changed.
const MOST_INPUT: usize = 256 * 1024;
/// The bit of a command that lets it fail without the rest.
const MAY_FAIL: u8 = 0x80;
/// The commands that hand in signed permissions.
const PERMITS: [u8; 2] = [0x0a, 0x03];

/// A function, and another one with the same parameters.
type Twin = ([u8; 4], [u8; 4]);

/// Swaps of two-token pools, and their forms for tokens that keep a fee.
const FOR_FEE_TOKENS: [Twin; 3] = [
    (0x38ed_1739_u32.to_be_bytes(), 0x5c11_d795_u32.to_be_bytes()),
    (0x7ff3_6ab5_u32.to_be_bytes(), 0xb6f9_de95_u32.to_be_bytes()),
    (0x18cb_afe5_u32.to_be_bytes(), 0x791a_c947_u32.to_be_bytes()),
];
/// `selfPermit`, and `selfPermitIfNecessary`, which does nothing if the token is approved.
const IF_NECESSARY: [Twin; 1] = [(0xf399_5c67_u32.to_be_bytes(), 0xc2e3_140a_u32.to_be_bytes())];

/// What to change in a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    /// All lower limits are 0, and all upper limits the largest.
    Limits,
    /// Range pools do not stop at a price.
    PriceLimit,
    /// It may be mined until this time, in seconds since 1970.
    Deadline(u64),
    /// The functions are those for tokens that keep a fee.
    FeeFunction,
    /// Signed permissions may fail.
    Permission,
}

/// The bytes of a part after these changes; nothing if they do not concern it.
fn changed(part: Part, changes: &[Change]) -> Option<Vec<u8>> {
    changes.iter().find_map(|change| match (part, change) {
        (Part::Least | Part::HopLimits, Change::Limits)
        | (Part::PriceLimit, Change::PriceLimit) => Some(vec![0; WORD]),
        (Part::Most(bits), Change::Limits) => {
            let largest = U256::MAX >> 256_usize.saturating_sub(bits);
            Some(largest.to_be_bytes::<WORD>().to_vec())
        }
        (Part::Deadline, Change::Deadline(time)) => {
            Some(U256::from(*time).to_be_bytes::<WORD>().to_vec())
        }
        (Part::Selector(own), Change::FeeFunction) => twin(own, &FOR_FEE_TOKENS),
        (Part::Selector(own), Change::Permission) => twin(own, &IF_NECESSARY),
        (Part::Command(byte), Change::Permission) if PERMITS.contains(&byte) => {
            Some(vec![byte | MAY_FAIL])
        }
        _ => None,
    })
}

fn twin(own: [u8; 4], twins: &[Twin]) -> Option<Vec<u8>> {
    twins.iter().find(|(plain, _)| *plain == own).map(|(_, other)| other.to_vec())
}

/// The same call with these changes and no other one; nothing if it has nothing of the kind, or
/// cannot be changed with certainty.
pub(crate) fn patched(input: &[u8], changes: &[Change]) -> Option<Vec<u8>> {
    if input.len() > MOST_INPUT {
        return None;
    }
    let before = read(input);
    if before.is_signed || before.is_cut {
        return None;
    }
    let mut written: Vec<(usize, Vec<u8>)> = before
        .places
        .iter()
        .filter_map(|place| Some((place.at, changed(place.part, changes)?)))
        .collect();
    written.sort();
    // Inputs may share their bytes, but one limit must not reach into another one.
    written.dedup();
    let overlaps = written.windows(2).any(|pair| pair[0].0 + pair[0].1.len() > pair[1].0);
    if written.is_empty() || overlaps {
        return None;
    }
    let mut output = input.to_vec();
    for (at, bytes) in written {
        output.get_mut(at..at + bytes.len())?.copy_from_slice(&bytes);
    }
    is_same_swap(&before, &read(&output)).then_some(output)
}

fn read(input: &[u8]) -> Call {
    Call::read(input, None, &Registry::default())
}

/// Whether only limits differ. The parts of a call may share bytes, so a word that is changed may
/// have another meaning too.
fn is_same_swap(before: &Call, after: &Call) -> bool {
    // A list that was emptied has no place any more.
    let places = |call: &Call| {
        let kept = call.places.iter().filter(|place| place.part != Part::HopLimits);
        kept.map(|place| place.at).collect::<Vec<_>>()
    };
    let swaps = |call: &Call| {
        let without_limits =
            |intent: &Intent| Intent { min_out: None, max_in: None, ..intent.clone() };
        call.intents.iter().map(without_limits).collect::<Vec<_>>()
    };
    places(before) == places(after) && swaps(before) == swaps(after)
}

#[cfg(test)]
mod tests;
