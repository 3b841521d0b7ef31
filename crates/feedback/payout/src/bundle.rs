//! From standings, decisions and rules to leaves: who is paid what, where, and what is left.

use alloy_primitives::{Address, U256};

use crate::allocation::{Allocation, Candidate, allocate};
use crate::decision::Decision;
use crate::leaf::Leaf;
use crate::rules::{RefusedRules, Rules};

/// A person with a standing in the season, in the order of the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Payee<'a> {
    /// Who.
    pub person: &'a str,
    /// What they have.
    pub points: u64,
    /// What was decided about them.
    pub decision: Decision,
    /// Where they are paid, if they said so.
    pub address: Option<Address>,
}

/// What a payout comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The amounts, in the order of the payees.
    pub allocation: Allocation,
    /// Who is paid: the place among the payees, in ascending order of the addresses.
    pub places: Vec<usize>,
    /// What they are paid, in the same order.
    pub leaves: Vec<Leaf>,
    /// What they get together.
    pub sum: U256,
    /// What those without a leaf have together.
    pub carried: U256,
}

impl Bundle {
    /// Shares the pool and makes the leaves. The order of addresses tells nothing about ranks.
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

    /// An address at which more than one person would be paid.
    pub fn shared_address(&self) -> Option<Address> {
        let mut pairs = self.leaves.windows(2);
        pairs.find(|pair| pair[0].address == pair[1].address).map(|pair| pair[0].address)
    }
}
