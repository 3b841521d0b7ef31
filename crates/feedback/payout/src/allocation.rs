//! Allocates a pool by weights, under a cap, in whole units that add up.

use std::cmp::Reverse;

use alloy_primitives::U256;

use crate::decision::Decision;
use crate::rules::{RefusedRules, Rounding, Rules};
use crate::tie::tie;

/// A person who may get a share. Candidates are in the order of the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// The person.
    pub person: &'a str,
    /// Their points.
    pub points: u64,
    /// The decision about them.
    pub decision: Decision,
}

/// The share of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// Their weight.
    pub weight: u128,
    /// The amount in base units, which may be zero.
    pub amount: U256,
    /// Whether the cap reduced it.
    pub is_capped: bool,
}

/// The allocation of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allocation {
    /// One share for each candidate, in order. `None` for those who do not count.
    pub shares: Vec<Option<Share>>,
    /// The unallocated rest, in base units.
    pub unallocated: U256,
    /// The largest share of one person, in base units.
    pub cap: U256,
    /// The sum of all weights.
    pub weight: u128,
}

/// A counted candidate during the allocation.
struct Counted {
    place: usize,
    weight: U256,
    tie: [u8; 32],
    units: U256,
    rest: U256,
    is_capped: bool,
}

/// Allocates a pool to candidates.
///
/// `final_hash` is the last hash of the season's ledger, which breaks ties.
pub fn allocate(
    rules: &Rules,
    final_hash: &str,
    candidates: &[Candidate<'_>],
) -> Result<Allocation, RefusedRules> {
    let units = rules.units()?;
    let cap = rules.cap(units);
    let mut counted = counted(rules, final_hash, candidates);
    let total = counted.iter().try_fold(U256::ZERO, |sum, one| sum.checked_add(one.weight));
    let total = total.filter(|total| units.bit_len() + total.bit_len() <= 255);
    let total = total.ok_or(RefusedRules::TooLarge)?;
    counted.sort_unstable_by_key(|one| (Reverse(one.weight), one.tie));
    let (mut left, mut weight, mut cut) = (units, total, 0);
    // Capping one amount raises the others, so a person above the cap stays above it. One pass from
    // the top down is enough.
    for one in &mut counted {
        if left * one.weight <= cap * weight {
            break;
        }
        (one.units, one.is_capped) = (cap, true);
        left -= cap;
        weight -= one.weight;
        cut += 1;
    }
    let rest = share_rest(&mut counted[cut..], left, weight, rules.rounding);
    let mut shares = vec![None; candidates.len()];
    for one in counted {
        let amount = one.units * rules.unit;
        let weight = one.weight.to::<u128>();
        shares[one.place] = Some(Share { weight, amount, is_capped: one.is_capped });
    }
    Ok(Allocation {
        shares,
        unallocated: rest * rules.unit,
        cap: cap * rules.unit,
        weight: u128::try_from(total).unwrap_or(u128::MAX),
    })
}

/// The candidates who count, with their weights.
fn counted(rules: &Rules, final_hash: &str, candidates: &[Candidate<'_>]) -> Vec<Counted> {
    let counts = |candidate: &Candidate<'_>| {
        candidate.points >= rules.min_points && candidate.decision != Decision::LeaveOut
    };
    let those = candidates.iter().enumerate().filter(|(_, candidate)| counts(candidate));
    let ranked = (1..).zip(those);
    ranked
        .map(|(rank, (place, candidate))| Counted {
            place,
            weight: U256::from(rules.weight(candidate.points, rank)),
            tie: tie(final_hash, candidate.person),
            units: U256::ZERO,
            rest: U256::ZERO,
            is_capped: false,
        })
        .collect()
}

/// Allocates the rest to the persons below the cap, and returns the unallocated remainder.
fn share_rest(counted: &mut [Counted], left: U256, weight: U256, rounding: Rounding) -> U256 {
    if weight.is_zero() {
        return left;
    }
    let mut over = left;
    for one in &mut *counted {
        (one.units, one.rest) = (left * one.weight).div_rem(weight);
        over -= one.units;
    }
    if rounding == Rounding::Down {
        return over;
    }
    let mut order: Vec<&mut Counted> =
        counted.iter_mut().filter(|one| !one.weight.is_zero()).collect();
    order.sort_unstable_by_key(|one| (Reverse(one.rest), one.tie));
    let more = usize::try_from(over).unwrap_or(order.len());
    for one in order.into_iter().take(more) {
        one.units += U256::from(1);
    }
    U256::ZERO
}
