//! What a mission consists of, besides its steps.

use serde::{Deserialize, Serialize};

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

/// The least and the most that a mission pays.
pub const POINTS: std::ops::RangeInclusive<u32> = 5..=200;
/// The most places.
pub const PLACES: u32 = 1_000_000;
/// The highest level that can be asked for.
pub const MOST_TRUST: u32 = 3;

keyed_enum! {
    /// What sort of mission it is.
    pub enum MissionKind {
        /// Steps to follow.
        Guided = "guided",
        /// Something on a chain.
        Onchain = "onchain",
        /// Questions.
        Survey = "survey",
        /// Whether a fix works.
        VerifyFix = "verify_fix",
    }
}

keyed_enum! {
    /// Who looks at what was handed in.
    pub enum ReviewMode {
        /// No review if all checks pass.
        Auto = "auto",
        /// A person, always.
        Manual = "manual",
        /// A person, at some.
        Sample = "sample",
    }
}

/// How a mission is looked at, as it was sent and as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// Who looks.
    pub mode: ReviewMode,
    /// Of a hundred, at how many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percent: Option<u32>,
}

impl Review {
    /// By machine alone.
    pub const AUTO: Review = Review { mode: ReviewMode::Auto, percent: None };

    /// Of a hundred that pass, at how many a person looks.
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

/// The plain values of a mission.
#[derive(Debug, Clone, Copy)]
pub struct Plain<'a> {
    /// What it is called.
    pub title: &'a str,
    /// What to try, and why.
    pub brief: &'a str,
    /// What it pays.
    pub points: u32,
    /// How many may do it.
    pub capacity: Option<u32>,
    /// From which level on.
    pub min_trust: u32,
    /// About how long it takes.
    pub minutes: Option<u32>,
    /// Who looks.
    pub review: Review,
}

impl Plain<'_> {
    /// Refuses what does not fit, by the field.
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

/// Whether a text can be a mission's place in addresses.
pub fn is_slug(text: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (3..=60).contains(&text.len())
        && text.bytes().all(is_inner)
        && !text.starts_with('-')
        && !text.ends_with('-')
}

/// A place in addresses made of a title.
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
