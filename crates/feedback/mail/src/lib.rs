//! Letters: what a notification says by mail, as HTML and as plain text.
//!
//! A [`Notice`] is the event, a [`Reader`] its receiver, a [`Programme`] its sender. The words of a
//! language turn a notice into blocks. The same blocks are written twice, as HTML with inline
//! styles (`html`) and as lines of 72 columns (`plain`). Data gets into HTML by one escaping
//! function, and links lead to the programme's own site alone.
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
pub use reader::{Language, PageForm, Programme, Reader};

use block::Content;

/// A mail's words, ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Letter {
    /// One line without control characters.
    pub subject: String,
    /// The part for clients that show HTML.
    pub html: String,
    /// The part for those that do not.
    pub text: String,
}

/// Writes the letter of one notification.
pub fn letter(programme: &Programme, reader: &Reader, notice: &Notice) -> Letter {
    written(programme, reader, &words::content(reader, notice))
}

/// Writes the letter that tells several notifications at once.
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

/// What a kind of notification is called, `digest` and `all` included.
pub fn kind_name(language: Language, kind: &str) -> &'static str {
    words::kind_name(language, kind)
}

/// The page that a link in a letter leads to, by the same components: a heading, a paragraph, and
/// forms that post a field to the page's own address.
pub fn page(programme: &Programme, heading: &str, said: &str, forms: &[PageForm<'_>]) -> String {
    html::page(programme, heading, said, forms)
}
