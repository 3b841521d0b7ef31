//! Texts that wallets sign, made and read.
//!
//! Ours have the shape of EIP-4361 whatever the family: wallets know it, and some warn when it is
//! shown by another site than the one it names. Clients of old make their own text and append what
//! the server tells them; it has a shape of its own.

mod legacy;
mod sign_in;

pub use legacy::{Legacy, Stamp};
pub use sign_in::SignIn;

use crate::Family;

/// The longest text that is looked at, in bytes.
pub const MAX_TEXT: usize = 4 * 1024;

/// Why a text is not one of those that are signed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a valid sign-in message")]
pub struct NotASignIn;

/// Whether a text may be signed at all in a family: short enough, and nothing in it that a wallet
/// would not show or that reads as something else.
///
/// Ethereum signs any text under a mark of its own. The others are kept to what is printed: a text
/// cannot be a transaction then, and none is cut to another on its way through a client.
pub fn is_fit(family: Family, text: &str) -> bool {
    let is_shown = |c: char| c == '\n' || (!c.is_control() && !is_invisible(c));
    let is_printed = |c: char| c == '\n' || c == ' ' || c.is_ascii_graphic();
    text.len() <= MAX_TEXT
        && match family {
            Family::Evm => text.chars().all(is_shown),
            Family::Solana | Family::Polkadot | Family::MultiversX => text.chars().all(is_printed),
        }
}

/// Characters that turn or hide what stands beside them.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Whether a text is a nonce: letters and figures, and enough of them not to be guessed.
fn is_nonce(text: &str) -> bool {
    text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_shown_is_not_signed() {
        for bad in ["a\rb", "a\0", "a\u{202e}b", "a\u{200b}b", "a\tb", &"x".repeat(MAX_TEXT + 1)] {
            for family in Family::ALL {
                assert!(!is_fit(family, bad), "{family:?} {bad:?}");
            }
        }
        for family in Family::ALL {
            assert!(is_fit(family, "Hello\nworld"));
            assert_eq!(is_fit(family, "Olá"), family == Family::Evm);
        }
    }
}
