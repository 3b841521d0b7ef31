//! The fields of a mission, without its steps.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// The range of a mission's points.
pub const POINTS: std::ops::RangeInclusive<u32> = 5..=200;
/// The most places.
pub const PLACES: u32 = 1_000_000;
/// The highest required trust level.
pub const MOST_TRUST: u32 = 3;

keyed_enum! {
    /// The kind of a mission.
    pub enum MissionKind {
        /// Steps to follow.
        Guided = "guided",
        /// Transactions.
        Onchain = "onchain",
        /// Questions.
        Survey = "survey",
        /// A check of a fix.
        VerifyFix = "verify_fix",
    }
}

keyed_enum! {
    /// Which submissions are reviewed.
    pub enum ReviewMode {
        /// No review if all checks pass.
        Auto = "auto",
        /// All of them.
        Manual = "manual",
        /// A sample.
        Sample = "sample",
    }
}

/// The review, in the form in which it is sent and stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The mode.
    pub mode: ReviewMode,
    /// The percentage in the sample.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u32>,
}

impl Review {
    /// Without review.
    pub const AUTO: Review = Review { mode: ReviewMode::Auto, percent: None };

    /// The percentage of passing submissions that are reviewed.
    pub fn share(self) -> u32 {
        match self.mode {
            ReviewMode::Auto => 0,
            ReviewMode::Manual => 100,
            ReviewMode::Sample => self.percent.unwrap_or_default(),
        }
    }

    fn is_fit(self) -> bool {
        match (self.mode, self.percent) {
            (ReviewMode::Sample, Some(percent)) => (1..=99).contains(&percent),
            (ReviewMode::Sample, None) => false,
            (_, percent) => percent.is_none(),
        }
    }
}

/// The plain fields of a mission.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    /// The title.
    pub title: &'a str,
    /// The instructions.
    pub brief: &'a str,
    /// The points.
    pub points: u32,
    /// The number of places.
    pub capacity: Option<u32>,
    /// The lowest trust level.
    pub min_trust: u32,
    /// The approximate duration in minutes.
    pub minutes: Option<u32>,
    /// The review.
    pub review: Review,
}

impl Plain<'_> {
    /// Refuses invalid fields.
    pub fn check(&self) -> Result<(), Refused> {
        let refuse = |field, problem: String| Err(Refused::MissionField { field, problem });
        let title = self.title.trim();
        if !(8..=100).contains(&title.chars().count()) || title.chars().any(char::is_control) {
            return refuse("title", "A title has 8 to 100 characters on one line.".to_owned());
        }
        if self.brief.chars().count() > 4_000 {
            return refuse("brief", "A brief has at most 4,000 characters.".to_owned());
        }
        if !POINTS.contains(&self.points) {
            let (least, most) = (POINTS.start(), POINTS.end());
            return refuse("points", format!("A mission pays {least} to {most} points."));
        }
        if self.capacity.is_some_and(|places| !(1..=PLACES).contains(&places)) {
            return refuse(
                "capacity",
                "A mission has 1 to 1,000,000 places, or no limit.".to_owned(),
            );
        }
        if self.min_trust > MOST_TRUST {
            return refuse("minTrust", format!("Ask for a level from 0 to {MOST_TRUST}."));
        }
        if self.minutes.is_some_and(|minutes| !(1..=600).contains(&minutes)) {
            return refuse("minutes", "A mission takes 1 to 600 minutes.".to_owned());
        }
        if !self.review.is_fit() {
            let problem =
                "A sample needs 1 to 99 per cent; the other kinds of review have no percentage.";
            return refuse("review", problem.to_owned());
        }
        Ok(())
    }
}

/// Whether a text is a valid slug.
pub fn is_slug(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (3..=60).contains(&text.len())
        && text.bytes().all(is_inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// A slug derived from a title.
pub fn slug(title: &str) -> String {
    let mut slug = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => slug.push(letter),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
        if slug.len() >= 48 {
            break;
        }
    }
    let slug = slug.trim_matches('-');
    if slug.len() < 3 {
        format!("mission-{slug}").trim_end_matches('-').to_owned()
    } else {
        slug.to_owned()
    }
}
