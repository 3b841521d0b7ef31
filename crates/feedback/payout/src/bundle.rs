//! Turns standings, decisions and rules into leaves: persons, amounts and addresses, and the
//! remainder.

use alloy_primitives::{Address, U256};

use crate::allocation::{Allocation, Candidate, allocate};
use crate::decision::Decision;
use crate::leaf::Leaf;
use crate::rules::{RefusedRules, Rules};

/// A person with a standing in the season. Payees are in the order of the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payee<'a> {
    /// The person.
    pub person: &'a str,
    /// Their points.
    pub points: u64,
    /// The decision about them.
    pub decision: Decision,
    /// Their payout address, if they have chosen one.
    pub address: Option<Address>,
}

/// The result of a payout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The amounts, in the order of the payees.
    pub allocation: Allocation,
    /// The indexes of the paid payees, in ascending order of their addresses.
    pub places: Vec<usize>,
    /// Their leaves, in the same order.
    pub leaves: Vec<Leaf>,
    /// The sum of the leaves.
    pub sum: U256,
    /// The sum of the amounts without a leaf.
    pub carried: U256,
}

impl Bundle {
    /// Allocates the pool and creates the leaves. They are ordered by address, which does not
    /// reveal ranks.
    pub fn of(
        rules: &Rules,
        final_hash: &str,
        payees: &[Payee<'_>],
    ) -> Result<Bundle, RefusedRules> {
        let candidates: Vec<Candidate<'_>> = payees
            .iter()
            .map(|payee| Candidate {
                person: payee.person,
                points: payee.points,
                decision: payee.decision,
            })
            .collect();
        let allocation = allocate(rules, final_hash, &candidates)?;
        let mut paid: Vec<(Leaf, usize)> = Vec::new();
        let mut all = U256::ZERO;
        for (place, (payee, share)) in payees.iter().zip(&allocation.shares).enumerate() {
            let amount = share.map_or(U256::ZERO, |share| share.amount);
            all += amount;
            let address = payee.address.filter(|_| payee.decision == Decision::Pay);
            if let (Some(address), false) = (address, amount.is_zero()) {
                paid.push((Leaf { address, amount }, place));
            }
        }
        paid.sort_by_key(|(leaf, place)| (leaf.address, *place));
        let sum = paid.iter().fold(U256::ZERO, |sum, (leaf, _)| sum + leaf.amount);
        let (leaves, places) = paid.into_iter().unzip();
        Ok(Bundle { allocation, places, leaves, sum, carried: all - sum })
    }

    /// An address with more than one payee.
    pub fn shared_address(&self) -> Option<Address> {
        let mut pairs = self.leaves.windows(2);
        pairs.find(|pair| pair[0].address == pair[1].address).map(|pair| pair[0].address)
    }
}
