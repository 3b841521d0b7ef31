//! Cleans and shortens users' texts for mails.

/// The longest subject, in characters.
const SUBJECT: usize = 140;
/// The longest quotation, in characters.
const QUOTE: usize = 700;

/// Invisible characters, and those that change how others are displayed.
fn is_unseen(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// A text without invisible characters. Line breaks are kept.
pub(crate) fn lines(text: &str) -> String {
    text.chars().filter(|c| !is_unseen(*c)).collect()
}

/// A text on one line, without control characters and repeated blanks.
pub(crate) fn one_line(text: &str) -> String {
    let seen = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c });
    let seen: String = seen.filter(|c| !is_unseen(*c)).collect();
    seen.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A subject: one line of limited length.
pub(crate) fn subject(text: &str) -> String {
    cut(&one_line(text), SUBJECT)
}

/// A user's text, shortened for a mail.
pub(crate) fn quotation(text: &str) -> String {
    let lines = lines(text);
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    cut(lines.join("\n").trim(), QUOTE)
}

/// At most this many characters, cut at a word boundary if one is near.
fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    let whole = kept.rfind(char::is_whitespace).filter(|at| *at > kept.len() * 3 / 4);
    format!("{}…", kept[..whole.unwrap_or(kept.len())].trim_end())
}

/// A name as a segment of a path.
pub(crate) fn segment(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_is_one_line_whatever_a_title_holds() {
        assert_eq!(subject("a\r\nBcc: x@y.example\0"), "a Bcc: x@y.example");
        assert_eq!(subject("  a\t b "), "a b");
        assert_eq!(subject("abc\u{202e}fdp.exe"), "abcfdp.exe");
        let long = subject(&"word ".repeat(60));
        assert!(long.chars().count() <= SUBJECT && long.ends_with("word…"), "{long}");
    }

    #[test]
    fn a_quotation_keeps_its_lines_and_has_an_end() {
        assert_eq!(quotation("\n a  \nb\u{7}\n\n"), "a\nb");
        assert_eq!(quotation(&"x".repeat(2000)).chars().count(), QUOTE);
    }

    #[test]
    fn a_name_cannot_leave_its_segment() {
        assert_eq!(segment("rin.k_2"), "rin.k_2");
        assert_eq!(segment("a/../b?c#d é"), "a%2F..%2Fb%3Fc%23d%20%C3%A9");
    }
}
