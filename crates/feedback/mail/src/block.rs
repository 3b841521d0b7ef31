//! The content of a mail, independent of HTML and plain text.

use crate::palette::{self, Shade};

/// The content of a mail in the reader's language.
pub(crate) struct Content {
    pub(crate) subject: String,
    /// The preview text that mail programs show after the subject.
    pub(crate) preheader: String,
    /// The subject in a word or two, and its tone.
    pub(crate) label: (Tone, String),
    pub(crate) heading: String,
    pub(crate) blocks: Vec<Block>,
    /// Why the reader gets it.
    pub(crate) why: String,
}

/// One part of a letter.
pub(crate) enum Block {
    Text(String),
    /// The heading of a list.
    Section(String),
    Quote {
        by: String,
        text: String,
    },
    /// A number that is the main content of the mail.
    Figure {
        value: String,
        unit: String,
        is_earned: bool,
    },
    Button {
        label: String,
        path: String,
    },
    Row(Row),
    Rule,
}

/// An issue, or another subject of a line.
pub(crate) struct Row {
    /// A short name such as `#377`.
    pub(crate) mark: String,
    pub(crate) title: String,
    pub(crate) note: String,
    pub(crate) path: String,
}

/// The footer of a mail.
pub(crate) struct Footer {
    pub(crate) why: String,
    /// Labels and paths.
    pub(crate) links: Vec<(String, String)>,
}

/// The tone of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Quiet,
    Waiting,
    Good,
    Bad,
    Working,
}

impl Tone {
    pub(crate) fn shade(self) -> Shade<'static> {
        match self {
            Tone::Quiet => palette::INK_3,
            Tone::Waiting => palette::WARNING,
            Tone::Good => palette::SUCCESS,
            Tone::Bad => palette::DANGER,
            Tone::Working => palette::LINK,
        }
    }
}
