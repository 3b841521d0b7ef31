//! Letters: what a notification says by mail, as HTML and as plain text.
//!
//! A [`Notice`] is what happened, a [`Reader`] whom it is told, a [`Programme`] who tells it.
//! The words of a language turn a notice into blocks; the same blocks are written twice, by
//! components whose styles are inline ([`html`]) and as lines of 72 columns ([`plain`]). Data gets
//! into HTML by one escaping function, and links lead to the programme's own site alone.
//!
//! Pure: no IO, no clock, no randomness.

mod block;
mod digest;
mod html;
mod issue;
mod notice;
mod palette;
mod plain;
pub mod sample;
mod style;
mod text;
mod words;

pub use digest::Digest;
pub use issue::{Day, Issue};
pub use notice::{AccountState, Achievement, Change, News, Notice, Remark};
pub use palette::{CONTRAST, contrast};

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

/// Who writes: the programme as its administrators have named it.
#[derive(Debug, Clone)]
pub struct Programme {
    /// Its name.
    pub name: String,
    /// Where its app is, without a slash at the end.
    pub site: String,
}

/// Whom a letter is for.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Their name in the programme.
    pub username: String,
    /// What they read.
    pub language: Language,
    /// The path that ends mails of this kind, if there is one.
    pub unsubscribe: Option<String>,
}

impl Reader {
    /// Where they choose what they are mailed.
    pub fn preferences(&self) -> String {
        format!("/u/{}?tab=notifications", text::segment(&self.username))
    }
}

/// A language that letters are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, for everybody whose own language there is not.
    #[default]
    English,
}

impl Language {
    /// All there are.
    pub const ALL: [Language; 1] = [Language::English];

    /// The language of a locale such as `en-GB`, or English.
    pub fn of_locale(locale: &str) -> Language {
        let spoken = locale.split(['-', '_']).next().unwrap_or_default();
        Language::ALL
            .into_iter()
            .find(|language| language.tag().eq_ignore_ascii_case(spoken))
            .unwrap_or_default()
    }

    /// Its tag, as HTML and headers name it.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
        }
    }
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

/// A button of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageForm<'a> {
    /// What it says.
    pub label: &'a str,
    /// What is posted as `scope`.
    pub scope: &'static str,
}
