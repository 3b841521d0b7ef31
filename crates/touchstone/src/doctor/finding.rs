//! What was found, in three sentences: what is so, why it matters, what to do.

use serde::Serialize;

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    /// Works, and would be better otherwise.
    Advice,
    /// Something is wrong, or will be.
    Wrong,
}

/// One thing that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// What it is about: `database`, `files`, `mail` and so on.
    pub(crate) about: &'static str,
    /// What is so.
    pub(crate) what: String,
    /// Why it matters.
    pub(crate) why: &'static str,
    /// What to do about it.
    pub(crate) advice: String,
}

impl Finding {
    pub(crate) fn wrong(
        about: &'static str,
        what: impl Into<String>,
        why: &'static str,
        advice: impl Into<String>,
    ) -> Finding {
        Finding { severity: Severity::Wrong, about, what: what.into(), why, advice: advice.into() }
    }

    pub(crate) fn advice(
        about: &'static str,
        what: impl Into<String>,
        why: &'static str,
        advice: impl Into<String>,
    ) -> Finding {
        let severity = Severity::Advice;
        Finding { severity, about, what: what.into(), why, advice: advice.into() }
    }
}
