//! Taking out of a text what must not be kept: keys in addresses of nodes, private keys, seed phrases,
//! tokens.

/// A text without them, cut at so many bytes.
pub(super) fn without_secrets(text: &str, most: usize) -> String {
    let text = without_phrases(text);
    let mut out = String::new();
    for word in text.split_inclusive(is_edge) {
        let (body, edge) = match word.char_indices().next_back() {
            Some((at, last)) if is_edge(last) => word.split_at(at),
            _ => (word, ""),
        };
        out.push_str(&shown(body));
        out.push_str(if edge.chars().all(char::is_control) && edge != "\n" { " " } else { edge });
        if out.len() > most {
            break;
        }
    }
    let end = (0..=most.min(out.len())).rev().find(|at| out.is_char_boundary(*at)).unwrap_or(0);
    out.truncate(end);
    out.trim().to_owned()
}

fn is_edge(c: char) -> bool {
    c.is_whitespace()
        || c.is_control()
        || matches!(
            c,
            '"' | '\''
                | '`'
                | ','
                | ';'
                | '('
                | ')'
                | '['
                | ']'
                | '{'
                | '}'
                | '<'
                | '>'
                | '\\'
                | '|'
        )
}

fn shown(word: &str) -> String {
    if let Some((before, rest)) = word.split_once("://") {
        let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let host = host.rsplit('@').next().unwrap_or_default();
        let scheme = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let before = &before[..before.len() - scheme.len()];
        return format!("{}{scheme}://{host}", shown_part(before));
    }
    // `key=value` and `key:value`: each side by itself.
    let parts = word.split_inclusive(['=', ':', '&', '?', '/']);
    parts
        .map(|part| {
            let body = part.trim_end_matches(['=', ':', '&', '?', '/']);
            format!("{}{}", shown_part(body), &part[body.len()..])
        })
        .collect()
}

fn shown_part(part: &str) -> String {
    let digits = part.strip_prefix("0x").unwrap_or(part);
    let is_hex = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    // A private key looks like a hash, so neither stays.
    if is_hex
        && (digits.len() == 64 || digits.len() > 64 || (digits.len() >= 32 && digits.len() != 40))
    {
        return "0x…".to_owned();
    }
    let is_token = part.len() >= 32
        && part
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'+'))
        && part.bytes().any(|byte| byte.is_ascii_digit())
        && part.bytes().any(|byte| byte.is_ascii_alphabetic())
        && !(is_hex && digits.len() == 40);
    if is_token { "…".to_owned() } else { part.to_owned() }
}

/// Twelve and more short lower-case words in a row, with nothing but spaces between, are a seed phrase.
fn without_phrases(text: &str) -> String {
    const PHRASE: usize = 12;
    let is_seed = |word: &str| {
        (3..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<&str> = Vec::with_capacity(words.len());
    let mut at = 0;
    while at < words.len() {
        let run = words[at..].iter().take_while(|word| is_seed(word.trim())).count();
        if run >= PHRASE {
            out.push("…");
            at += run;
        } else {
            let kept = run.max(1).min(words.len() - at);
            out.extend(&words[at..at + kept]);
            at += kept;
        }
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const KEY: &str = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

    #[test]
    fn keys_tokens_phrases_and_paths_of_nodes_do_not_stay() {
        for (text, clean) in [
            (format!("key {KEY} leaked"), "key 0x… leaked".to_owned()),
            (format!("key=0x{KEY}"), "key=0x…".to_owned()),
            (
                "URL: https://node.example/v3/0123456789abcdef0123456789abcdef".into(),
                "URL: https://node.example".into(),
            ),
            (
                "url=\"https://user:pw@node.example:8545/?apikey=abc\"".into(),
                "url=\"https://node.example:8545\"".into(),
            ),
            ("Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl1".into(), "Bearer …".into()),
            (
                "one test phrase made from words that only look like words alone here".into(),
                "…".into(),
            ),
            ("execution reverted: STF".into(), "execution reverted: STF".into()),
            (format!("from 0x{}", "ab".repeat(20)), format!("from 0x{}", "ab".repeat(20))),
        ] {
            assert_eq!(without_secrets(&text, 1_000), clean);
        }
    }

    proptest! {
        #[test]
        fn no_text_around_a_private_key_keeps_it(before in ".{0,40}", after in ".{0,40}") {
            let text = format!("{before} {KEY} {after}");
            prop_assert!(!without_secrets(&text, 10_000).contains(KEY));
        }

        #[test]
        fn what_is_kept_is_never_longer_than_asked(text in ".{0,400}", most in 0..300_usize) {
            prop_assert!(without_secrets(&text, most).len() <= most);
        }
    }
}
