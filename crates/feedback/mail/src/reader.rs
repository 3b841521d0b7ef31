//! Who writes, and who reads.

use crate::text;

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
    /// English, the fallback for other languages.
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

/// A button of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageForm<'a> {
    /// What it says.
    pub label: &'a str,
    /// What is posted as `scope`.
    pub scope: &'static str,
}
