//! The approval that a failed call lacked, as its owner would have given it.

use alloy_primitives::Address;

use crate::frame::{Frame, Trace};
use crate::tried::Question;

const WORD: usize = 32;
/// `transferFrom(address,address,uint256)`
const TRANSFER_FROM: [u8; 4] = 0x23b8_72dd_u32.to_be_bytes();
/// `transferFrom(address,address,uint160,address)` of the contract for permissions.
const PERMITTED_TRANSFER_FROM: [u8; 4] = 0x36c7_8516_u32.to_be_bytes();
/// `permit` of a token.
const TOKEN_PERMIT: [u8; 4] = 0xd505_accf_u32.to_be_bytes();
/// `permit` of the contract for permissions, for one token.
const SINGLE_PERMIT: [u8; 4] = 0x2b67_b570_u32.to_be_bytes();
/// `approve(address,uint256)`
const APPROVE: [u8; 4] = 0x095e_a7b3_u32.to_be_bytes();
/// `approve(address,address,uint160,uint48)` of the contract for permissions.
const PERMIT_APPROVE: [u8; 4] = 0x8751_7c45_u32.to_be_bytes();

/// A call that is made before the changed one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preparation {
    /// Who makes it.
    pub from: Address,
    /// The contract.
    pub to: Address,
    /// The calldata.
    pub input: Vec<u8>,
}

/// An approval, and whether the failed call carried a signed one.
pub(super) struct Approval {
    pub(super) before: Vec<Preparation>,
    pub(super) is_by_signature: bool,
}

/// The approval that the failed calls of a trace ask for; nothing if they do not show it.
pub(super) fn of(trace: &Trace, question: Question) -> Option<Approval> {
    let failed = |selector: [u8; 4]| {
        let mut frames = trace.frames.iter();
        // The outermost of several: a proxy, not the code behind it.
        frames.find(|frame| frame.failure.is_some() && frame.input.starts_with(&selector))
    };
    let given = |before: Option<Vec<Preparation>>, is_by_signature: bool| {
        Some(Approval { before: before?, is_by_signature })
    };
    if question == Question::Permission {
        if let Some(frame) = failed(SINGLE_PERMIT) {
            return given(permission(frame, [0, 1, 5]), true);
        }
        if let Some(frame) = failed(TOKEN_PERMIT) {
            let (owner, spender) = (address(frame, 0)?, address(frame, 1)?);
            return given(token_approval(owner, contract(frame)?, spender), true);
        }
    }
    if let Some(frame) = failed(TRANSFER_FROM) {
        let (owner, spender) = (address(frame, 0)?, caller(trace, frame)?);
        return given(token_approval(owner, contract(frame)?, spender), false);
    }
    let frame = failed(PERMITTED_TRANSFER_FROM)?;
    let (owner, token) = (address(frame, 0)?, address(frame, 3)?);
    given(Some(vec![permission_of(owner, contract(frame)?, token, caller(trace, frame)?)]), false)
}

/// A permission whose owner, token and spender are in these words of the failed call.
fn permission(frame: &Frame, words: [usize; 3]) -> Option<Vec<Preparation>> {
    let [owner, token, spender] = words.map(|word| address(frame, word));
    Some(vec![permission_of(owner?, contract(frame)?, token?, spender?)])
}

fn permission_of(
    owner: Address,
    permits: Address,
    token: Address,
    spender: Address,
) -> Preparation {
    let (amount, expiration) = (&[0xff; 20], &[0xff; 6]);
    let words = [token.as_slice(), spender.as_slice(), amount, expiration];
    Preparation { from: owner, to: permits, input: encoded(PERMIT_APPROVE, &words) }
}

/// Some tokens only accept a new approval after the old one was removed. Others accept both.
fn token_approval(owner: Address, token: Address, spender: Address) -> Option<Vec<Preparation>> {
    let approve = |amount: &[u8]| {
        let input = encoded(APPROVE, &[spender.as_slice(), amount]);
        Preparation { from: owner, to: token, input }
    };
    Some(vec![approve(&[]), approve(&[0xff; WORD])])
}

fn encoded(selector: [u8; 4], words: &[&[u8]]) -> Vec<u8> {
    let mut input = selector.to_vec();
    for word in words {
        input.resize(input.len() + WORD - word.len(), 0);
        input.extend_from_slice(word);
    }
    input
}

/// The address in a word of what a call was given.
fn address(frame: &Frame, word: usize) -> Option<Address> {
    let at = 4 + WORD * word;
    let (zeros, address) = frame.input.get(at..at + WORD)?.split_at(12);
    zeros.iter().all(|byte| *byte == 0).then(|| Address::from_slice(address))
}

/// The contract that was called, by its storage.
fn contract(frame: &Frame) -> Option<Address> {
    frame.on_behalf_of.or(frame.to)
}

/// The contract that made a call.
fn caller(trace: &Trace, frame: &Frame) -> Option<Address> {
    contract(trace.frames.get(frame.parent?)?)
}
