//! A share of a count, with the interval in which the true share lies.

use serde::Serialize;

/// The quantile of the normal distribution for 95 %.
const Z: f64 = 1.959_964;

/// A share with its interval of 95 % by Wilson.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Rate {
    /// The share that was counted.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Rate {
    /// The share of `part` in `whole`. `None` if nothing was counted.
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 calls")]
    pub fn of(part: u64, whole: u64) -> Option<Rate> {
        if whole == 0 {
            return None;
        }
        let (part, whole) = (part.min(whole) as f64, whole as f64);
        let share = part / whole;
        let square = Z * Z;
        let middle = share + square / (2.0 * whole);
        let spread = Z * (share * (1.0 - share) / whole + square / (4.0 * whole * whole)).sqrt();
        let end = |value: f64| (value / (1.0 + square / whole)).clamp(0.0, 1.0);
        Some(Rate { share, low: end(middle - spread), high: end(middle + spread) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_wilson() {
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        let rate = Rate::of(412, 9_870).expect("a rate");
        assert_eq!([rate.share, rate.low, rate.high].map(percent), [4.2, 3.8, 4.6]);
        let none = Rate::of(0, 20).expect("a rate");
        assert_eq!([none.share, none.low, none.high].map(percent), [0.0, 0.0, 16.1]);
        let all = Rate::of(3, 3).expect("a rate");
        assert_eq!([all.share, all.low, all.high].map(percent), [100.0, 43.9, 100.0]);
        assert_eq!(Rate::of(0, 0), None);
    }
}
