//! Untrusted texts within the limits of services.

use sha2::{Digest, Sha256};

/// Escapes and cuts a text, so that the result has at most `most` characters. Escapes are never cut
/// in two. Characters are counted in UTF-16 units, the strictest count of any service. Control
/// characters become spaces, and so do line breaks unless `lines` is set.
pub(crate) fn escaped(
    text: &str,
    most: usize,
    lines: bool,
    escape: impl Fn(char, &mut String),
) -> String {
    let (mut written, mut length, mut fits) = (String::new(), 0, 0);
    for character in text.chars() {
        let is_kept = !character.is_control() || (lines && character == '\n');
        let begin = written.len();
        escape(if is_kept { character } else { ' ' }, &mut written);
        length += written[begin..].encode_utf16().count();
        if length > most {
            written.truncate(fits);
            if most > 0 {
                written.push('…');
            }
            return written;
        }
        if length < most {
            fits = written.len();
        }
    }
    written
}

/// The same without escapes.
pub(crate) fn cut(text: &str, most: usize, lines: bool) -> String {
    escaped(text, most, lines, |character, written| written.push(character))
}

/// Escapes characters that could begin a tag, a mention or a link at Telegram and Slack.
pub(crate) fn entity(character: char, written: &mut String) {
    match character {
        '&' => written.push_str("&amp;"),
        '<' => written.push_str("&lt;"),
        '>' => written.push_str("&gt;"),
        other => written.push(other),
    }
}

/// A percent-encoded component of a query or a form.
pub(crate) fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

/// Pairs as a query or a form.
pub(crate) fn pairs(pairs: &[(&str, &str)]) -> String {
    let one = |(name, value): &(&str, &str)| format!("{name}={}", encoded(value));
    pairs.iter().map(one).collect::<Vec<_>>().join("&")
}

/// Identifies a credential without revealing it.
pub(crate) fn credential(secret: &str) -> String {
    format!("{:x}", Sha256::digest(secret.as_bytes())).chars().take(16).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_fits_stays_as_it_is_and_a_longer_one_says_that_it_was_cut() {
        assert_eq!(cut("abc", 3, true), "abc");
        assert_eq!(cut("abcd", 3, true), "ab…");
        assert_eq!(cut("abcd", 0, true), "");
        assert_eq!(cut("a\nb\u{7}", 9, true), "a\nb ");
        assert_eq!(cut("a\nb", 9, false), "a b");
    }

    #[test]
    fn an_escape_is_never_cut_in_two() {
        assert_eq!(escaped("a<b", 4, true, entity), "a…");
        assert_eq!(escaped("a<b", 6, true, entity), "a&lt;b");
        assert_eq!(escaped("<<", 5, true, entity), "&lt;…");
    }

    #[test]
    fn values_of_a_query_cannot_add_to_it() {
        assert_eq!(pairs(&[("a", "1&b=2"), ("c", "ä/ ")]), "a=1%26b%3D2&c=%C3%A4%2F%20");
    }
}
