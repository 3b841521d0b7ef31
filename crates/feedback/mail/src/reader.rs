//! The sender and the receiver of a mail.

use crate::text;

/// The sender: the programme.
#[derive(Debug, Clone)]
pub struct Programme {
    /// Its name.
    pub name: String,
    /// The address of its app, without a slash at the end.
    pub site: String,
    /// Its logo.
    pub logo: Logo,
    /// The colours of the main button, if the programme has chosen them.
    pub button: Option<ButtonColours>,
}

/// The logo in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Logo {
    /// The mark of Touchstone.
    #[default]
    Mark,
    /// The picture that is attached to the mail as [`LOGO_ID`].
    Attached,
    /// None, for a page that loads nothing.
    Omitted,
}

/// The id of the logo among the parts of a mail.
pub const LOGO_ID: &str = "logo";

/// The background and the text of a button in both schemes, as `#rrggbb`.
#[derive(Debug, Clone)]
pub struct ButtonColours {
    /// Background and text in the light scheme.
    pub light: [String; 2],
    /// Background and text in the dark scheme.
    pub dark: [String; 2],
}

/// The receiver of a mail.
#[derive(Debug, Clone)]
pub struct Reader {
    /// Their name in the programme.
    pub username: String,
    /// Their language.
    pub language: Language,
    /// The path that unsubscribes from mails of this kind, if there is one.
    pub unsubscribe: Option<String>,
}

impl Reader {
    /// The page of their notification preferences.
    pub fn preferences(&self) -> String {
        format!("/u/{}?tab=notifications", text::segment(&self.username))
    }
}

/// A language of mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Language {
    /// English, the fallback for other languages.
    #[default]
    English,
}

impl Language {
    /// All languages.
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

/// A button on a page.
#[derive(Debug, Clone, Copy)]
pub struct PageForm<'a> {
    /// Its label.
    pub label: &'a str,
    /// The posted `scope`.
    pub scope: &'static str,
}
