//! Patterns: Perl's spelling, with one meaning in PostgreSQL and in memory.

use crate::refusal::Refusal;

/// A pattern that a text may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Pattern {
    source: String,
    options: String,
}

impl Pattern {
    /// Reads a pattern and its options, which are some of `imxsu`.
    pub fn parse(source: &str, options: Option<&str>) -> Result<Pattern, Refusal> {
        let options = options.unwrap_or_default();
        if options.chars().any(|option| !"imxsu".contains(option)) {
            return Err(Refusal::query(format!("Bad $options value for query: {options}")));
        }
        Ok(Pattern { source: source.to_owned(), options: options.to_owned() })
    }

    /// The pattern as PostgreSQL's `~` wants it.
    pub fn postgres(&self) -> String {
        let has = |option| self.options.contains(option);
        let lines = match (has('m'), has('s')) {
            (false, false) => 'p',
            (true, false) => 'n',
            (false, true) => 's',
            (true, true) => 'w',
        };
        let case = if has('i') { "i" } else { "" };
        format!("(?{lines}{case}){}", self.source)
    }

    /// The pattern for texts in memory.
    pub fn compile(&self) -> Result<regex::Regex, Refusal> {
        regex::Regex::new(&self.source).map_err(|e| Refusal::query(format!("bad $regex: {e}")))
    }
}
