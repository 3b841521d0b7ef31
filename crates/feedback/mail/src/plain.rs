//! Mails as plain text: 72 columns, links on separate lines.

use crate::block::{Block, Content, Footer, Row};
use crate::reader::Programme;
use crate::text;

const COLUMNS: usize = 72;

/// The whole mail.
pub(crate) fn document(programme: &Programme, content: &Content, footer: &Footer) -> String {
    let mut out = Lines::default();
    out.paragraph(&text::one_line(&programme.name));
    out.paragraph(&content.label.1);
    out.paragraph(&content.heading);
    for block in &content.blocks {
        out.block(programme, block);
    }
    out.line("-- ");
    out.paragraph(&footer.why);
    for (label, path) in &footer.links {
        out.link(programme, label, path);
    }
    out.finish()
}

#[derive(Default)]
struct Lines {
    text: String,
}

impl Lines {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn paragraph(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.indented("", text);
            self.line("");
        }
    }

    fn indented(&mut self, before: &str, text: &str) {
        for line in text::lines(text).lines() {
            for piece in wrap(line, COLUMNS - before.len()) {
                self.line(format!("{before}{piece}").trim_end());
            }
        }
    }

    fn link(&mut self, programme: &Programme, label: &str, path: &str) {
        self.indented("", &format!("{label}:"));
        self.line(&format!("{}{path}", programme.site));
        self.line("");
    }

    fn block(&mut self, programme: &Programme, block: &Block) {
        match block {
            Block::Text(text) | Block::Section(text) => self.paragraph(text),
            Block::Quote { by, text } => {
                self.indented("", &format!("{by}:"));
                self.indented("> ", &text::quotation(text));
                self.line("");
            }
            Block::Figure { value, unit, .. } => self.paragraph(&format!("{value} {unit}")),
            Block::Button { label, path } => self.link(programme, label, path),
            Block::Row(Row { mark, title, note, path }) => {
                self.indented("", text::one_line(&format!("{mark} {title}")).trim());
                if !note.is_empty() {
                    self.indented("  ", &text::one_line(note));
                }
                self.line(&format!("{}{path}", programme.site));
                self.line("");
            }
            Block::Rule => {}
        }
    }

    fn finish(mut self) -> String {
        self.text.truncate(self.text.trim_end().len());
        self.text.push('\n');
        self.text
    }
}

/// Wraps a line at this number of characters. A longer word is cut.
fn wrap(line: &str, columns: usize) -> Vec<String> {
    let (mut pieces, mut piece, mut length) = (Vec::new(), String::new(), 0);
    for word in line.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(columns) {
            let needed = if length == 0 { part.len() } else { length + 1 + part.len() };
            if needed > columns {
                pieces.push(std::mem::take(&mut piece));
                length = 0;
            }
            if length > 0 {
                piece.push(' ');
                length += 1;
            }
            piece.extend(part);
            length += part.len();
        }
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_at_words_and_long_words_are_cut() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij k", 4), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
