//! A text for a tracker: Markdown without mentions and accidental cross-links, cut to the limits of
//! trackers.

use std::fmt::Write as _;

/// A zero-width joiner that separates `@` from a name, so that it is not a mention.
const JOINER: char = '\u{200d}';

/// Characters of a text that are sent. GitHub's limit is 65,536 with all additions.
pub const MOST: usize = 60_000;

/// A user's Markdown text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    source: String,
    /// The address of the full text.
    url: String,
    /// A line with its origin.
    origin: String,
}

/// A block of a text, for trackers without Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading(String),
    /// Lines of a paragraph.
    Paragraph(Vec<String>),
    /// Code, unchanged.
    Code(String),
    /// Items of a list.
    List(Vec<String>),
}

impl Document {
    /// A text, with the address of the full text and a line with its origin.
    pub fn new(source: &str, url: &str, origin: &str) -> Document {
        let source = source.replace("\r\n", "\n").replace('\r', "\n");
        Document { source, url: url.to_owned(), origin: origin.to_owned() }
    }

    /// As Markdown, with its origin.
    pub fn markdown(&self) -> String {
        let mut text = cut(&harmless(&self.source), &self.url);
        let _ = write!(text, "\n\n---\n{} {}", harmless(&self.origin), self.url);
        text
    }

    /// As Markdown with a hidden marker at the end.
    pub fn marked(&self, marker: &str) -> String {
        format!("{}\n\n{marker}", self.markdown())
    }

    /// As blocks.
    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks = parts(&cut(&self.source, &self.url));
        blocks.push(Block::Paragraph(vec![format!("{} {}", self.origin, self.url)]));
        blocks
    }
}

/// The path of a GitHub issue, up to its number or hash.
const REFERENCES: [&str; 5] = ["/issues/", "/pull/", "/pulls/", "/discussions/", "/commit/"];

/// The text with an invisible character in `@name`, `#12`, `GH-12`, `<!--`, GitHub issue URLs, and
/// entities that could replace one of these.
pub fn harmless(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        out.push(c);
        let next = rest.peek().copied();
        let is_reference = match c {
            '@' => next.is_some_and(|next| next.is_alphanumeric() || next == '_' || next == '-'),
            '#' => next.is_some_and(|next| next.is_ascii_digit()),
            '<' => next == Some('!'),
            '&' => next.is_some_and(|next| next.is_ascii_alphabetic() || next == '#'),
            '-' => next.is_some_and(|next| next.is_ascii_digit()) && ends_with(&out, "gh-"),
            '/' => next.is_some_and(char::is_alphanumeric) && leads_to_issue(&out),
            _ => false,
        };
        if is_reference {
            out.push(JOINER);
        }
    }
    out
}

fn ends_with(text: &str, end: &str) -> bool {
    let start = text.len().checked_sub(end.len());
    start.and_then(|start| text.get(start..)).is_some_and(|tail| tail.eq_ignore_ascii_case(end))
}

/// Whether a text ends with the URL of a GitHub issue, up to its number or hash.
fn leads_to_issue(text: &str) -> bool {
    let word = text.rsplit(char::is_whitespace).next().unwrap_or_default();
    REFERENCES.iter().any(|reference| ends_with(word, reference))
        && word.to_ascii_lowercase().contains("github.")
}

/// The text, cut to the limit with a link to the rest. A cut code block is closed, so that the link
/// is not part of it.
pub fn cut(text: &str, url: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MOST) else { return text.to_owned() };
    let mut kept = text.get(..end).unwrap_or(text).to_owned();
    if let Some(fence) = open_fence(&kept) {
        kept.push('\n');
        kept.push_str(&fence);
    }
    let _ = write!(kept, "\n\n… [the rest]({url})");
    kept
}

/// The line that would close a code block that a text leaves open.
fn open_fence(text: &str) -> Option<String> {
    let mut open: Option<String> = None;
    for line in text.lines() {
        let line = line.trim_start();
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'));
        let Some(mark) = mark else { continue };
        let fence: String = line.chars().take_while(|c| *c == mark).collect();
        if fence.len() < 3 {
            continue;
        }
        open = match open {
            None => Some(fence),
            Some(begun) if fence.starts_with(&begun) => None,
            still => still,
        };
    }
    open
}

fn parts(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let bare = line.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            let fence: String = bare.chars().take(3).collect();
            let inside = lines.by_ref().take_while(|line| !line.trim_start().starts_with(&fence));
            blocks.push(Block::Code(inside.collect::<Vec<_>>().join("\n")));
        } else if let Some(heading) = heading(bare) {
            blocks.push(Block::Heading(heading.to_owned()));
        } else if let Some(point) = bare.strip_prefix("- ").or_else(|| bare.strip_prefix("* ")) {
            match blocks.last_mut() {
                Some(Block::List(points)) => points.push(point.to_owned()),
                _ => blocks.push(Block::List(vec![point.to_owned()])),
            }
        } else if bare.is_empty() {
            blocks.push(Block::Paragraph(Vec::new()));
        } else {
            match blocks.last_mut() {
                Some(Block::Paragraph(lines)) => lines.push(line.to_owned()),
                _ => blocks.push(Block::Paragraph(vec![line.to_owned()])),
            }
        }
    }
    blocks.retain(|block| *block != Block::Paragraph(Vec::new()));
    blocks
}

fn heading(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let depth = line.len() - text.len();
    let text = text.strip_prefix(' ')?;
    (1..=6).contains(&depth).then(|| text.trim())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn document(source: &str) -> Document {
        Document::new(source, "https://beta.example/issues/7", "Reported by a tester:")
    }

    #[test]
    fn nobody_is_mentioned_and_nothing_cross_linked() {
        assert_eq!(harmless("@rin see #12"), "@\u{200d}rin see #\u{200d}12");
        assert_eq!(harmless("# Title, a@b, C#, <b>"), "# Title, a@\u{200d}b, C#, <b>");
        assert_eq!(harmless("<!-- touchstone:x -->"), "<\u{200d}!-- touchstone:x -->");
        assert_eq!(
            harmless("&commat;rin &#64;rin &#x23;12"),
            "&\u{200d}commat;rin &\u{200d}#\u{200d}64;rin &\u{200d}#x23;12"
        );
        assert_eq!(harmless("a & b, x && y"), "a & b, x && y");
        assert_eq!(harmless("GH-12 gh-7 GH-x 5-1"), "GH-\u{200d}12 gh-\u{200d}7 GH-x 5-1");
        assert_eq!(
            harmless("https://github.com/a/b/pull/3, https://beta.example/issues/7"),
            "https://github.com/a/b/pull/\u{200d}3, https://beta.example/issues/7"
        );
        assert_eq!(
            harmless("[x](https://GitHub.com/a/b/commit/abc)"),
            "[x](https://GitHub.com/a/b/commit/\u{200d}abc)"
        );
    }

    #[test]
    fn a_long_text_is_cut_with_a_link_and_its_code_ended() {
        let long = format!("```js\n{}", "x".repeat(MOST + 1));
        let text = document(&long).marked("<!-- m -->");
        assert!(text.contains("\n```\n\n… [the rest](https://beta.example/issues/7)"));
        assert!(text.ends_with("\n\n<!-- m -->"));
        assert!(text.chars().count() < 65_536);
        let short = document("fits").markdown();
        assert_eq!(short, "fits\n\n---\nReported by a tester: https://beta.example/issues/7");
    }

    #[test]
    fn parts_are_told_apart() {
        let text = "## Steps\nopen it\nagain\n\n- one\n- two\n```\n# no heading\n```";
        let blocks = document(text).blocks();
        let lines = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect();
        assert_eq!(
            blocks[..4],
            [
                Block::Heading("Steps".to_owned()),
                Block::Paragraph(lines(&["open it", "again"])),
                Block::List(lines(&["one", "two"])),
                Block::Code("# no heading".to_owned()),
            ]
        );
    }

    proptest! {
        #[test]
        fn no_text_mentions_anybody_and_nothing_of_it_is_lost(text in any::<String>()) {
            let text = text.replace(JOINER, "");
            let told = harmless(&text);
            let signs: Vec<char> = told.chars().collect();
            for pair in signs.windows(2) {
                prop_assert!(!(pair[0] == '@' && pair[1].is_alphanumeric()));
                prop_assert!(!(pair[0] == '#' && pair[1].is_ascii_digit()));
                prop_assert!(!(pair[0] == '<' && pair[1] == '!'));
                prop_assert!(!(pair[0] == '&' && (pair[1].is_ascii_alphabetic() || pair[1] == '#')));
            }
            prop_assert_eq!(told.replace(JOINER, ""), text);
        }

        #[test]
        fn whatever_is_written_fits_and_its_marker_is_found(text in "[@#<!`~\n a-z0-9€😀]{0,300}", times in 1usize..400) {
            let told = document(&text.repeat(times)).marked("<!-- touchstone:a:b:c -->");
            prop_assert!(told.chars().count() <= 65_536, "{}", told.chars().count());
            prop_assert_eq!(told.matches("<!--").count(), 1);
            prop_assert!(told.ends_with("<!-- touchstone:a:b:c -->"));
        }
    }
}
