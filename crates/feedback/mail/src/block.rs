//! What a letter is made of, before it is HTML or plain text.

use crate::palette::{self, Shade};

/// The content of a letter in the reader's language.
pub(crate) struct Content {
    pub(crate) subject: String,
    /// What lists of mails show behind the subject.
    pub(crate) preheader: String,
    /// What it is about in a word or two, and how that is meant.
    pub(crate) label: (Tone, String),
    pub(crate) heading: String,
    pub(crate) blocks: Vec<Block>,
    /// Why the reader gets it.
    pub(crate) why: String,
}

/// One part of a letter.
pub(crate) enum Block {
    Text(String),
    /// The head of a list.
    Section(String),
    Quote {
        by: String,
        text: String,
    },
    /// A number that is the point of the letter.
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

/// An issue, or something else that a line is about.
pub(crate) struct Row {
    /// A short name such as `#377`.
    pub(crate) mark: String,
    pub(crate) title: String,
    pub(crate) note: String,
    pub(crate) path: String,
}

/// The end of a letter.
pub(crate) struct Footer {
    pub(crate) why: String,
    /// Labels and paths.
    pub(crate) links: Vec<(String, String)>,
}

/// How a word is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tone {
    Quiet,
    Waiting,
    Good,
    Bad,
    Working,
}

impl Tone {
    pub(crate) fn shade(self) -> Shade {
        match self {
            Tone::Quiet => palette::INK_3,
            Tone::Waiting => palette::WARNING,
            Tone::Good => palette::SUCCESS,
            Tone::Bad => palette::DANGER,
            Tone::Working => palette::LINK,
        }
    }
}
