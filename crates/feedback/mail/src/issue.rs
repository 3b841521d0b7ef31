//! Issues and days in mails.

/// An issue in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Its number.
    pub number: u32,
    /// Its title. `None` for a private issue, of which no other text is shown either.
    pub title: Option<String>,
}

impl Issue {
    /// A public issue.
    pub fn open(number: u32, title: impl Into<String>) -> Issue {
        Issue { number, title: Some(title.into()) }
    }

    /// A private issue, without its title and texts.
    pub fn private(number: u32) -> Issue {
        Issue { number, title: None }
    }

    /// Whether its texts are left out.
    pub fn is_private(&self) -> bool {
        self.title.is_none()
    }

    pub(crate) fn mark(&self) -> String {
        format!("#{}", self.number)
    }

    pub(crate) fn path(&self) -> String {
        format!("/issues/{}", self.number)
    }
}

/// A calendar day of the reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Day {
    /// The year.
    pub year: u16,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Day {
    /// Parses `2026-11-30`, also at the start of a longer text.
    pub fn parse(text: &str) -> Option<Day> {
        let mut parts = text.get(..10)?.split('-');
        let day = Day {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            day: parts.next()?.parse().ok()?,
        };
        ((1..=12).contains(&day.month) && (1..=31).contains(&day.day)).then_some(day)
    }
}
