//! The rules of a payout: the pool, and how points become weights.

use alloy_primitives::U256;
use serde::{Deserialize, Serialize};

use crate::decimal;

/// How points become weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Curve {
    /// Twice the points, twice the tokens.
    Proportional,
    /// Four times the points, twice the tokens.
    Sqrt,
    /// A weight by rank.
    Tiers,
}

/// The treatment of fractions of a base unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rounding {
    /// The largest remainders get one more unit each, until the pool is used up.
    LargestRemainder,
    /// The remainder stays with the team.
    Down,
}

/// A weight for all persons down to a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Tier {
    /// The last rank of the tier. `None` for all remaining persons.
    pub up_to_rank: Option<u64>,
    /// The weight of each person, from 1 to a million.
    pub weight: u64,
}

/// The rules of a payout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rules {
    /// The pool, in base units.
    #[serde(with = "decimal")]
    pub pool: U256,
    /// The smallest step of an amount, in base units.
    #[serde(with = "decimal")]
    pub unit: U256,
    /// How points become weights.
    pub curve: Curve,
    /// The tiers, if the curve is by tiers.
    pub tiers: Option<Vec<Tier>>,
    /// The minimum number of points to count.
    pub min_points: u64,
    /// The largest share of one person, in basis points of the pool.
    pub cap_bps: Option<u32>,
    /// The treatment of fractions of a unit.
    pub rounding: Rounding,
}

/// Why rules are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the sentence says it")]
pub enum RefusedRules {
    #[error("The pool must be greater than 0 and less than 2^200 base units.")]
    Pool,
    #[error("The smallest step must be greater than 0, and the pool a multiple of it.")]
    Unit,
    #[error(
        "Tiers have rising ranks and falling weights from 1,000,000 to 1, and belong to the curve by tiers."
    )]
    Tiers,
    #[error("A cap is between 1 and 10,000 basis points, and at least one step of the pool.")]
    Cap,
    #[error("Points and pool are too large to be multiplied exactly.")]
    TooLarge,
}

/// The largest weight of a tier.
const MOST_WEIGHT: u64 = 1_000_000;

impl Rules {
    /// The default unit: a hundredth of a token.
    pub fn usual_unit(decimals: u8) -> U256 {
        U256::from(10).pow(U256::from(decimals.saturating_sub(2)))
    }

    /// The number of units in the pool. Refused if the rules are inconsistent.
    pub fn units(&self) -> Result<U256, RefusedRules> {
        if self.pool.is_zero() || self.pool.bit_len() > 200 {
            return Err(RefusedRules::Pool);
        }
        if self.unit.is_zero() || !(self.pool % self.unit).is_zero() {
            return Err(RefusedRules::Unit);
        }
        self.check_tiers()?;
        let units = self.pool / self.unit;
        if self.cap_bps.is_some_and(|bps| !(1..=10_000).contains(&bps)) || self.cap(units).is_zero()
        {
            return Err(RefusedRules::Cap);
        }
        Ok(units)
    }

    /// The largest number of units of one person.
    pub fn cap(&self, units: U256) -> U256 {
        match self.cap_bps {
            Some(bps) => units * U256::from(bps) / U256::from(10_000),
            None => units,
        }
    }

    fn check_tiers(&self) -> Result<(), RefusedRules> {
        let is_by_tiers = self.curve == Curve::Tiers;
        let tiers = self.tiers.as_deref().unwrap_or_default();
        if is_by_tiers != self.tiers.is_some() || is_by_tiers == tiers.is_empty() {
            return Err(RefusedRules::Tiers);
        }
        let is_weight = |tier: &Tier| (1..=MOST_WEIGHT).contains(&tier.weight);
        let is_in_order = |pair: &[Tier]| {
            let rises = match (pair[0].up_to_rank, pair[1].up_to_rank) {
                (Some(before), Some(next)) => before < next,
                (Some(_), None) => true,
                (None, _) => false,
            };
            rises && pair[0].weight > pair[1].weight
        };
        let is_rank = tiers.first().is_none_or(|tier| tier.up_to_rank != Some(0));
        let holds = tiers.iter().all(is_weight) && tiers.windows(2).all(is_in_order) && is_rank;
        if holds { Ok(()) } else { Err(RefusedRules::Tiers) }
    }

    /// The weight of a person with these points at this rank among those who count.
    pub fn weight(&self, points: u64, rank: u64) -> u128 {
        match self.curve {
            Curve::Proportional => points.into(),
            // The root with nine decimal digits.
            Curve::Sqrt => (u128::from(points) * 1_000_000_000_000_000_000).isqrt(),
            Curve::Tiers => self
                .tiers
                .iter()
                .flatten()
                .find(|tier| tier.up_to_rank.is_none_or(|last| rank <= last))
                .map_or(0, |tier| tier.weight.into()),
        }
    }
}
