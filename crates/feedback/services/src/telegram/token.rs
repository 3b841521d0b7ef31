//! The token of a bot, which is part of URLs.

/// Whether a text has the format of a bot token, so that it is safe in a URL.
pub fn is_token(token: &str) -> bool {
    let is_fitting = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    token.split_once(':').is_some_and(|(id, secret)| {
        (1..=20).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_digit())
            && (1..=100).contains(&secret.len())
            && secret.bytes().all(is_fitting)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_cannot_lead_elsewhere() {
        assert!(is_token("123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"));
        for odd in ["", "12", "12:", ":ab", "12:a/../b", "12:a?b", "x:ab", "12:a b"] {
            assert!(!is_token(odd), "{odd}");
        }
    }
}
