//! The quote beside what happened, in whole numbers.

use alloy_primitives::{U256, U512};

use crate::explanation::{Compare, Swap};
use crate::{Amount, Quote};

/// Compares; positive is better than promised, on either side that was exact.
pub(crate) fn compare(
    quote: &Quote,
    swap: Option<&Swap>,
    block_number: Option<u64>,
    block_time: Option<u64>,
) -> Compare {
    let mut compare = Compare {
        blocks_late: quote.quote_block.zip(block_number).map(|(quoted, mined)| less(mined, quoted)),
        seconds_late: quote.quoted_at.zip(block_time).map(|(quoted, mined)| {
            i64::try_from(mined).unwrap_or(i64::MAX).saturating_sub(quoted.div_euclid(1_000))
        }),
        ..Compare::default()
    };
    let Some(swap) = swap else { return compare };
    if swap.exact == "out" {
        let (paid, expected, limit) = (swap.amount_in, quote.expected_in, swap.max_in);
        // What failed has paid nothing, whatever it was to pay.
        let paid = paid.filter(|_| swap.amount_out.is_some());
        compare.executed_vs_quote_bps = paid.zip(expected).and_then(|(p, e)| share(e, p, e));
        compare.executed_vs_min_bps = paid.zip(limit).and_then(|(p, l)| share(l, p, l));
        compare.headroom_used_bps = headroom(paid, expected, limit, |a, b| (a, b));
    } else {
        let (got, expected) = (swap.amount_out, quote.expected_out);
        let limit = swap.min_out.or(quote.min_out);
        compare.executed_vs_quote_bps = got.zip(expected).and_then(|(g, e)| share(g, e, e));
        compare.executed_vs_min_bps = got.zip(limit).and_then(|(g, l)| share(g, l, l));
        compare.headroom_used_bps = headroom(got, expected, limit, |a, b| (b, a));
    }
    compare
}

fn less(a: u64, b: u64) -> i64 {
    let clamp = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    clamp(a).saturating_sub(clamp(b))
}

/// `(a − b) · 10000 / of`, rounded towards negative infinity; nothing for nothing.
pub(crate) fn share(a: Amount, b: Amount, of: Amount) -> Option<i64> {
    let (a, b) = (a.0, b.0);
    if of.0.is_zero() {
        return None;
    }
    let (size, is_negative) = if a >= b { (a - b, false) } else { (b - a, true) };
    let product = U512::from(size) * U512::from(10_000_u64);
    let (whole, rest) = product.div_rem(U512::from(of.0));
    let whole = if is_negative && !rest.is_zero() { whole + U512::from(1_u64) } else { whole };
    let whole = i64::try_from(whole).unwrap_or(i64::MAX);
    Some(if is_negative { -whole } else { whole })
}

/// How much of the way from the promise to the limit was used; nothing if it went the other way.
fn headroom(
    executed: Option<Amount>,
    expected: Option<Amount>,
    limit: Option<Amount>,
    order: fn(U256, U256) -> (U256, U256),
) -> Option<i64> {
    let (executed, expected, limit) = (executed?.0, expected?.0, limit?.0);
    let (far, near) = order(executed, expected);
    let used = far.checked_sub(near)?;
    let (far, near) = order(limit, expected);
    let room = far.checked_sub(near)?;
    share(Amount(used), Amount::default(), Amount(room))
}

/// The exponent where one is the other times a power of ten, within two parts in a hundred.
pub(crate) fn power_of_ten(a: U256, b: U256) -> Option<u32> {
    let (large, small) = if a >= b { (a, b) } else { (b, a) };
    if small.is_zero() {
        return None;
    }
    let (large, mut scaled) = (U512::from(large), U512::from(small));
    for exponent in 1..=77 {
        scaled *= U512::from(10_u64);
        let apart = if large >= scaled { large - scaled } else { scaled - large };
        if apart * U512::from(50_u64) <= scaled {
            return Some(exponent);
        }
        if scaled > large {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn amount(number: u128) -> Amount {
        Amount(U256::from(number))
    }

    #[test]
    fn shares_are_rounded_towards_negative_infinity() {
        assert_eq!(share(amount(99), amount(100), amount(100)), Some(-100));
        assert_eq!(share(amount(2), amount(3), amount(3)), Some(-3_334));
        assert_eq!(share(amount(4), amount(3), amount(3)), Some(3_333));
        assert_eq!(share(amount(1), amount(0), amount(0)), None);
        assert_eq!(share(Amount(U256::MAX), amount(0), amount(1)), Some(i64::MAX));
        assert_eq!(share(amount(0), Amount(U256::MAX), Amount(U256::MAX)), Some(-10_000));
    }

    #[test]
    fn headroom_is_ten_thousand_on_the_floor_and_nothing_above_the_quote() {
        let used = |got| {
            headroom(Some(amount(got)), Some(amount(1_000)), Some(amount(990)), |a, b| (b, a))
        };
        assert_eq!(used(990), Some(10_000));
        assert_eq!(used(995), Some(5_000));
        assert_eq!(used(1_000), Some(0));
        assert_eq!(used(1_001), None);
    }

    #[test]
    fn decimals_that_were_mixed_up_are_a_power_of_ten_apart() {
        let of = |a: u128, b: u128| power_of_ten(U256::from(a), U256::from(b));
        assert_eq!(of(1_000_000_000_000_000_000, 1_000_000), Some(12));
        assert_eq!(of(995_000, 1_000_000_000_000_000_000), Some(12));
        assert_eq!(of(100, 100), None);
        assert_eq!(of(300, 100), None);
        assert_eq!(of(0, 100), None);
        assert_eq!(power_of_ten(U256::MAX, U256::ONE), None);
    }

    proptest! {
        #[test]
        fn a_share_times_its_base_is_within_one_base_point_of_the_difference(
            a in any::<u64>(), b in any::<u64>(), of in 1..u64::MAX,
        ) {
            let bps = i128::from(share(amount(a.into()), amount(b.into()), amount(of.into())).unwrap());
            let exact = (i128::from(a) - i128::from(b)) * 10_000;
            prop_assume!(bps < i128::from(i64::MAX) && bps > i128::from(i64::MIN) + 1);
            prop_assert!(bps * i128::from(of) <= exact && exact < (bps + 1) * i128::from(of));
        }

        #[test]
        fn equal_amounts_differ_by_nothing_and_the_floor_is_all_the_headroom(
            expected in 2..u128::MAX, part in 1..10_000_u128,
        ) {
            let minimum = expected - (expected / 10_000 * part).max(1);
            let floor = headroom(
                Some(amount(minimum)), Some(amount(expected)), Some(amount(minimum)), |a, b| (b, a),
            );
            prop_assert_eq!(floor, Some(10_000));
            prop_assert_eq!(share(amount(expected), amount(expected), amount(expected)), Some(0));
        }
    }
}
