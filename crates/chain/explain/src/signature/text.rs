//! Signatures as people write them: `swap((address token, uint24 fee) key, uint256)`.

use crate::abi::Kind;

const MOST_NESTING: usize = 8;
const MOST_PARTS: usize = 128;
const MOST_TEXT: usize = 2_000;

/// Parameters, each with its name.
pub(super) type Kinds = Vec<(String, Kind)>;

/// The name, the text that is hashed, and the parameters.
pub(super) fn parse(text: &str) -> Option<(String, String, Kinds)> {
    let text = text.trim();
    let bare = ["function ", "error "].iter().find_map(|word| text.strip_prefix(word));
    let text = bare.unwrap_or(text);
    let (name, rest) = text.split_once('(').filter(|_| text.len() <= MOST_TEXT)?;
    let name = name.trim();
    let is_name = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    if !is_name || !name.chars().all(is_word) {
        return None;
    }
    let mut reader = Reader { rest, parts: MOST_PARTS };
    let (kinds, hashed) = reader.list(0)?;
    reader.rest.trim().is_empty().then(|| (name.to_owned(), format!("{name}{hashed}"), kinds))
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

type List = (Kinds, String);

struct Reader<'a> {
    rest: &'a str,
    parts: usize,
}

impl<'a> Reader<'a> {
    fn eat(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start();
        self.rest = rest.strip_prefix(sign).unwrap_or(rest);
        self.rest.len() < rest.len()
    }

    fn word(&mut self) -> &'a str {
        let rest = self.rest.trim_start();
        let (word, rest) = rest.split_at(rest.find(|c| !is_word(c)).unwrap_or(rest.len()));
        self.rest = rest;
        word
    }

    /// Parameters up to the closing parenthesis; the opening one has been read.
    fn list(&mut self, depth: usize) -> Option<List> {
        let (mut kinds, mut hashed) = (Kinds::new(), Vec::new());
        if self.eat(')') {
            return Some((kinds, "()".to_owned()));
        }
        loop {
            let (kind, text) = self.kind(depth)?;
            let mut name = self.word();
            if matches!(name, "memory" | "calldata" | "storage" | "indexed" | "payable") {
                name = self.word();
            }
            kinds.push((name.to_owned(), kind));
            hashed.push(text);
            if self.eat(')') {
                return Some((kinds, format!("({})", hashed.join(","))));
            }
            if !self.eat(',') {
                return None;
            }
        }
    }

    fn kind(&mut self, depth: usize) -> Option<(Kind, String)> {
        self.parts = self.parts.checked_sub(1)?;
        if depth > MOST_NESTING {
            return None;
        }
        let (mut kind, mut text) = if self.eat('(') {
            let (kinds, hashed) = self.list(depth + 1)?;
            (Kind::Tuple(kinds), hashed)
        } else {
            let kind = Kind::single(self.word())?;
            let text = kind.name();
            (kind, text)
        };
        for _ in 0..MOST_NESTING {
            if !self.rest.starts_with('[') || !self.eat('[') {
                return Some((kind, text));
            }
            let length = self.word();
            if !self.eat(']') {
                return None;
            }
            kind = Kind::list_of(kind, length)?;
            text = format!("{text}[{length}]");
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_read_with_and_without_names() {
        for (text, hashed) in [
            ("f()", "f()"),
            ("f(uint a, int8)", "f(uint256,int8)"),
            ("error Bad(address indexed who)", "Bad(address)"),
            (
                "f((address a, (uint24 b)[] c)[2] d, bytes memory e)",
                "f((address,(uint24)[])[2],bytes)",
            ),
        ] {
            assert_eq!(parse(text).map(|(_, hashed, _)| hashed).as_deref(), Some(hashed), "{text}");
        }
        for wrong in
            ["", "f", "f(", "f(foo)", "f(uint256,)", "1f()", "f() x", "f(uint256[)", "f(uint7)"]
        {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
        assert!(parse(&format!("f({}", "(".repeat(500))).is_none());
    }
}
