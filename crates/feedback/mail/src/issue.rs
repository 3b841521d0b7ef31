//! What letters name: issues and days.

/// An issue as a letter may name it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// Its number.
    pub number: u32,
    /// Its title; `None` if the issue is private, and then no other text of it is shown either.
    pub title: Option<String>,
}

impl Issue {
    /// A public issue.
    pub fn open(number: u32, title: impl Into<String>) -> Issue {
        Issue { number, title: Some(title.into()) }
    }

    /// One whose title and texts stay in the app.
    pub fn private(number: u32) -> Issue {
        Issue { number, title: None }
    }

    /// Whether its texts stay in the app.
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

/// A day of the reader's calendar.
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
    /// Reads `2026-11-30`, also at the beginning of a longer text.
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
