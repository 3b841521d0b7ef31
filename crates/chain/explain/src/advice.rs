//! What to tell the tester: the sentence of the class, and what to do, with the numbers at hand.

use crate::builtin::error::panic_words;
use crate::class::{FailureClass, Verdict};
use crate::explanation::{Swap, TokenRef};
use crate::judge::{Facts, Judged, panic_code};
use crate::since_quote;
use crate::{Amount, lenient};

use FailureClass as F;

/// The sentence and the advice about a transaction.
pub(crate) fn words(
    judged: &Judged,
    facts: &Facts<'_>,
    block_time: Option<u64>,
) -> (String, Option<String>) {
    if let Some((sentence, advice)) = &judged.words {
        return (sentence.clone(), advice.clone());
    }
    let swap = facts.summary.map(|summary| &summary.swap);
    let numbers = match judged.class {
        F::SlippageExceeded => swap.and_then(limit).map(|limit| with_offer(limit, facts, swap)),
        F::DeadlineExpired => late(swap, block_time),
        F::QuoteDeviation | F::FeeOnTransfer | F::DecimalsMismatch => {
            swap.and_then(|swap| promised(swap, facts))
        }
        F::InsufficientBalance | F::AllowanceMissing => needed(facts, swap),
        _ => None,
    };
    let doubt = doubt(judged, facts);
    let parts = [numbers, doubt, advice(judged.class).map(str::to_owned)];
    let advice: Vec<String> = parts.into_iter().flatten().collect();
    let advice = (!advice.is_empty()).then(|| advice.join(" "));
    (sentence(judged.class, facts), advice)
}

fn sentence(class: FailureClass, facts: &Facts<'_>) -> String {
    let code = facts.path.deciding().filter(|_| class == F::Panic).and_then(panic_code);
    if let Some(code) = code {
        let words = panic_words(code);
        return format!("An internal check of the contract failed: {words} (code 0x{code:02x}).");
    }
    let cause = (class == F::SlippageExceeded).then(|| facts.missed().cause().sentence());
    cause.flatten().unwrap_or(class.sentence()).to_owned()
}

/// What worked, in a sentence.
pub(crate) fn success(swap: Option<&Swap>) -> String {
    let told = swap.and_then(|swap| {
        let given = shown(swap.amount_in?, &swap.token_in)?;
        let got = shown(swap.amount_out?, &swap.token_out)?;
        Some(format!("It worked: {given} became {got}."))
    });
    told.unwrap_or_else(|| "It worked.".to_owned())
}

fn shown(amount: Amount, token: &TokenRef) -> Option<String> {
    token.shown(amount)
}

fn limit(swap: &Swap) -> Option<String> {
    if swap.exact == "out" {
        let most = shown(swap.max_in?, &swap.token_in)?;
        return Some(format!("You wanted to pay at most {most}"));
    }
    let least = shown(swap.min_out?, &swap.token_out)?;
    Some(format!("You wanted at least {least}"))
}

/// Some errors tell what would have come.
fn with_offer(limit: String, facts: &Facts<'_>, swap: Option<&Swap>) -> String {
    let args = facts.path.deciding().map(|step| step.reading.args.as_slice()).unwrap_or_default();
    let names = ["received", "amountReceived", "requested", "amountRequested"];
    let offer = args.iter().find(|arg| names.contains(&arg.name.as_str()));
    let amount = offer.and_then(|arg| Amount::parse(&arg.value));
    let token = swap.map(|swap| if swap.exact == "out" { &swap.token_in } else { &swap.token_out });
    match amount.zip(token).and_then(|(amount, token)| shown(amount, token)) {
        Some(offer) => format!("{limit}; it would have been {offer}."),
        None => format!("{limit}."),
    }
}

fn late(swap: Option<&Swap>, block_time: Option<u64>) -> Option<String> {
    let late = block_time?.checked_sub(swap?.deadline?)?;
    Some(match late {
        0..=7_200 => format!("It was mined {late} s after its deadline."),
        _ => format!("It was mined {} h after its deadline.", late / 3_600),
    })
}

fn promised(swap: &Swap, facts: &Facts<'_>) -> Option<String> {
    let quote = facts.quote?;
    let (promise, fact) = if swap.exact == "out" {
        let promise = shown(quote.expected_in?, &swap.token_in)?;
        (promise, shown(swap.amount_in?, &swap.token_in)?)
    } else {
        let promise = shown(quote.expected_out?, &swap.token_out)?;
        (promise, shown(swap.amount_out?, &swap.token_out)?)
    };
    Some(format!("The quote said {promise}; it was {fact}."))
}

/// Errors of newer tokens tell what there was and what was needed.
fn needed(facts: &Facts<'_>, swap: Option<&Swap>) -> Option<String> {
    let step = facts.path.deciding()?;
    let amount = |name: &str| {
        let arg = step.reading.args.iter().find(|arg| arg.name == name)?;
        Amount::parse(&arg.value)
    };
    let had = amount("balance").or_else(|| amount("allowance"))?;
    let needed = amount("needed")?;
    let contract = step.contract.map(|contract| lenient::hex(contract.as_slice()));
    let token = swap.map(|swap| &swap.token_in).filter(|token| token.address == contract);
    let shown = |amount: Amount| {
        token.and_then(|token| shown(amount, token)).unwrap_or_else(|| amount.to_string())
    };
    Some(format!("It needed {} and there was {}.", shown(needed), shown(had)))
}

/// Why an expected failure is not taken for one, or what was not checked.
fn doubt(judged: &Judged, facts: &Facts<'_>) -> Option<String> {
    match judged.class {
        F::SlippageExceeded => Some(facts.missed().words()?),
        F::DeadlineExpired if judged.verdict == Verdict::Suspect => Some(format!(
            "It was mined {} s after the quote, so the deadline itself looks wrong.",
            facts.compare?.seconds_late?
        )),
        _ => None,
    }
}

/// What to tell about an error that no chain has seen.
pub(crate) fn of_error(class: FailureClass) -> Option<String> {
    let unchecked = (class == F::SlippageExceeded).then_some(since_quote::NOT_CHECKED);
    let parts: Vec<&str> = [unchecked, advice(class)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// What helps against each.
pub(crate) fn advice(class: FailureClass) -> Option<&'static str> {
    Some(match class {
        F::SlippageExceeded => "Get a fresh quote, or allow a little more slippage.",
        F::DeadlineExpired => "Send it again, with a higher fee or a longer deadline.",
        F::InsufficientLiquidity => "Try a smaller amount or another route.",
        F::NoPool => "Try another route, and report which tokens you chose.",
        F::PriceLimit => "Get a fresh quote and try again.",
        F::PriceImpactHigh => "Swap a smaller amount, or in several parts.",
        F::InsufficientBalance => "Check your balance of the token that you pay with.",
        F::InsufficientGasFunds => "Add some of the network's native coin to the wallet.",
        F::AllowanceMissing => "Approve the token and try again; the app should have asked.",
        F::PermitExpired => "Sign a new permit and send the swap soon after.",
        F::PermitReused => "Reload the page and sign a new permit.",
        F::PermitBadSignature => "Sign again; tell us which wallet you use.",
        F::TransferFailed => "Check your balance and your approval of this token.",
        F::FeeOnTransfer => {
            "Allow for the token's own fee, or use a swap that supports such tokens."
        }
        F::TokenBlocked => "Contact the issuer of the token; the swap cannot work around it.",
        F::DecimalsMismatch => "Do not repeat it with this amount; report what the page showed.",
        F::QuoteDeviation => "Report it together with the quote.",
        F::QuoteUnavailable | F::NoRoute => "Try again in a minute, or with another amount.",
        F::BadRoute => "Try another route, and report which tokens you chose.",
        F::WrongNetwork => "Switch the wallet to the network of the app and try again.",
        F::WalletError => "Reconnect the wallet and try again.",
        F::RpcError | F::RpcLag => {
            "Try again in a minute, or choose another endpoint in the wallet."
        }
        F::GasEstimationFailed => "Do not send it anyway: it would fail and cost the fee.",
        F::OutOfGas => "Send it again with a higher gas limit.",
        F::NonceConflict => "Wait for your other transaction, or reset the wallet's account.",
        F::TxStuck => "Speed it up or cancel it in the wallet.",
        F::TxDropped => "Send it again; nothing was spent.",
        F::TxReplaced => "Check the transaction that replaced it.",
        F::ContractPaused => "Wait until the contract is unpaused.",
        F::UserRejected
        | F::ReentrancyLock
        | F::Panic
        | F::EmptyRevert
        | F::UnknownRevert
        | F::UiStale
        | F::UiOther => return None,
    })
}
