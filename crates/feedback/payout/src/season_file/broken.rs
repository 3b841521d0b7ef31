//! What does not hold of a season file.

/// What does not hold, and in which line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Broken {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub problem: String,
}

impl Broken {
    pub(super) fn at(line: u64, problem: impl Into<String>) -> Broken {
        Broken { line, problem: problem.into() }
    }
}
