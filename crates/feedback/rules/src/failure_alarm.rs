//! Whether the failure rate of calls has doubled, and whether it is normal again.
//!
//! Rates of few calls differ by chance. So the ends of intervals are compared, not the rates.

use crate::rate::Rate;

/// The spans of recent hours, the shortest first. The first one with enough calls is compared.
pub const RECENT_HOURS: [i64; 3] = [1, 6, 24];
/// The hours before the recent ones with which they are compared.
pub const EARLIER_HOURS: i64 = 7 * 24;
/// The fewest calls of a span that is compared.
const LEAST_CALLS: u64 = 50;
/// The fewest recent failures of an alarm.
const LEAST_FAILED: u64 = 5;

/// Calls, and the failed ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Calls {
    /// All of them.
    pub calls: u64,
    /// Those that failed.
    pub failed: u64,
}

/// The calls of an hour since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HourOfCalls {
    /// The hour.
    pub hour: i64,
    /// Its calls.
    pub calls: Calls,
}

/// The calls of the last hours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recent {
    /// The number of hours, the current one included.
    pub hours: i64,
    /// Their calls.
    pub calls: Calls,
}

/// The calls of some hours: from the first one, to the one before the end.
pub fn sum(hours: &[HourOfCalls], from: i64, until: i64) -> Calls {
    let within = hours.iter().filter(|one| (from..until).contains(&one.hour));
    within.fold(Calls::default(), |sum, one| Calls {
        calls: sum.calls + one.calls.calls,
        failed: sum.failed + one.calls.failed,
    })
}

/// The calls of the shortest recent span with enough of them.
pub fn recent(hours: &[HourOfCalls], this_hour: i64) -> Option<Recent> {
    let spans = RECENT_HOURS
        .into_iter()
        .map(|span| Recent { hours: span, calls: sum(hours, this_hour + 1 - span, this_hour + 1) });
    spans.into_iter().find(|recent| recent.calls.calls >= LEAST_CALLS)
}

fn rate(calls: Calls) -> Option<Rate> {
    if calls.calls < LEAST_CALLS { None } else { Rate::of(calls.failed, calls.calls) }
}

/// Whether the rate is at least twice the earlier one, even if chance made it as high, and the
/// earlier one as low, as intervals of 95 % allow.
pub fn has_doubled(recent: Calls, earlier: Calls) -> bool {
    let (Some(now), Some(before)) = (rate(recent), rate(earlier)) else { return false };
    recent.failed >= LEAST_FAILED && now.low >= 2.0 * before.high
}

/// Whether an alarm has ended: the intervals of both rates overlap again.
pub fn has_ended(recent: Calls, earlier: Calls) -> bool {
    match (rate(recent), rate(earlier)) {
        (Some(now), Some(before)) => now.low <= before.high,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn calls() -> impl Strategy<Value = Calls> {
        (0u64..5_000)
            .prop_flat_map(|calls| (0..=calls).prop_map(move |failed| Calls { calls, failed }))
    }

    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    fn share(calls: Calls) -> f64 {
        calls.failed as f64 / calls.calls as f64
    }

    proptest! {
        #[test]
        fn an_alarm_needs_twice_the_rate_and_enough_calls(recent in calls(), earlier in calls()) {
            if has_doubled(recent, earlier) {
                prop_assert!(share(recent) >= 2.0 * share(earlier));
                prop_assert!(recent.calls >= LEAST_CALLS && earlier.calls >= LEAST_CALLS);
                prop_assert!(recent.failed >= LEAST_FAILED);
            }
        }

        #[test]
        fn an_alarm_never_begins_and_ends_at_once(recent in calls(), earlier in calls()) {
            prop_assert!(!(has_doubled(recent, earlier) && has_ended(recent, earlier)));
        }

        #[test]
        fn more_failures_among_the_same_calls_never_silence_an_alarm(recent in calls(), earlier in calls()) {
            let more = Calls { failed: (recent.failed + 1).min(recent.calls), ..recent };
            prop_assert!(!has_doubled(recent, earlier) || has_doubled(more, earlier));
            prop_assert!(has_ended(recent, earlier) || !has_ended(more, earlier));
        }

        #[test]
        fn the_shortest_span_with_enough_calls_is_compared(
            counts in prop::collection::vec(0u64..120, 30),
        ) {
            let hours: Vec<HourOfCalls> = counts.iter().zip(0..)
                .map(|(count, hour)| HourOfCalls { hour, calls: Calls { calls: *count, failed: 0 } })
                .collect();
            let of = |span: i64| sum(&hours, 30 - span, 30).calls;
            match recent(&hours, 29) {
                Some(found) => {
                    prop_assert_eq!(found.calls.calls, of(found.hours));
                    prop_assert!(found.calls.calls >= LEAST_CALLS);
                    for shorter in RECENT_HOURS.into_iter().filter(|span| *span < found.hours) {
                        prop_assert!(of(shorter) < LEAST_CALLS);
                    }
                }
                None => prop_assert!(of(24) < LEAST_CALLS),
            }
        }
    }

    /// A draw of calls of which this many in a thousand fail.
    fn drawn(count: u64, per_thousand: u64, state: &mut u64) -> Calls {
        let failed = (0..count).filter(|_| {
            *state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*state >> 33) % 1_000 < per_thousand
        });
        Calls { calls: count, failed: u64::try_from(failed.count()).unwrap_or(u64::MAX) }
    }

    /// Alarms in 2,000 draws, with the rate of failures before and now.
    fn alarms(recent: u64, earlier: u64, before: u64, now: u64) -> usize {
        let mut state = 7;
        (0..2_000)
            .filter(|_| {
                let earlier = drawn(earlier, before, &mut state);
                has_doubled(drawn(recent, now, &mut state), earlier)
            })
            .count()
    }

    #[test]
    fn chance_causes_one_alarm_in_a_thousand_at_most_and_a_rate_four_times_as_high_does() {
        for (recent, earlier) in [(50, 300), (200, 2_000), (1_000, 5_000)] {
            assert!(alarms(recent, earlier, 40, 40) <= 2, "the same rate, {recent} calls");
            assert!(alarms(recent, earlier, 40, 80) <= 10, "just doubled, {recent} calls");
        }
        assert!(alarms(200, 2_000, 40, 160) > 1_400);
        assert_eq!(alarms(1_000, 5_000, 40, 160), 2_000);
    }
}
