//! Contract wallets: they have no key, so the chain is asked whether a signature is theirs.
//!
//! Nothing is sent here. A question is a call that a node simulates; the caller hands the answer
//! back. An answer holds for one chain: elsewhere the same address can be another user's.

use super::digest;
use crate::{Address, MAX_SIGNATURE, Unproved, hex};

/// What a contract returns that takes a signature for its own; also the name of the question.
const MAGIC: [u8; 4] = [0x16, 0x26, 0xba, 0x7e];

/// The end of a signature of a wallet that is not deployed yet.
const WRAPPED: [u8; 32] = {
    let mut mark = [0; 32];
    let mut at = 0;
    while at < 32 {
        mark[at] = 0x64;
        mark[at + 1] = 0x92;
        at += 2;
    }
    mark
};

/// The start of the code of an account that has a key and borrows code.
const DELEGATED: [u8; 3] = [0xef, 0x01, 0x00];

/// The program published with ERC-6492 that deploys a wallet, asks it, and undoes everything: a
/// node runs it in place of a contract.
const VALIDATOR: &str = include_str!("validator.hex");

/// A call that a node is asked to simulate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The contract; nothing runs `data` itself as a program.
    pub to: Option<String>,
    /// What it is called with.
    pub data: String,
}

/// What lives at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resident {
    /// Nothing but, perhaps, a user's key.
    NoCode,
    /// A user's key, which lends its address to code of its choice. The key alone speaks for it.
    Delegating,
    /// A contract.
    Contract,
}

/// Says what lives at an address, by its code as a node tells it.
pub fn resident(code: &str) -> Option<Resident> {
    let code = hex::decode(code)?;
    Some(match code.as_slice() {
        [] => Resident::NoCode,
        code if code.starts_with(&DELEGATED) => Resident::Delegating,
        _ => Resident::Contract,
    })
}

/// How a contract is asked about one signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inquiry {
    /// It is there, and answers itself. Ask for its code first: who has none cannot answer.
    Deployed(Call),
    /// It will be made by a factory; the answer comes from a simulation of that.
    Undeployed {
        /// The factory's address, in lower case.
        factory: String,
        /// What to ask.
        call: Call,
    },
}

impl Inquiry {
    /// What to ask about a signature under a text.
    pub fn about(address: &Address, text: &str, signature: &str) -> Result<Inquiry, Unproved> {
        let signature = hex::decode(signature).ok_or(Unproved::Signature)?;
        if signature.is_empty() || signature.len() > MAX_SIGNATURE {
            return Err(Unproved::Signature);
        }
        let digest = digest(text);
        let Some(wrapped) = signature.strip_suffix(&WRAPPED) else {
            let data = [&MAGIC, word_and_bytes(&digest, 0x40, &signature).as_slice()].concat();
            let to = Some(address.as_str().to_owned());
            return Ok(Inquiry::Deployed(Call { to, data: spelled(&data) }));
        };
        let factory = factory_of(wrapped).ok_or(Unproved::Signature)?;
        let mut arguments = vec![0; 12];
        arguments.extend(address.key());
        arguments.extend(word_and_bytes(&digest, 0x60, &signature));
        let data = format!("0x{}{}", VALIDATOR.trim_end(), hex::encode(&arguments));
        Ok(Inquiry::Undeployed { factory, call: Call { to: None, data } })
    }

    /// The call to make.
    pub fn call(&self) -> &Call {
        match self {
            Inquiry::Deployed(call) | Inquiry::Undeployed { call, .. } => call,
        }
    }

    /// Whether an answer says that the signature is the contract's. Whatever is not clearly a yes
    /// is a no.
    pub fn is_yes(&self, answer: &str) -> bool {
        let Some(answer) = hex::decode(answer) else { return false };
        match self {
            Inquiry::Deployed(_) => {
                answer.len() == 32 && answer.starts_with(&MAGIC) && answer[4..] == [0; 28]
            }
            Inquiry::Undeployed { .. } => answer == [1],
        }
    }
}

/// A digest, where the bytes begin, how many there are, and the bytes, as contracts read them.
fn word_and_bytes(digest: &[u8; 32], offset: u8, bytes: &[u8]) -> Vec<u8> {
    let mut out = digest.to_vec();
    out.extend([0; 31]);
    out.push(offset);
    out.extend([0; 24]);
    out.extend((bytes.len() as u64).to_be_bytes());
    out.extend(bytes);
    out.resize(out.len().next_multiple_of(32), 0);
    out
}

/// The first of the three things that are wrapped.
fn factory_of(wrapped: &[u8]) -> Option<String> {
    // A factory, what to call it with, and the signature: three words at least.
    let word = wrapped.get(..32).filter(|_| wrapped.len() >= 96)?;
    let (zeros, factory) = word.split_at(12);
    (zeros == [0; 12]).then(|| spelled(factory))
}

fn spelled(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Family;

    fn address() -> Address {
        let text = "0x43b18fd92a04cc91b73f19d4d5c9f4ec7eae8346";
        Address::parse(Family::Evm, text).unwrap()
    }

    #[test]
    fn code_says_who_lives_at_an_address() {
        assert_eq!(resident("0x"), Some(Resident::NoCode));
        assert_eq!(resident("0x6080"), Some(Resident::Contract));
        let lent = "0xef010043b18fd92a04cc91b73f19d4d5c9f4ec7eae8346";
        assert_eq!(resident(lent), Some(Resident::Delegating));
        assert_eq!(resident("<html>"), None);
    }

    #[test]
    fn only_a_clear_yes_is_one() {
        let inquiry = Inquiry::about(&address(), "t", "0x0102").unwrap();
        assert!(matches!(inquiry, Inquiry::Deployed(_)));
        let yes = format!("0x1626ba7e{}", "0".repeat(56));
        assert!(inquiry.is_yes(&yes));
        let longer = format!("{yes}{}", "0".repeat(64));
        let other = format!("0xffffffff{}", "0".repeat(56));
        for no in ["0x", "0x1626ba7e", "", "0x01", &longer, &other] {
            assert!(!inquiry.is_yes(no), "{no}");
        }
    }

    #[test]
    fn a_wrapped_signature_names_its_factory() {
        let mut wrapped = vec![0; 12];
        wrapped.extend([7; 20]);
        wrapped.extend([0; 64]);
        wrapped.extend(WRAPPED);
        let inquiry = Inquiry::about(&address(), "t", &spelled(&wrapped)).unwrap();
        let Inquiry::Undeployed { factory, call } = &inquiry else { panic!("{inquiry:?}") };
        assert_eq!(*factory, format!("0x{}", "07".repeat(20)));
        assert_eq!(call.to, None);
        assert!(inquiry.is_yes("0x01"));
        for no in ["0x", "0x00", "0x0101", &format!("0x{}1", "0".repeat(63))] {
            assert!(!inquiry.is_yes(no), "{no}");
        }
        assert_eq!(Inquiry::about(&address(), "t", &spelled(&WRAPPED)), Err(Unproved::Signature));
    }
}
