//! Removes from a text what could be a key, a phrase, a token or an address.

use std::sync::LazyLock;

use regex::{Captures, Regex};

/// As much of a text as is looked at. The rest is dropped.
const MOST_READ: usize = 4_000;

/// The rules, in the order in which they must be applied.
static RULES: LazyLock<[(Regex, &str); 6]> = LazyLock::new(|| {
    [
        (r#"(?i)((?:https?|wss?)://)(?:[^\s/?#"'@]*@)?([^\s/?#"'@,;)]+)[^\s"')]*"#, "$1$2/…"),
        // A phrase: words in a row, also numbered, quoted or with commas.
        (
            r#"\b(?:\p{L}{3,8}["'\]]*(?:[\s,;:|/-]+|["'\[]|\d{1,2}[.):])+){11,}\p{L}{3,8}\b"#,
            "[words]",
        ),
        (r"eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?", "[token]"),
        (r"(?i)0x[0-9a-f]{9,}|[0-9a-f]{32,}", ""),
        (r"[\w\-+/=]{32,}", "[token]"),
        (r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+", "[mail]"),
    ]
    .map(|(pattern, instead)| (Regex::new(pattern).expect("a valid pattern"), instead))
});

/// A text of at most `most` characters without secrets.
pub(super) fn redact(text: &str, most: usize) -> String {
    let read: String = text.chars().take(MOST_READ).collect();
    let clean = RULES.iter().fold(read, |now, (pattern, instead)| match *instead {
        "" => pattern.replace_all(&now, |found: &Captures<'_>| shorten(&found[0])).into_owned(),
        instead => pattern.replace_all(&now, instead).into_owned(),
    });
    match clean.chars().count() > most {
        true => clean.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        false => clean,
    }
}

/// Forty digits are an address, of which both ends are left. Others are a hash, a key, calldata or an
/// amount.
fn shorten(found: &str) -> String {
    let digits = found.strip_prefix("0x").or_else(|| found.strip_prefix("0X")).unwrap_or(found);
    match digits.len() {
        40 => format!("{}…{}", &found[..6], &found[found.len() - 4..]),
        _ => "[hex]".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_removed_and_words_stay() {
        let key = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318";
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
        for (text, expected) in [
            (key, "[hex]"),
            (phrase, "[words]"),
            (
                "1. legal 2. winner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow",
                "1. [words]",
            ),
            ("a eyJhbGciOi.eyJzdWIi.sig b", "a [token] b"),
            ("https://user:pw@node.example.org/v3/abcdef?x=1", "https://node.example.org/…"),
            ("to 0xab5801a7d398351b8be11c439e05c5b3259aec9b", "to 0xab58…ec9b"),
            ("mail ann@example.org", "mail [mail]"),
            ("execution reverted: Too little received", "execution reverted: Too little received"),
        ] {
            assert_eq!(redact(text, 400), expected, "{text}");
        }
        assert_eq!(redact("abcdef", 4), "abc…");
    }

    #[test]
    fn what_was_redacted_once_stays_the_same() {
        for text in ["https://a/…", "0xab58…ec9b", "[hex] [words] [token] [mail]"] {
            assert_eq!(redact(text, 400), text);
        }
    }
}
