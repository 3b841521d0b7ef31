//! Errors in a season file.

/// What is wrong, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Broken {
    /// The line number, from 1.
    pub line: u64,
    /// The problem.
    pub problem: String,
}

impl Broken {
    pub(super) fn at(line: u64, problem: impl Into<String>) -> Broken {
        Broken { line, problem: problem.into() }
    }
}
