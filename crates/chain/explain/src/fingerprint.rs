//! What makes two failures the same: how, along which errors, in what kind of contract, by which
//! function. Never who, how much, or on which chain.

use sha2::{Digest, Sha256};

use crate::class::FailureClass;
use crate::lenient;
use crate::revert::{Path, Step};

const MOST_TEXT: usize = 120;

/// Of a failed or an odd transaction.
pub(crate) fn of_transaction(
    class: FailureClass,
    path: &Path,
    role: &str,
    method: Option<[u8; 4]>,
    command: Option<&str>,
) -> String {
    let method = method.map(|selector| lenient::hex(&selector)).unwrap_or_default();
    let command = command.map(|command| format!("/{command}")).unwrap_or_default();
    hash(&["v1", class.key(), &words_of(path), role, &format!("{method}{command}")])
}

/// Of an error that no chain has seen.
pub(crate) fn of_error(class: FailureClass, code: Option<i64>, message: &str) -> String {
    let code = code.map(|code| code.to_string()).unwrap_or_default();
    hash(&["v1", class.key(), &code, &normalised(message)])
}

fn hash(parts: &[&str]) -> String {
    let digest = Sha256::digest(parts.join("|"));
    alloy_primitives::hex::encode(digest)
}

/// Errors from the outermost to the origin; what only passed through a contract counts once, so that
/// a trace and a repeated call without one say the same.
fn words_of(path: &Path) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<&Step> = None;
    for step in &path.steps {
        if before.is_none_or(|before| before.data != step.data) {
            words.push(word_of(step));
        }
        before = Some(step);
    }
    words.join(">")
}

fn word_of(step: &Step) -> String {
    let reading = &step.reading;
    match (&reading.text, reading.selector) {
        (Some(text), _) => normalised(text),
        (None, Some(selector)) => {
            let panic = reading.args.first().filter(|_| reading.class == Some(FailureClass::Panic));
            let code = panic.map(|code| format!(":{}", code.value)).unwrap_or_default();
            format!("{}{code}", lenient::hex(&selector))
        }
        (None, None) => String::new(),
    }
}

/// Lower case; hex and numbers taken out, spaces squeezed, cut.
pub(crate) fn normalised(text: &str) -> String {
    let mut out = String::new();
    let mut left = MOST_TEXT;
    let lower = text.to_lowercase();
    let mut rest = lower.chars().peekable();
    while let Some(c) = rest.next() {
        let mut single = [0; 4];
        let word = if c == '0' && rest.next_if_eq(&'x').is_some() {
            while rest.next_if(char::is_ascii_hexdigit).is_some() {}
            // A text that was normalised before stays as it is.
            rest.next_if_eq(&'#');
            "0x#"
        } else if c.is_numeric() {
            while rest.next_if(|c| c.is_numeric()).is_some() {}
            "#"
        } else if c.is_whitespace() || c.is_control() {
            if out.is_empty() || out.ends_with(' ') { "" } else { " " }
        } else {
            c.encode_utf8(&mut single)
        };
        let Some(after) = left.checked_sub(word.chars().count()) else { break };
        left = after;
        out.push_str(word);
    }
    out.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_and_hex_are_no_part_of_a_text() {
        let text = "Nonce  too LOW:\n next 12, got 0xAbC1 (3.5)";
        assert_eq!(normalised(text), "nonce too low: next #, got 0x# (#.#)");
        assert!(normalised(&"long ".repeat(100)).chars().count() <= MOST_TEXT);
    }

    proptest! {
        #[test]
        fn a_normalised_text_stays_as_it_is(text in ".{0,300}") {
            let once = normalised(&text);
            prop_assert_eq!(normalised(&once), once);
        }

        #[test]
        fn amounts_and_addresses_do_not_change_the_fingerprint_of_an_error(
            a in any::<u128>(), b in any::<u128>(), to in any::<[u8; 20]>(), other in any::<[u8; 20]>(),
        ) {
            let of = |amount: u128, to: [u8; 20]| {
                let message = format!("transfer of {amount} to {} failed", lenient::hex(&to));
                of_error(FailureClass::RpcError, Some(-32_000), &message)
            };
            prop_assert_eq!(of(a, to), of(b, other));
        }
    }
}
