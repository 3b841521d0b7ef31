//! How far the making of a demo is.

/// What is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// People.
    People,
    /// Points.
    Ledger,
    /// Issues and what gathers around them.
    Issues,
    /// The standings.
    Standings,
}

impl Stage {
    /// All of them, in their order.
    pub const ALL: [Stage; 4] = [Stage::People, Stage::Ledger, Stage::Issues, Stage::Standings];

    /// What it is called.
    pub fn word(self) -> &'static str {
        match self {
            Stage::People => "people",
            Stage::Ledger => "points",
            Stage::Issues => "issues",
            Stage::Standings => "standings",
        }
    }
}

/// Anyone who wants to know how far it is: the stage, what of it is done, and what there is in all.
pub type Progress<'a> = dyn FnMut(Stage, usize, usize) + Send + 'a;
