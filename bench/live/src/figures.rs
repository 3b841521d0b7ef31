//! From times to what is reported.

use serde_json::{Value, json};

use crate::crowd::{Receipt, Story};
use crate::plan::Plan;
use crate::write::Written;

/// What came of all writes, as one line of JSON.
pub(crate) fn report(plan: &Plan, written: &[Written], story: &Story, expected: usize) -> Value {
    let of_write = |receipt: &Receipt| receipt.object as usize / plan.objects;
    let mut last = vec![0; written.len()];
    let mut messages = Vec::with_capacity(story.receipts.len());
    for receipt in &story.receipts {
        let write = of_write(receipt);
        last[write] = receipt.at.max(last[write]);
        messages.push(receipt.at.saturating_sub(written[write].answered));
    }
    let rounds = || written.iter().zip(&last);
    let from_answer = rounds().map(|(write, last)| last.saturating_sub(write.answered)).collect();
    let from_sending = rounds().map(|(write, last)| last.saturating_sub(write.sent)).collect();
    let answers = written.iter().map(|write| write.answered - write.sent).collect();
    let late = written.iter().map(|write| write.sent - write.due).collect();
    let codes = story.close_codes.iter();
    json!({
        "received": story.receipts.len(),
        "expected": expected,
        "last": spread(from_answer),
        "last_from_sending": spread(from_sending),
        "message": spread(messages),
        "answer": spread(answers),
        "late": spread(late),
        "ended": story.ended,
        "ended_stalled": story.ended_stalled,
        "close_codes": codes.clone().collect::<std::collections::BTreeSet<_>>(),
        "closed_politely": codes.len(),
        "pings": story.pings,
        "errors": story.errors.len(),
        "first_error": story.errors.first(),
    })
}

fn spread(mut times: Vec<u32>) -> Value {
    times.sort_unstable();
    json!({ "p50_ms": at(&times, 50), "p99_ms": at(&times, 99), "worst_ms": at(&times, 100) })
}

/// The time that so many of a hundred do not exceed, in milliseconds.
fn at(sorted: &[u32], percent: usize) -> Option<f64> {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).map(|micros| f64::from(*micros) / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::at;

    #[test]
    fn of_sixty_rounds_the_worst_is_the_99th_percentile() {
        let times: Vec<u32> = (1..=60).map(|round| round * 1000).collect();
        assert_eq!((at(&times, 50), at(&times, 99)), (Some(30.0), Some(60.0)));
        assert_eq!(at(&[], 50), None);
    }
}
