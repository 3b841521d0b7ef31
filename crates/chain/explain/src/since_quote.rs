//! Why a swap missed its limit: the price moved since the quote, or limit and quote were wrong from
//! the beginning.

use crate::Amount;
use crate::amount::percent;
use crate::class::Verdict;
use crate::compare::share;
use crate::explanation::Swap;
use crate::found::{LimitCheck, LimitOutcome, PoolChanges};
use crate::quote::Quote;

/// A quote that differs by so little is the amount of the pool.
const SAME_BPS: i64 = 1;

/// Slippage without knowledge whether the price moved.
pub(crate) const NOT_CHECKED: &str =
    "It was not possible to check whether the price moved or the limit was wrong.";

/// Why a limit was missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cause {
    /// It was within reach, and the price moved.
    Moved,
    /// It was within reach, but the quote promised more than the pool offered.
    QuoteTooHigh,
    /// It was out of reach from the beginning.
    Limit,
    /// It was out of reach from the beginning, because the quote was.
    Quote,
    /// Nothing changed the pools since the quote.
    Unmoved,
    /// That is not known.
    Unknown,
}

impl Cause {
    /// What that says.
    pub(crate) fn verdict(self) -> Verdict {
        match self {
            Cause::Moved => Verdict::Expected,
            Cause::QuoteTooHigh | Cause::Limit | Cause::Quote | Cause::Unmoved => Verdict::Suspect,
            Cause::Unknown => Verdict::Unknown,
        }
    }

    /// In a sentence; nothing if it is not known.
    pub(crate) fn sentence(self) -> Option<&'static str> {
        match self {
            Cause::Moved => Some("The price moved past your limit, so the swap protected you."),
            Cause::QuoteTooHigh | Cause::Quote => {
                Some("The quote did not fit the price of the pool.")
            }
            Cause::Limit | Cause::Unmoved => Some("Your limit did not fit the price of the pool."),
            Cause::Unknown => None,
        }
    }
}

/// What is known about a limit that was missed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Missed<'a> {
    /// The amount at an earlier block, and the changes since.
    pub check: Option<LimitCheck>,
    /// The swap.
    pub swap: Option<&'a Swap>,
    /// What the app had promised.
    pub quote: Option<&'a Quote>,
    /// Whether the time of the quote is known.
    pub has_time: bool,
    /// How far a quote may be off.
    pub most_bps: i64,
}

/// The amounts at the block of the quote: what the pool offered, what was quoted, and the limit.
struct Amounts {
    offered: Amount,
    quoted: Option<Amount>,
    limit: Option<Amount>,
    is_exact_out: bool,
}

impl Amounts {
    fn of(missed: &Missed<'_>) -> Option<Amounts> {
        let offered = missed.check?.amount?;
        let swap = missed.swap?;
        let is_exact_out = swap.exact == "out";
        let (quoted, limit) = match is_exact_out {
            true => (missed.quote.and_then(|quote| quote.expected_in), swap.max_in),
            false => (missed.quote.and_then(|quote| quote.expected_out), swap.min_out),
        };
        Some(Amounts { offered, quoted, limit, is_exact_out })
    }

    /// How much better the quote was than the offer. Only a known block of the quote can tell.
    fn excess_bps(&self, missed: &Missed<'_>) -> Option<i64> {
        let quoted = self.quoted.filter(|_| is_of_quote(missed))?;
        match self.is_exact_out {
            true => share(self.offered, quoted, quoted),
            false => share(quoted, self.offered, quoted),
        }
    }

    /// Whether the limit leaves the quote room.
    fn fits_quote(&self) -> bool {
        self.quoted.zip(self.limit).is_some_and(|(quoted, limit)| match self.is_exact_out {
            true => limit >= quoted,
            false => limit <= quoted,
        })
    }
}

/// Whether the block of the quote itself was looked at.
fn is_of_quote(missed: &Missed<'_>) -> bool {
    let block = missed.quote.and_then(|quote| quote.quote_block);
    block.is_some() && missed.check.map(|check| check.from_block) == block
}

impl Missed<'_> {
    /// Why the limit was missed.
    pub(crate) fn cause(&self) -> Cause {
        cause(self)
    }

    /// What is known about it, with the numbers at hand.
    pub(crate) fn words(&self) -> Option<String> {
        words(self)
    }
}

fn cause(missed: &Missed<'_>) -> Cause {
    let Some(check) = missed.check else { return Cause::Unknown };
    let amounts = Amounts::of(missed);
    let excess = amounts.as_ref().and_then(|amounts| amounts.excess_bps(missed));
    let most = missed.most_bps.max(SAME_BPS);
    match check.outcome {
        LimitOutcome::Met if excess.is_some_and(|excess| excess > most) => Cause::QuoteTooHigh,
        LimitOutcome::Met => Cause::Moved,
        LimitOutcome::Missed => {
            let is_off = excess.is_some_and(|excess| excess > SAME_BPS);
            let is_quote = is_off && amounts.is_some_and(|amounts| amounts.fits_quote());
            if is_quote { Cause::Quote } else { Cause::Limit }
        }
        LimitOutcome::Unclear if has_not_moved(missed, check) => Cause::Unmoved,
        LimitOutcome::Unclear => Cause::Unknown,
    }
}

fn has_not_moved(missed: &Missed<'_>, check: LimitCheck) -> bool {
    is_of_quote(missed) && check.changes == Some(PoolChanges { swaps: 0, others: 0 })
}

fn words(missed: &Missed<'_>) -> Option<String> {
    let cause = cause(missed);
    let Some(check) = missed.check else { return Some(NOT_CHECKED.to_owned()) };
    let swap = missed.swap;
    let offer = Amounts::of(missed).and_then(|amounts| offer(&amounts, missed, swap?));
    let block = check.from_block;
    let parts = match cause {
        Cause::Unknown => vec![Some(NOT_CHECKED.to_owned()), moved(missed, check)],
        Cause::Unmoved => vec![Some(
            "Nothing has changed the pools since the quote, so the limit itself looks wrong."
                .to_owned(),
        )],
        Cause::Moved => vec![offer, moved(missed, check)],
        Cause::QuoteTooHigh => vec![offer, Some("The quote itself looks wrong.".to_owned())],
        Cause::Limit | Cause::Quote => {
            let what = if cause == Cause::Quote { "quote" } else { "limit" };
            let when = when(missed, block);
            let missed =
                format!("The same swap misses the limit {when}, so the {what} itself looks wrong.");
            vec![Some(missed), offer]
        }
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

fn when(missed: &Missed<'_>, block: u64) -> String {
    if is_of_quote(missed) {
        format!("at block {block}, from which the quote was made")
    } else if missed.has_time {
        format!("at block {block}, when the quote was shown")
    } else {
        format!("at block {block}, two minutes before")
    }
}

/// What the pool offered, against the quote.
fn offer(amounts: &Amounts, missed: &Missed<'_>, swap: &Swap) -> Option<String> {
    let (token, verb) = match amounts.is_exact_out {
        true => (&swap.token_in, "cost"),
        false => (&swap.token_out, "returned"),
    };
    let offered = token.shown(amounts.offered)?;
    let against = match amounts.excess_bps(missed) {
        None => String::new(),
        Some(bps) if bps.saturating_abs() <= SAME_BPS => ", as quoted".to_owned(),
        Some(bps) => {
            let is_less = (bps > 0) != amounts.is_exact_out;
            let word = if is_less { "less" } else { "more" };
            format!(", {} {word} than quoted", percent(bps.saturating_abs()))
        }
    };
    let check = missed.check?;
    let place = match cause(missed) {
        Cause::Limit | Cause::Quote => "There".to_owned(),
        _ if is_of_quote(missed) => "At the block of the quote".to_owned(),
        _ => format!("At block {}", check.from_block),
    };
    Some(format!("{place}, it would have {verb} {offered}{against}."))
}

/// What changed the pools since the quote; nothing if that is not known, or nothing did.
fn moved(missed: &Missed<'_>, check: LimitCheck) -> Option<String> {
    let PoolChanges { swaps, others } = check.changes.filter(|_| is_of_quote(missed))?;
    let counted = |count: u32, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts = [
        counted(swaps, "swap", "swaps"),
        counted(others, "change of liquidity", "changes of liquidity"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("Since the quote, its pools saw {}.", parts.join(" and ")))
}
