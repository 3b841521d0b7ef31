//! Removes everything from evidence that leads other users to its transaction or its owner.

use chain::Explanation;
use chain::explanation::Argument;

/// Hex digits from which a text may be an account or a transaction.
const TELLING_DIGITS: usize = 16;

/// The explanation for other users.
pub(super) fn redacted(mut explanation: Explanation) -> Explanation {
    // Block and position, or sender and nonce, identify it like its hash.
    explanation.block_number = None;
    explanation.block_hash = None;
    explanation.tx_index = None;
    explanation.from = None;
    explanation.to = None;
    explanation.nonce = None;
    explanation.actors.clear();
    explanation.transfers.clear();
    if let Some(method) = &mut explanation.method {
        hide_arguments(&mut method.args);
    }
    for command in &mut explanation.commands {
        hide_arguments(&mut command.inputs);
    }
    if let Some(swap) = &mut explanation.swap {
        swap.recipient = None;
    }
    if let Some(revert) = &mut explanation.revert {
        revert.data = None;
        revert.text = revert.text.take().map(|text| without_hex(&text));
        for frame in &mut revert.frames {
            frame.contract = None;
            hide_arguments(&mut frame.args);
        }
    }
    if let Some(rpc) = &mut explanation.rpc {
        rpc.data = None;
        rpc.message = rpc.message.take().map(|message| without_hex(&message));
    }
    explanation
}

/// Empties values that are addresses, or bytes that may include addresses.
fn hide_arguments(arguments: &mut [Argument]) {
    for argument in arguments {
        let is_telling = ["address", "bytes", "("].iter().any(|ty| argument.ty.contains(ty));
        if is_telling || argument.ty == "string" {
            argument.value = without_hex(&argument.value);
        }
    }
}

/// A text without possible addresses and hashes.
fn without_hex(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    let mut word = String::new();
    for c in text.chars().chain(std::iter::once('\0')) {
        if c.is_ascii_alphanumeric() {
            word.push(c);
            continue;
        }
        let digits = word.strip_prefix("0x").unwrap_or(&word);
        let is_hex =
            digits.len() >= TELLING_DIGITS && digits.bytes().all(|b| b.is_ascii_hexdigit());
        told.push_str(if is_hex { "0x…" } else { &word });
        word.clear();
        if c != '\0' {
            told.push(c);
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;
    use chain::explanation::{Method, Revert, RevertFrame, RpcError, Swap, TokenRef, Transfer};
    use serde_json::Value;

    const ACCOUNT: &str = "0xab5801a7d398351b8be11c439e05c5b3259aec9b";

    fn argument(ty: &str, value: &str) -> Argument {
        Argument { name: "a".to_owned(), ty: ty.to_owned(), value: value.to_owned() }
    }

    fn token() -> TokenRef {
        TokenRef { address: None, symbol: Some("ETH".to_owned()), decimals: Some(18) }
    }

    fn swap() -> Swap {
        Swap {
            token_in: token(),
            token_out: token(),
            amount_in: Some(5.into()),
            amount_out: None,
            min_out: None,
            max_in: None,
            exact: "in".to_owned(),
            recipient: Some(ACCOUNT.to_owned()),
            deadline: None,
            hops: Vec::new(),
        }
    }

    #[test]
    fn nothing_that_leads_to_the_owner_is_left_wherever_it_stood() {
        let args = vec![
            argument("address", ACCOUNT),
            argument("(address,uint256)", &format!("({ACCOUNT}, 5)")),
            argument("bytes", &ACCOUNT.replace("0x", "0x0000")),
            argument("uint256", "12345678901234567890"),
        ];
        let frame = RevertFrame {
            depth: 0,
            contract: Some(ACCOUNT.to_owned()),
            label: Some("Router".to_owned()),
            role: "router".to_owned(),
            method: None,
            selector: Some("0x39d35496".to_owned()),
            name: Some("V3TooLittleReceived".to_owned()),
            args: args.clone(),
        };
        let explanation = Explanation {
            block_number: Some(7),
            block_hash: Some(format!("{ACCOUNT}00")),
            from: Some(ACCOUNT.to_owned()),
            to: Some(ACCOUNT.to_owned()),
            actors: vec![ACCOUNT.to_owned()],
            method: Some(Method {
                selector: "0x12345678".to_owned(),
                name: None,
                args,
                source: None,
            }),
            swap: Some(swap()),
            revert: Some(Revert {
                data: Some(ACCOUNT.to_owned()),
                frames: vec![frame],
                text: Some(format!("not for {ACCOUNT}, sorry")),
                alternatives: Vec::new(),
            }),
            transfers: vec![Transfer {
                token: token(),
                from: ACCOUNT.to_owned(),
                to: ACCOUNT.to_owned(),
                amount: 5.into(),
            }],
            rpc: Some(RpcError { message: Some(format!("from={ACCOUNT}")), ..RpcError::default() }),
            ..Explanation::default()
        };
        let told = serde_json::to_value(redacted(explanation)).expect("a document");
        assert!(!told.to_string().contains(&ACCOUNT[2..]), "{told}");
        assert_eq!(told["blockNumber"], Value::Null);
        assert_eq!(told["swap"]["amountIn"], "5");
        assert_eq!(told["method"]["args"][3]["value"], "12345678901234567890");
        assert_eq!(told["revert"]["frames"][0]["selector"], "0x39d35496");
        assert_eq!(told["revert"]["text"], "not for 0x…, sorry");
    }
}
