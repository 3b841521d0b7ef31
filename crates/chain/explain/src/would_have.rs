//! What would have made a failed swap pass, in words.

use alloy_primitives::U256;

use crate::Amount;
use crate::amount::percent;
use crate::class::Confidence;
use crate::explanation::{Explanation, Swap};
use crate::question::{Counterfactual, counterfactual};
use crate::quote::Quote;
use crate::tried::{Outcome, Question, Tried, WouldHave};

/// A hundredth of a percent, of which a whole has so many.
const WHOLE_BPS: u64 = 10_000;

/// The answer to the question of this explanation, if it is the one that was asked.
pub(crate) fn would_have(
    tried: &Tried,
    explanation: &Explanation,
    quote: Option<&Quote>,
) -> Option<WouldHave> {
    if counterfactual(explanation) != Counterfactual::Asks(tried.question) {
        return None;
    }
    let swap = explanation.swap.as_ref();
    let tolerance = tolerance(tried, swap, quote);
    Some(WouldHave {
        question: tried.question,
        outcome: tried.outcome,
        amount: tried.amount,
        tolerance_bps: tolerance.map(|(enough, _)| enough),
        certainty: tried.certainty,
        sentence: sentence(tried, swap, tolerance),
    })
}

/// The tolerance that would have been enough and the one that was sent, both against the quote. The
/// first is rounded up, so that it is enough.
fn tolerance(tried: &Tried, swap: Option<&Swap>, quote: Option<&Quote>) -> Option<(i64, i64)> {
    let (swap, quote) = (swap?, quote?);
    let amount = tried.amount.filter(|_| tried.question == Question::Limits)?;
    let is_exact_out = swap.exact == "out";
    let (quoted, limit) = match is_exact_out {
        true => (quote.expected_in?.0, swap.max_in?.0),
        false => (quote.expected_out?.0, swap.min_out?.0),
    };
    let beyond = |amount: U256| match is_exact_out {
        true => amount.checked_sub(quoted),
        false => quoted.checked_sub(amount),
    };
    let whole = U256::from(WHOLE_BPS);
    let bps = |distance: U256, up: U256| {
        let scaled = distance.checked_mul(whole)?.checked_add(up)?;
        i64::try_from(scaled.checked_div(quoted)?).ok()
    };
    let enough = bps(beyond(amount.0)?, quoted.checked_sub(U256::ONE)?)?;
    let given = bps(beyond(limit)?, U256::ZERO)?;
    // Otherwise the quote and the limit do not belong together.
    (enough > given).then_some((enough, given))
}

fn sentence(tried: &Tried, swap: Option<&Swap>, tolerance: Option<(i64, i64)>) -> Option<String> {
    let change = tried.question.change();
    let change = change.replacen('w', "W", 1);
    let mut parts = match tried.outcome {
        Outcome::Untried => return None,
        Outcome::Fails => {
            let reason = tried.then.map(|class| class.sentence().to_owned());
            let failed = format!("{change}, the swap would still have failed.");
            [Some(failed), reason].into_iter().flatten().collect()
        }
        Outcome::Works => worked(&change, tried, swap),
    };
    if let Some((enough, given)) = tolerance {
        let [enough, given] = [enough, given].map(percent);
        parts.push(format!("A tolerance of {enough} instead of {given} would have passed."));
    }
    if tried.certainty != Confidence::Exact {
        parts.push("This is an estimate from the state of the parent block.".to_owned());
    }
    Some(parts.join(" "))
}

fn worked(change: &str, tried: &Tried, swap: Option<&Swap>) -> Vec<String> {
    let is_exact_out = swap.is_some_and(|swap| swap.exact == "out");
    let said = |amount: Option<Amount>| {
        let swap = swap?;
        let token = if is_exact_out { &swap.token_in } else { &swap.token_out };
        token.shown(amount?)
    };
    let limit = match is_exact_out {
        true => said(swap.and_then(|swap| swap.max_in))
            .map(|most| format!("You wanted to pay at most {most}.")),
        false => said(swap.and_then(|swap| swap.min_out))
            .map(|least| format!("You wanted at least {least}.")),
    };
    let mut parts = match (said(tried.amount), is_exact_out) {
        (Some(amount), true) => vec![format!("{change}, the swap would have cost {amount}.")],
        (Some(amount), false) => vec![format!("{change}, the swap would have returned {amount}.")],
        (None, _) => return vec![format!("{change}, the swap would have worked.")],
    };
    match tried.question {
        Question::Limits => parts.extend(limit),
        Question::Gas => parts.extend(tried.gas_used.map(|used| {
            // A call inside gets at most 63 of 64 parts of the gas that is left.
            format!("It needed about {} gas.", used.saturating_add(used / 63))
        })),
        _ => {}
    }
    parts
}
