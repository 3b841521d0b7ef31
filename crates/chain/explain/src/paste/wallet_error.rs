//! Errors as wallets and libraries print them: objects within objects, or running text.

use alloy_primitives::B256;
use serde_json::Value;

use super::hash::{hashes, whole_hash};
use super::secret::without_secrets;
use crate::builtin::{error, text};
use crate::explanation::RpcError;
use crate::lenient;

/// As much as is kept of an error.
pub const MOST_KEPT: usize = 16 * 1024;

/// More objects within objects than any library makes.
const MOST_LAYERS: usize = 64;

/// Where libraries put the error that caused an error.
const INSIDE: &[&str] =
    &["error", "info", "data", "originalError", "cause", "payload", "details", "body", "reason"];

/// What an error turned out to be.
pub(super) enum Found {
    /// It is about a transaction that was mined.
    Mined(B256),
    /// Only an error.
    Error(RpcError),
}

/// Reads an error; nothing if it is none.
pub(super) fn read(text: &str) -> Option<Found> {
    let parsed: Option<Value> = serde_json::from_str(text).ok();
    let object = parsed.or_else(|| serde_json::from_str(braces(text)?).ok());
    match object.filter(Value::is_object) {
        Some(object) => read_object(&object).or_else(|| read_text(text)),
        None => read_text(text),
    }
}

/// The object that a text has around it words such as `Error: …`.
fn braces(text: &str) -> Option<&str> {
    let (begin, end) = (text.find('{')?, text.rfind('}')?);
    text.get(begin..=end)
}

/// All that an error carries, from the outside in.
#[derive(Default)]
struct Gathered {
    codes: Vec<i64>,
    words: Vec<String>,
    messages: Vec<String>,
    data: Option<String>,
    method: Option<String>,
    mined: Option<B256>,
    statuses: Vec<i64>,
}

fn read_object(object: &Value) -> Option<Found> {
    let mut gathered = Gathered::default();
    let mut left = vec![object.clone()];
    let mut layers = 0;
    while let Some(layer) = left.pop() {
        layers += 1;
        if layers > MOST_LAYERS {
            break;
        }
        gathered.take(&layer);
        for key in INSIDE.iter().rev() {
            match layer.get(key) {
                Some(inner @ Value::Object(_)) => left.push(inner.clone()),
                Some(Value::String(text)) if text.trim_start().starts_with('{') => {
                    left.extend(serde_json::from_str(text).ok());
                }
                _ => {}
            }
        }
    }
    gathered.close()
}

impl Gathered {
    fn take(&mut self, layer: &Value) {
        match &layer["code"] {
            Value::Number(code) => self.codes.extend(code.as_i64()),
            Value::String(code) => match code.parse() {
                Ok(code) => self.codes.push(code),
                Err(_) => self.words.push(code.clone()),
            },
            _ => {}
        }
        let status = ["status", "statusCode"].iter().find_map(|key| layer[key].as_i64());
        self.statuses.extend(status.filter(|status| (400..600).contains(status)));
        for key in ["shortMessage", "message", "reason", "details", "error"] {
            let message = layer[key].as_str().map(str::trim).filter(|text| !text.is_empty());
            let message = message.filter(|text| !text.starts_with('{'));
            let is_new = |text: &&str| !self.messages.iter().any(|known| known.contains(*text));
            if let Some(message) = message.filter(is_new) {
                self.messages.push(message.to_owned());
            }
        }
        // A layer that also names where it was sent is the transaction, not the error.
        let is_transaction = layer.get("to").is_some() && layer.get("from").is_some();
        let data = layer["data"].as_str().filter(|_| !is_transaction);
        if let Some(data) = data.and_then(revert_data) {
            self.data = Some(data);
        }
        let method = layer["method"].as_str().or_else(|| layer["payload"]["method"].as_str());
        if let Some(method) = method {
            self.method = Some(lenient::text(method, 60));
        }
        let hash =
            ["transactionHash", "hash"].iter().find_map(|key| whole_hash(layer[key].as_str()?));
        let receipt = &layer["receipt"];
        let mined =
            ["transactionHash", "hash"].iter().find_map(|key| whole_hash(receipt[key].as_str()?));
        self.mined = self.mined.or(mined).or(hash);
    }

    fn close(self) -> Option<Found> {
        if let Some(hash) = self.mined {
            return Some(Found::Mined(hash));
        }
        let is_error = !self.codes.is_empty() || !self.words.is_empty() || self.data.is_some();
        if !is_error && self.messages.is_empty() && self.statuses.is_empty() {
            return None;
        }
        // The wallet's own code shows what it decided; otherwise the innermost code is the node's.
        let of_wallet = self.codes.iter().find(|code| (4_000..5_000).contains(*code));
        let rejected = self.words.iter().any(|word| word == "ACTION_REJECTED").then_some(4_001);
        let code = of_wallet.copied().or(rejected).or(self.codes.last().copied());
        let mut message = self.messages.join("\n");
        for word in self.words.iter().map(|word| format!(" ({word})")) {
            message.push_str(&word);
        }
        for status in &self.statuses {
            message.push_str(&format!(" (status: {status})"));
        }
        let data = self.data.or_else(|| data_in(&message));
        let message = Some(without_secrets(&message, MOST_KEPT)).filter(|text| !text.is_empty());
        Some(Found::Error(RpcError { method: self.method, code, message, data }))
    }
}

/// Signs that a text without any form is an error.
const SIGNS: &[&str] = &["error", "revert", "fail", "denied", "rejected", "invalid", "exception"];

fn read_text(all: &str) -> Option<Found> {
    if let Some(hash) = ["transactionHash", "transaction hash"].iter().find_map(|key| {
        let rest = all.split_once(key)?.1;
        let near = rest.get(..rest.char_indices().nth(90).map_or(rest.len(), |(at, _)| at))?;
        hashes(near).first().copied()
    }) {
        return Some(Found::Mined(hash));
    }
    let lower = all.to_lowercase();
    let is_error = SIGNS.iter().any(|sign| lower.contains(sign))
        || text::of_message(all).is_some()
        || text::of_revert(all).is_some();
    if !is_error {
        return None;
    }
    let method = lower.contains("estimategas").then(|| "eth_estimateGas".to_owned());
    let message = Some(without_secrets(all, MOST_KEPT)).filter(|text| !text.is_empty());
    Some(Found::Error(RpcError { method, code: code_in(&lower), message, data: data_in(all) }))
}

/// `code: 4001`, `"code":-32000`, `code=CALL_EXCEPTION`.
fn code_in(lower: &str) -> Option<i64> {
    let mut found = None;
    for (at, sign) in lower.match_indices("code") {
        let rest = lower[at + sign.len()..].trim_start_matches(['"', '\'', ' ', ':', '=']);
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-').unwrap_or(rest.len());
        let code: Option<i64> = rest[..end.min(7)].parse().ok();
        if code == Some(4_001) || code == Some(4_902) {
            return code;
        }
        found = code.or(found);
    }
    let is_rejected = lower.contains("action_rejected");
    found.or(is_rejected.then_some(4_001))
}

/// Data of an error: four bytes and whole words. Anything else, a key among it, is not kept.
fn revert_data(text: &str) -> Option<String> {
    let digits = text.trim().strip_prefix("0x")?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_whole = digits.len() >= 8 && (digits.len() - 8).is_multiple_of(64);
    (is_hex && is_whole && digits.len() <= MOST_KEPT)
        .then(|| format!("0x{}", digits.to_lowercase()))
}

/// The data in a text: the first whose selector is a known error's, else one that is said to be it.
fn data_in(text: &str) -> Option<String> {
    let mut said = None;
    for (at, _) in text.match_indices("0x") {
        let digits = &text[at + 2..];
        let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
        let Some(data) = revert_data(&text[at..at + 2 + end]) else { continue };
        let selector = lenient::bytes(&data, 4).and_then(|bytes| bytes.try_into().ok());
        if selector.and_then(error::find).is_some() {
            return Some(data);
        }
        let before = text.get(at.saturating_sub(40)..at).unwrap_or_default().to_lowercase();
        let is_said = ["signature", "custom error", "revert", "error data", "errordata"];
        if said.is_none() && is_said.iter().any(|sign| before.contains(sign)) {
            said = Some(data);
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HASH: &str = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";

    fn error_of(text: &str) -> RpcError {
        match read(text) {
            Some(Found::Error(error)) => error,
            Some(Found::Mined(hash)) => panic!("mined {hash}: {text}"),
            None => panic!("no error: {text}"),
        }
    }

    #[test]
    fn the_shapes_of_the_usual_libraries_are_read() {
        let data = "0x39d35496";
        for shape in [
            json!({ "code": 3, "message": "execution reverted", "data": data }),
            json!({ "error": { "code": 3, "message": "execution reverted", "data": data } }),
            json!({ "code": "CALL_EXCEPTION", "shortMessage": "execution reverted (unknown custom error)",
                    "info": { "error": { "code": 3, "message": "execution reverted", "data": data } },
                    "transaction": { "to": "0x1", "from": "0x2", "data": "0x38ed1739" } }),
            json!({ "code": -32603, "message": "Internal JSON-RPC error.",
                    "data": { "code": 3, "message": "execution reverted", "data": data } }),
            json!({ "code": -32603, "message": "x", "data": { "originalError": { "code": 3, "data": data, "message": "execution reverted" } } }),
            json!({ "name": "ContractFunctionExecutionError", "message": "reverted",
                    "cause": { "cause": { "code": 3, "message": "execution reverted", "data": data } } }),
            json!({ "reason": "cannot estimate gas", "code": "UNPREDICTABLE_GAS_LIMIT",
                    "error": { "body": format!("{{\"error\":{{\"code\":3,\"data\":\"{data}\",\"message\":\"execution reverted\"}}}}") } }),
        ] {
            let error = error_of(&shape.to_string());
            assert_eq!(error.data.as_deref(), Some(data), "{shape}");
            assert!(error.message.is_some(), "{shape}");
        }
    }

    #[test]
    fn what_the_wallet_decided_is_told_by_its_code() {
        for text in [
            r#"{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}"#,
            r#"{"code":"ACTION_REJECTED","info":{"error":{"code":-32603,"message":"x","data":{"code":4001}}}}"#,
            r#"Error: user rejected transaction (action="sendTransaction", code=ACTION_REJECTED)"#,
            "MetaMask - RPC Error: User rejected the request. {code: 4001, message: 'x'}",
        ] {
            assert_eq!(error_of(text).code, Some(4_001), "{text}");
        }
        assert_eq!(
            error_of(r#"{"code":4902,"message":"Unrecognized chain ID"}"#).code,
            Some(4_902)
        );
    }

    #[test]
    fn data_is_found_in_running_text() {
        for text in [
            "The contract function \"execute\" reverted with the following signature:\n0x39d35496\n\nUnable to decode",
            "execution reverted (unknown custom error) (action=\"estimateGas\", data=\"0x39d35496\", code=CALL_EXCEPTION)",
            "Error: VM Exception: reverted with custom error 0x39d35496",
        ] {
            assert_eq!(error_of(text).data.as_deref(), Some("0x39d35496"), "{text}");
        }
    }

    #[test]
    fn an_error_about_a_mined_transaction_is_its_hash() {
        for text in [
            format!("transaction failed (transactionHash=\"{HASH}\", code=CALL_EXCEPTION)"),
            json!({ "code": "CALL_EXCEPTION", "receipt": { "hash": HASH, "status": 0 } })
                .to_string(),
        ] {
            assert!(matches!(read(&text), Some(Found::Mined(_))), "{text}");
        }
    }

    #[test]
    fn a_key_among_the_data_is_not_kept() {
        let error = error_of(&json!({ "code": 1, "message": "no", "data": HASH }).to_string());
        assert_eq!(error.data, None);
        let url = "https://node.example/v3/0123456789abcdef0123456789abcdef";
        let error =
            error_of(&json!({ "code": -32000, "message": format!("failed at {url}") }).to_string());
        assert_eq!(error.message.as_deref(), Some("failed at https://node.example"));
    }
}
