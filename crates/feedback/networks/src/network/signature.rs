//! Signatures of errors and the four bytes they hash to.

use parse_engine::Error;

use feedback_core::refused::invalid;

/// The longest signature that is parsed.
const LONGEST: usize = 400;

/// A signature with full type names, and its selector.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub(super) text: String,
    pub(super) selector: String,
}

/// Parses a signature such as `TooLittle(uint256 least, uint256 got)`.
pub(super) fn parse(text: &str) -> Result<Signature, Error> {
    let problem = || {
        invalid("SIGNATURE", "A signature is a name and types, such as TooLittle(uint256,address).")
    };
    let text = text.trim();
    if text.len() > LONGEST || !text.is_ascii() {
        return Err(problem());
    }
    let (text, selector) = chain::error_signature(text).ok_or_else(problem)?;
    Ok(Signature { text, selector: format!("0x{}", alloy_primitives::hex::encode(selector)) })
}

/// The first four bytes of an error's data, in lower-case hex.
pub(super) fn selector(text: &str) -> Result<String, Error> {
    let text = text.trim().to_ascii_lowercase();
    match selector_bytes(&text) {
        Some(_) => Ok(text),
        None => Err(invalid("SELECTOR", "A selector is 0x and 8 hex digits.")),
    }
}

/// The bytes of a selector.
pub(super) fn selector_bytes(text: &str) -> Option<[u8; 4]> {
    let digits = text.strip_prefix("0x").filter(|digits| digits.len() == 8)?;
    let is_hex = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok().map(u32::to_be_bytes)).flatten()
}

#[cfg(test)]
mod tests {
    use super::{parse, selector, selector_bytes};

    #[test]
    fn a_signature_is_known_by_its_types_and_not_by_its_names() {
        let plain = parse("V4TooLittleReceived(uint256,uint256)").expect("a signature");
        assert_eq!(plain.selector, "0x8b063d73");
        let named = parse(" V4TooLittleReceived(uint256 least, uint got) ").expect("a signature");
        assert_eq!(named, plain);
        for wrong in ["", "()", "Too Little()", "A(", "A(nothing)", &"a".repeat(500)] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_selector_has_eight_hex_digits() {
        assert_eq!(selector("0x8B063D73").ok().as_deref(), Some("0x8b063d73"));
        assert_eq!(selector_bytes("0x8b063d73"), Some([0x8b, 0x06, 0x3d, 0x73]));
        for wrong in ["", "0x", "8b063d73", "0x8b063d7", "0x+b063d73", "0x8b063d73ff"] {
            assert!(selector(wrong).is_err(), "{wrong}");
        }
    }
}
