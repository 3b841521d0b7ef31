//! E-mail templates of notifications, as HTML and plain text.
//!
//! A [`Notice`] is the event, a [`Reader`] its receiver, a [`Programme`] its sender. The texts of a
//! language turn a notice into blocks. The same blocks are rendered twice, as HTML with inline
//! styles (`html`) and as lines of 72 columns (`plain`). Data is inserted into HTML by a single
//! escaping function, and links lead only to the programme's own site.
//!
//! Pure: no IO, no clock, no randomness.

mod block;
mod digest;
mod html;
mod issue;
mod notice;
mod palette;
mod plain;
mod reader;
pub mod sample;
mod style;
mod text;
mod words;

pub use digest::Digest;
pub use issue::{Day, Issue};
pub use notice::{AccountState, Change, Mission, MissionNews, News, Notice, Remark};
pub use palette::{CONTRAST, contrast};
pub use reader::{ButtonColours, LOGO_ID, Language, Logo, PageForm, Programme, Reader};

use block::Content;

/// The subject and both bodies of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// One line without control characters.
    pub subject: String,
    /// The HTML body.
    pub html: String,
    /// The plain text body.
    pub text: String,
}

/// The mail for one notification.
pub fn letter(programme: &Programme, reader: &Reader, notice: &Notice) -> Letter {
    written(programme, reader, &words::content(reader, notice))
}

/// The mail for several notifications.
pub fn digest(programme: &Programme, reader: &Reader, digest: &Digest) -> Letter {
    written(programme, reader, &words::digest(programme, reader, digest))
}

fn written(programme: &Programme, reader: &Reader, content: &Content) -> Letter {
    let footer = words::footer(reader, content);
    Letter {
        subject: text::subject(&content.subject),
        html: html::document(programme, reader, content, &footer),
        text: plain::document(programme, content, &footer),
    }
}

/// The display name of a kind of notification, including `digest` and `all`.
pub fn kind_name(language: Language, kind: &str) -> &'static str {
    words::kind_name(language, kind)
}

/// The page behind a link in a mail, with the same components: a heading, a paragraph, and forms
/// that post a field to the page's own address.
pub fn page(programme: &Programme, heading: &str, said: &str, forms: &[PageForm<'_>]) -> String {
    html::page(programme, heading, said, forms)
}
