//! Explains an error that no chain has seen: what a wallet or a node said.

use crate::advice;
use crate::builtin::text;
use crate::class::{Confidence, FailureClass};
use crate::explanation::{Explanation, Revert, RevertFrame, RpcError};
use crate::fingerprint;
use crate::lenient;
use crate::registry::{ErrorKey, Registry};
use crate::revert::Path;

const MOST_DATA: usize = 8 * 1024;

/// Explains it.
pub fn explain_error(error: &RpcError, registry: &Registry) -> Explanation {
    let message = error.message.as_deref().unwrap_or_default();
    let data = error.data.as_deref().and_then(|data| lenient::bytes(data, MOST_DATA));
    let path = data.map(|data| Path::of_data(data, None, registry));
    let path = path.filter(|path| path.origin().is_some_and(|step| !step.data.is_empty()));
    let mut explanation = Explanation {
        rpc: Some(error.clone()),
        confidence: Some(Confidence::Text),
        ..Explanation::default()
    };
    let of_wallet = error.code.and_then(of_code);
    if let (None, Some(path)) = (of_wallet, &path) {
        explain_data(&mut explanation, path);
        return explanation;
    }
    let administrators = registry.signatures.iter().find(|row| {
        let ErrorKey::Text(pattern) = &row.key else { return false };
        !pattern.is_empty() && message.to_lowercase().contains(&pattern.to_lowercase())
    });
    let class = administrators.map(|row| row.class).or(of_wallet);
    let class = class.unwrap_or_else(|| of_words(error, message));
    explanation.failure_class = Some(class);
    explanation.verdict = Some(administrators.map_or(class.verdict(), |row| row.verdict));
    explanation.sentence = Some(
        administrators.map_or_else(|| class.sentence().to_owned(), |row| row.sentence.clone()),
    );
    explanation.advice =
        administrators.map_or_else(|| advice::of_error(class), |row| row.advice.clone());
    explanation.fingerprint = Some(fingerprint::of_error(class, error.code, message));
    explanation
}

/// What the data says wins over what the wallet made of it.
fn explain_data(explanation: &mut Explanation, path: &Path) {
    let Some(deciding) = path.deciding() else { return };
    let reading = &deciding.reading;
    // Libraries cut the data off and keep the words.
    let message = explanation.rpc.as_ref().and_then(|error| error.message.as_deref());
    let said = || message.and_then(reason).and_then(text::of_revert);
    let class = reading.class.or_else(said).unwrap_or(FailureClass::UnknownRevert);
    let words = reading.words.clone();
    let words = words.unwrap_or_else(|| (class.sentence().to_owned(), advice::of_error(class)));
    explanation.failure_class = Some(class);
    explanation.verdict = Some(reading.verdict.unwrap_or(class.verdict()));
    (explanation.sentence, explanation.advice) = (Some(words.0), words.1);
    explanation.fingerprint = Some(fingerprint::of_transaction(class, path, "unknown", None, None));
    let frames = path.steps.iter().map(|step| RevertFrame {
        depth: step.depth,
        contract: None,
        label: None,
        role: "unknown".to_owned(),
        method: None,
        selector: step.reading.selector.map(|selector| lenient::hex(&selector)),
        name: step.reading.name.clone(),
        args: step.reading.args.clone(),
    });
    explanation.revert = Some(Revert {
        data: path.steps.first().map(|step| lenient::hex(&step.data[..step.data.len().min(1_024)])),
        frames: frames.collect(),
        text: path.steps.iter().rev().find_map(|step| step.reading.text.clone()),
        alternatives: reading.alternatives.clone(),
    });
}

/// What the code of a wallet says by itself.
fn of_code(code: i64) -> Option<FailureClass> {
    match code {
        4_001 | 5_000 => Some(FailureClass::UserRejected),
        4_902 | 4_901 => Some(FailureClass::WrongNetwork),
        4_000..=4_999 => Some(FailureClass::WalletError),
        _ => None,
    }
}

fn of_words(error: &RpcError, message: &str) -> FailureClass {
    let lower = message.to_lowercase();
    if let Some(class) = reason(message).and_then(text::of_revert) {
        return class;
    }
    if let Some(class) = text::of_message(message) {
        return class;
    }
    if lower.contains("execution reverted") || lower.contains("transaction reverted") {
        // Before anything is sent, wallets ask what it would cost.
        let is_call = error.method.as_deref() == Some("eth_call");
        let class = text::of_revert(message);
        let silent =
            if is_call { FailureClass::EmptyRevert } else { FailureClass::GasEstimationFailed };
        return class.unwrap_or(silent);
    }
    if let Some(class) = text::of_revert(message) {
        return class;
    }
    let is_server_busy = ["status: 5", "status code 5"].iter().any(|sign| lower.contains(sign));
    match error.code {
        Some(-32_099..=-32_000 | -32_603 | -32_700 | -32_601 | -32_602 | 429 | 500..=599) => {
            FailureClass::RpcError
        }
        _ if is_server_busy => FailureClass::RpcError,
        _ if lower.contains("revert") => FailureClass::UnknownRevert,
        _ => FailureClass::WalletError,
    }
}

/// The text that a contract gave, inside what a wallet says.
fn reason(message: &str) -> Option<&str> {
    let signs = [
        "execution reverted: ",
        "reverted with reason string '",
        "reverted with the following reason:\n",
        "reason=\"",
        "reason string \"",
        "revert: ",
    ];
    let rest = signs.iter().find_map(|sign| message.split_once(sign)).map(|(_, rest)| rest)?;
    let end = rest.find(['"', '\'', '\n', '(']).unwrap_or(rest.len());
    Some(rest[..end].trim()).filter(|reason| !reason.is_empty())
}
