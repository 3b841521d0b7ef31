//! How it failed, and what that says: the error that decides, refined by what else is known.

use alloy_primitives::Address;

use crate::abi::Value;
use crate::builtin::function;
use crate::call::Call;
use crate::class::{FailureClass, Verdict};
use crate::compare::power_of_ten;
use crate::explanation::Compare;
use crate::found::Found;
use crate::quote::Quote;
use crate::registry::{Registry, Role, Token};
use crate::revert::{Path, Step};
use crate::since_quote::Missed;
use crate::swap::Summary;

/// A transaction that is mined within so many seconds was not slow.
const QUICK_SECONDS: i64 = 60;
/// A node further behind than this answers about the past.
const LAG_BLOCKS: u64 = 3;

/// What is known when a transaction is judged.
pub(crate) struct Facts<'a> {
    /// What nodes said.
    pub found: &'a Found,
    /// What the programme knows.
    pub registry: &'a Registry,
    /// What the app had promised.
    pub quote: Option<&'a Quote>,
    /// The swap.
    pub summary: Option<&'a Summary>,
    /// The failed path.
    pub path: &'a Path,
    /// The quote beside what happened.
    pub compare: Option<&'a Compare>,
    /// Whether all gas was used.
    pub is_gas_used_up: bool,
    /// Whether the path comes from a trace, not from a repeated call.
    pub is_traced: bool,
}

impl<'a> Facts<'a> {
    /// What is known about a limit that was missed.
    pub(crate) fn missed(&self) -> Missed<'a> {
        Missed {
            check: self.found.limit_check,
            swap: self.summary.map(|summary| &summary.swap),
            quote: self.quote,
            has_time: self.compare.is_some_and(|compare| compare.seconds_late.is_some()),
            most_bps: self.registry.quote_deviation_bps,
        }
    }
}

/// How it failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Judged {
    /// How.
    pub class: FailureClass,
    /// What that says.
    pub verdict: Verdict,
    /// Words of an administrator, which replace ours.
    pub words: Option<(String, Option<String>)>,
}

impl Judged {
    fn new(class: FailureClass) -> Judged {
        Judged { class, verdict: class.verdict(), words: None }
    }
}

/// Judges a transaction that was undone.
pub(crate) fn reverted(facts: &Facts<'_>) -> Judged {
    let deciding = facts.path.deciding();
    let reading = deciding.map(|step| &step.reading);
    if let Some((class, words)) = reading.and_then(|of| of.class.zip(of.words.clone())) {
        let verdict = reading.and_then(|of| of.verdict).unwrap_or(class.verdict());
        return Judged { class, verdict, words: Some(words) };
    }
    let is_known = reading.is_some_and(|reading| reading.class.is_some());
    let is_dry = facts.path.steps.iter().any(|step| step.is_out_of_gas)
        || (facts.is_gas_used_up && facts.path.origin().is_none_or(|step| step.data.is_empty()));
    let class = match reading.and_then(|reading| reading.class) {
        Some(class) if class != FailureClass::TransferFailed || !is_dry => class,
        _ if is_dry => FailureClass::OutOfGas,
        _ if reading.is_some_and(|reading| reading.selector.is_some()) => {
            FailureClass::UnknownRevert
        }
        _ if is_pool_missing(facts) => FailureClass::NoPool,
        _ => FailureClass::EmptyRevert,
    };
    let class = if is_known { refine_by_token(class, facts) } else { class };
    let mut judged = Judged::new(class);
    judged.refine(facts);
    judged
}

/// A swap function of a router that fails silently, with no failed call below it, called a pool where
/// there is no contract.
fn is_pool_missing(facts: &Facts<'_>) -> bool {
    let Some(origin) = facts.path.origin().filter(|_| facts.is_traced) else { return false };
    !Call::read(&origin.input, origin.contract, facts.registry).intents.is_empty()
}

/// What is known about a token says more than that it refused.
fn refine_by_token(class: FailureClass, facts: &Facts<'_>) -> FailureClass {
    let origin = facts.path.origin();
    let token = refusing_token(facts);
    match class {
        FailureClass::ContractPaused if is_in_token(origin, facts) => FailureClass::TokenBlocked,
        // A router takes the amount off the reserve of the pool.
        FailureClass::TransferFailed if is_underflow(origin) && !is_in_token(origin, facts) => {
            FailureClass::InsufficientLiquidity
        }
        FailureClass::TransferFailed
            if token.is_some_and(|token| token.pausable || token.blocklist) =>
        {
            FailureClass::TokenBlocked
        }
        _ => class,
    }
}

fn is_underflow(step: Option<&Step>) -> bool {
    let text = step.and_then(|step| step.reading.text.as_deref()).unwrap_or_default();
    text.contains("sub-underflow")
}

/// Whether the failure began in a token.
fn is_in_token(step: Option<&Step>, facts: &Facts<'_>) -> bool {
    let Some(step) = step else { return false };
    let selector = step.input.first_chunk::<4>().copied();
    let name = selector.and_then(function::find).map(|function| function.name.as_str());
    let is_moving = matches!(name, Some("transfer" | "transferFrom"));
    let is_token = |address: Address| {
        let role = facts.registry.contracts.get(&address).map(|contract| contract.role);
        facts.registry.tokens.contains_key(&address) || role == Some(Role::Token)
    };
    is_moving || step.contract.is_some_and(is_token) || step.on_behalf_of.is_some_and(is_token)
}

/// The token that refused, as far as the programme knows it: the contract at the origin, else the one
/// that a router names, else the token that was to be paid.
fn refusing_token<'a>(facts: &Facts<'a>) -> Option<&'a Token> {
    let find = |address: Address| facts.registry.tokens.get(&address);
    let origin = facts.path.origin();
    let there = origin.and_then(|step| find(step.contract?).or_else(|| find(step.on_behalf_of?)));
    there.or_else(|| find(facts.summary?.token_in?))
}

/// Whether a token of the route is known to keep a fee.
fn has_fee_token(facts: &Facts<'_>) -> bool {
    let route = facts.summary.map(|summary| summary.route.as_slice()).unwrap_or_default();
    let is_one = |token: &Address| {
        facts.registry.tokens.get(token).is_some_and(|token| token.fee_on_transfer)
    };
    route.iter().any(is_one)
}

impl Judged {
    fn refine(&mut self, facts: &Facts<'_>) {
        let compare = facts.compare;
        match self.class {
            FailureClass::SlippageExceeded => {
                if is_limit_off_by_decimals(facts) {
                    *self = Judged::new(FailureClass::DecimalsMismatch);
                    return;
                }
                if has_fee_token(facts) {
                    *self = Judged::new(FailureClass::FeeOnTransfer);
                    self.verdict = Verdict::Setup;
                    return;
                }
                self.verdict = facts.missed().cause().verdict();
            }
            FailureClass::DeadlineExpired => {
                let late = compare.and_then(|compare| compare.seconds_late);
                if late.is_some_and(|late| (0..QUICK_SECONDS).contains(&late)) {
                    self.verdict = Verdict::Suspect;
                }
            }
            FailureClass::FeeOnTransfer if has_fee_token(facts) => self.verdict = Verdict::Setup,
            _ => {}
        }
    }
}

/// Whether the limit that was sent is the quoted one times a power of ten.
fn is_limit_off_by_decimals(facts: &Facts<'_>) -> bool {
    let (Some(quote), Some(summary)) = (facts.quote, facts.summary) else { return false };
    let sent = summary.swap.min_out;
    let quoted = quote.min_out.or(quote.expected_out);
    sent.zip(quoted).is_some_and(|(sent, quoted)| power_of_ten(sent.0, quoted.0).is_some())
}

/// Judges a transaction that was not undone; nothing if it did what was promised.
pub(crate) fn succeeded(facts: &Facts<'_>) -> Option<Judged> {
    let quote = facts.quote?;
    let swap = &facts.summary?.swap;
    let pairs = if swap.exact == "out" {
        [quote.expected_in.zip(swap.amount_in), None]
    } else {
        [quote.expected_out.zip(swap.amount_out), quote.expected_in.zip(swap.amount_in)]
    };
    let is_scaled =
        |(shown, used): (crate::Amount, crate::Amount)| power_of_ten(shown.0, used.0).is_some();
    if pairs.into_iter().flatten().any(is_scaled) {
        return Some(Judged::new(FailureClass::DecimalsMismatch));
    }
    let executed = facts.compare.and_then(|compare| compare.executed_vs_quote_bps);
    if executed.is_some_and(|bps| bps < -facts.registry.quote_deviation_bps) {
        return Some(fell_short(facts));
    }
    let impact = quote.price_impact_bps.map(i64::saturating_abs);
    let most = facts.registry.price_impact_bps;
    if most > 0 && impact.is_some_and(|impact| impact >= most) {
        return Some(Judged::new(FailureClass::PriceImpactHigh));
    }
    None
}

/// Why the output was less than the quote said.
fn fell_short(facts: &Facts<'_>) -> Judged {
    let has_fee = has_fee_token(facts);
    if has_fee || facts.summary.is_some_and(|summary| summary.is_short_on_the_way) {
        let mut judged = Judged::new(FailureClass::FeeOnTransfer);
        if has_fee {
            judged.verdict = Verdict::Setup;
        }
        return judged;
    }
    Judged::new(FailureClass::QuoteDeviation)
}

/// Judges a transaction that waits: only a node that is behind explains anything.
pub(crate) fn waiting(found: &Found) -> Option<Judged> {
    let is_behind = found.head_lag_blocks.is_some_and(|lag| lag > LAG_BLOCKS);
    is_behind.then(|| Judged::new(FailureClass::RpcLag))
}

/// What the code of a panic was.
pub(crate) fn panic_code(step: &Step) -> Option<u64> {
    let known = crate::builtin::error::find(step.reading.selector?)?;
    let decoded = known.signature.decode(&step.data)?;
    decoded.value.part("code").and_then(Value::uint).and_then(|code| u64::try_from(code).ok())
}
