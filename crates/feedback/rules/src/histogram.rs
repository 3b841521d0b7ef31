//! Distributions of counted values: quantiles and bins.

use serde::Serialize;

/// A value and its frequency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// The value.
    pub value: i64,
    /// Its frequency.
    pub count: u64,
}

/// The number of values from one edge up to, but not including, the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Bin {
    /// The lower edge.
    pub from: i64,
    /// The upper edge.
    pub to: i64,
    /// The number of values.
    pub count: u64,
}

/// The total number of values.
pub fn total(values: &[Counted]) -> u64 {
    values.iter().map(|value| value.count).sum()
}

/// The smallest value with at least this percentage of all values at or below it. `values` ascend.
/// `None` without values.
pub fn quantile(values: &[Counted], percent: u64) -> Option<i64> {
    let rank = (total(values) * percent.min(100)).div_ceil(100).max(1);
    let mut seen = 0;
    values.iter().find_map(|value| {
        seen += value.count;
        (seen >= rank).then_some(value.value)
    })
}

/// The values between ascending edges. Values outside are in the first or the last bin.
pub fn bins(values: &[Counted], edges: &[i64]) -> Vec<Bin> {
    let mut bins: Vec<Bin> =
        edges.windows(2).map(|edge| Bin { from: edge[0], to: edge[1], count: 0 }).collect();
    let last = bins.len().saturating_sub(1);
    for value in values {
        let place = bins.iter().position(|bin| value.value < bin.to).unwrap_or(last);
        if let Some(bin) = bins.get_mut(place) {
            bin.count += value.count;
        }
    }
    bins
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::{Counted, bins, quantile, total};

    fn counted(values: &[(i64, u64)]) -> Vec<Counted> {
        values.iter().map(|(value, count)| Counted { value: *value, count: *count }).collect()
    }

    #[test]
    fn quantiles_are_values_that_were_met() {
        let values = counted(&[(-40, 1), (-2, 8), (4, 1)]);
        assert_eq!(quantile(&values, 5), Some(-40));
        assert_eq!(quantile(&values, 50), Some(-2));
        assert_eq!(quantile(&values, 95), Some(4));
        assert_eq!(quantile(&[], 50), None);
    }

    #[test]
    fn what_lies_outside_the_edges_is_in_the_outer_bins() {
        let found =
            bins(&counted(&[(-900, 1), (0, 2), (9, 3), (10, 4), (900, 5)]), &[-10, 0, 10, 20]);
        let counts: Vec<u64> = found.iter().map(|bin| bin.count).collect();
        assert_eq!(counts, [1, 5, 9]);
        assert!(bins(&counted(&[(1, 1)]), &[]).is_empty());
    }

    proptest! {
        #[test]
        fn nothing_is_lost_in_bins_and_quantiles_ascend(
            mut values in proptest::collection::vec((-200i64..200, 1u64..9), 0..50),
        ) {
            values.sort_unstable();
            let values = counted(&values);
            let found = bins(&values, &[-100, -10, 0, 10, 100]);
            assert_eq!(found.iter().map(|bin| bin.count).sum::<u64>(), total(&values));
            let quantiles: Vec<_> = [1, 5, 50, 95, 100].map(|percent| quantile(&values, percent)).to_vec();
            assert!(quantiles.is_sorted());
        }
    }
}
