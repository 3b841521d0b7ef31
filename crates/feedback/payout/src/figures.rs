//! Statistics for administrators before publishing: the inequality of the amounts.

use alloy_primitives::U256;

/// The distribution of amounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    /// Their sum.
    pub sum: U256,
    /// The lower median.
    pub median: U256,
    /// The largest.
    pub largest: U256,
    /// The Gini coefficient, in basis points.
    pub gini_bps: u32,
    /// The sum of the ten largest, in basis points of the total.
    pub top10_bps: u32,
    /// The sums of the smallest 0, 5, … 100 %, in basis points of the total.
    pub lorenz: Vec<u32>,
}

/// The distribution of amounts, with zeros if there are none.
///
/// Amounts are below 2^200, so no product here overflows.
pub fn spread(mut amounts: Vec<U256>) -> Spread {
    amounts.sort_unstable();
    let count = amounts.len();
    let mut sums = vec![U256::ZERO];
    let mut weighted = U256::ZERO;
    for (place, amount) in (1u64..).zip(&amounts) {
        sums.push(sums[sums.len() - 1] + *amount);
        weighted += U256::from(place) * *amount;
    }
    let sum = sums[count];
    let all = U256::from(count);
    let above = (U256::from(2) * weighted).saturating_sub((all + U256::from(1)) * sum);
    let up_to = |percent: usize| bps(sums[count * percent / 100], sum);
    Spread {
        sum,
        median: amounts.get(count.saturating_sub(1) / 2).copied().unwrap_or_default(),
        largest: amounts.last().copied().unwrap_or_default(),
        gini_bps: bps(above, all * sum),
        top10_bps: bps(sum - sums[count.saturating_sub(10)], sum),
        lorenz: (0..=20).map(|step| up_to(step * 5)).collect(),
    }
}

/// A share in basis points, rounded down. Zero of zero.
pub fn bps(part: U256, whole: U256) -> u32 {
    if whole.is_zero() {
        return 0;
    }
    u32::try_from(part * U256::from(10_000) / whole).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use alloy_primitives::U256;

    use super::spread;

    #[test]
    fn equal_amounts_have_no_gini_and_one_who_has_all_nearly_the_largest() {
        let of = |amounts: &[u64]| spread(amounts.iter().copied().map(U256::from).collect());
        assert_eq!((of(&[5; 20]).gini_bps, of(&[5; 20]).top10_bps), (0, 5000));
        assert_eq!(of(&[5; 20]).lorenz[10], 5000);
        assert_eq!(of(&[0, 0, 0, 8]).gini_bps, 7500);
        assert_eq!(of(&[1, 3]).gini_bps, 2500);
        assert_eq!(of(&[9, 1, 5, 7]).median, U256::from(5));
        assert_eq!((of(&[]).gini_bps, of(&[]).sum), (0, U256::ZERO));
        assert_eq!(of(&[7]).top10_bps, 10_000);
    }
}
