//! Patterns: Perl's spelling, with one meaning in PostgreSQL and in memory.
//!
//! A pattern is taken apart once, by [`scan`], and written out again for each of the two engines,
//! so that neither ever sees a spelling that it would read in its own way. Whether a text matches
//! is all that is asked; where, and how greedily, makes no difference.

mod compiled;
mod letter;
mod memory;
mod piece;
mod postgres;
mod scan;
mod set;

use crate::refusal::Refusal;
pub use compiled::CompiledPattern;
use piece::Piece;

/// Bytes of a pattern, in every profile. MongoDB takes no longer ones.
const LONGEST: usize = 32_764;
/// Characters of a pattern with its repetitions written out, in every profile: PostgreSQL makes a
/// state of each, before it notices that there are too many.
const LONGEST_EXPANDED: u64 = 10_000;
/// Bytes of a pattern that is tried in memory. One range of letters whose case is ignored becomes
/// thousands of them.
const LONGEST_IN_MEMORY: usize = 1000;

/// The options a request may name. `u` says nothing new: every text is Unicode.
const OPTIONS: &str = "imxsu";

/// A pattern that a text may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    source: String,
    options: String,
    pieces: Vec<Piece>,
    mode: Mode,
}

/// How a pattern is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Mode {
    /// `i`: upper and lower case are the same.
    ignores_case: bool,
    /// `m`: `^` and `$` also match around a newline.
    has_lines: bool,
    /// `s`: the dot matches a newline too.
    dot_takes_newline: bool,
    /// `x`: blanks and comments are for the reader.
    is_spaced: bool,
}

impl Mode {
    fn with(mut self, options: &str) -> Mode {
        for option in options.chars() {
            match option {
                'i' => self.ignores_case = true,
                'm' => self.has_lines = true,
                's' => self.dot_takes_newline = true,
                'x' => self.is_spaced = true,
                _ => {}
            }
        }
        self
    }
}

impl Pattern {
    /// Reads a pattern and its options, which are some of `imxsu`.
    pub fn parse(source: &str, options: Option<&str>) -> Result<Pattern, Refusal> {
        if let Some(options) = options
            && (options.is_empty() || options.chars().any(|option| !OPTIONS.contains(option)))
        {
            return Err(Refusal::query(format!("Bad $options value for query: {options}")));
        }
        if source.len() > LONGEST {
            return Err(bad(&format!("it is longer than {LONGEST} bytes")));
        }
        let (inline, body) = inline_options(source);
        let mode = Mode::default().with(options.unwrap_or_default()).with(inline);
        let pieces = scan::pieces(body, mode).map_err(|why| bad(&why))?;
        if piece::expanded_length(&pieces) > LONGEST_EXPANDED {
            return Err(bad(&format!(
                "it is longer than {LONGEST_EXPANDED} characters with its repetitions"
            )));
        }
        let options = options.unwrap_or_default().to_owned();
        Ok(Pattern { source: source.to_owned(), options, pieces, mode })
    }

    /// The pattern as it was sent.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The options as they were sent; empty for none.
    pub fn options(&self) -> &str {
        &self.options
    }

    /// Whether it asks for a backreference; that may take time beyond all bounds.
    pub fn refers_back(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Again(_)))
    }

    /// How many characters it would have without counted repetitions: `(a{2}b){3}` has nine. Trying
    /// a text takes time in proportion to this and to the length of the text, at worst.
    pub fn expanded_length(&self) -> u64 {
        piece::expanded_length(&self.pieces)
    }

    /// The pattern as PostgreSQL's `~` reads it.
    pub fn postgres(&self) -> String {
        postgres::written(&self.pieces, self.mode)
    }

    /// Whether it can be tried in memory; back-references and looking around need PostgreSQL. It
    /// may still be too large to be compiled.
    pub fn check_for_memory(&self) -> Result<(), Refusal> {
        if self.source.len() > LONGEST_IN_MEMORY {
            return Err(bad(&format!("it is longer than {LONGEST_IN_MEMORY} bytes")));
        }
        memory::check(&self.pieces).map_err(bad)
    }

    /// The pattern for texts in memory.
    pub fn compile(&self) -> Result<CompiledPattern, Refusal> {
        self.check_for_memory()?;
        let written = memory::written(&self.pieces, self.mode);
        CompiledPattern::new(&written).ok_or_else(|| bad("it is too large"))
    }
}

/// Splits off options that stand at the very beginning: `(?i)abc`.
fn inline_options(source: &str) -> (&str, &str) {
    source
        .strip_prefix("(?")
        .and_then(|rest| rest.split_once(')'))
        .filter(|(letters, _)| !letters.is_empty() && letters.chars().all(|c| OPTIONS.contains(c)))
        .unwrap_or(("", source))
}

fn bad(why: &str) -> Refusal {
    Refusal::query(format!("bad $regex: {why}"))
}

#[cfg(test)]
mod tests;
