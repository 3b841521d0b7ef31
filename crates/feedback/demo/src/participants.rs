//! Who takes part, and when they came; the builds they test, and the seasons they play.

use feedback_model::build::{Build, Channel};
use feedback_model::season::{Season, SeasonState};
use feedback_model::{BuildId, Span, Timestamp, UserId};

use super::seeded_rng::SeededRng;

/// How many weeks it takes.
pub(super) const WEEKS: u32 = 8;

/// How many testers can sign in where a password is given.
pub const SIGNING_IN: usize = 10;

/// What the administrators are called.
pub(super) const ADMINISTRATORS: [&str; 3] = ["maren", "jules", "priya"];

/// How many weeks the first season lasts.
const FIRST_SEASON_WEEKS: u32 = 4;

/// How long the first season is looked through before it is final. By then everything in it is
/// settled.
pub(super) const REVIEW_DAYS: u32 = 14;

/// A build and its release.
#[derive(Debug, Clone)]
pub(super) struct Release {
    pub(super) build: Build,
    pub(super) at: Timestamp,
    pub(super) version: String,
    pub(super) is_retired: bool,
}

/// All participants, and the frame of time.
#[derive(Debug, Clone)]
pub(super) struct Participants {
    /// The ids of the testers, in the order in which they came; the first are the busiest.
    pub(super) testers: Vec<UserId>,
    /// The ids of the administrators.
    pub(super) administrators: Vec<UserId>,
    /// The builds of the web app, one a week.
    pub(super) releases: Vec<Release>,
    /// When the first report may come.
    pub(super) begin: Timestamp,
    /// When it ends: now.
    pub(super) end: Timestamp,
}

impl Participants {
    /// The participants of a programme that ends now.
    pub(super) fn of(testers: usize, end: Timestamp, seed: u64) -> Participants {
        let mut rng = SeededRng::of(seed, "people");
        let begin = end.before(Span::days(WEEKS * 7));
        let administrators = ADMINISTRATORS.map(|_| UserId::from(rng.id())).to_vec();
        let testers = (0..testers).map(|_| UserId::from(rng.id())).collect();
        let releases = releases(end, &mut SeededRng::of(seed, "builds"));
        Participants { testers, administrators, releases, begin, end }
    }

    /// When a tester came: the first before it began, the last two weeks before it ends.
    pub(super) fn joined_at(&self, tester: usize) -> Timestamp {
        let (first, while_joining) = self.joining();
        Timestamp(first.0 + while_joining * tester as i64 / self.testers.len().max(1) as i64)
    }

    /// How many testers there are at a moment.
    pub(super) fn present(&self, at: Timestamp) -> usize {
        let (first, while_joining) = self.joining();
        let count = (at.0 - first.0).max(0) * self.testers.len() as i64 / while_joining + 1;
        usize::try_from(count).unwrap_or(1).min(self.testers.len()).max(1)
    }

    fn joining(&self) -> (Timestamp, i64) {
        let first = self.begin.before(Span::days(4));
        (first, self.end.before(Span::days(14)).0 - first.0)
    }

    /// One of those who are there, the busy ones more often.
    pub(super) fn any_tester(&self, at: Timestamp, rng: &mut SeededRng) -> usize {
        rng.favoured(self.present(at))
    }

    /// One of the administrators.
    pub(super) fn administrator(&self, rng: &mut SeededRng) -> &UserId {
        &self.administrators[rng.at(self.administrators.len())]
    }

    /// What people run at a moment.
    pub(super) fn newest(&self, at: Timestamp) -> &Release {
        self.releases.iter().rfind(|release| release.at <= at).unwrap_or(&self.releases[0])
    }

    /// The seasons as they were at a moment.
    pub(super) fn seasons(&self, at: Timestamp) -> [Season; 2] {
        let turn = self.begin.after(Span::days(FIRST_SEASON_WEEKS * 7));
        let sealed = turn.after(Span::days(REVIEW_DAYS));
        let (first, second) = if at < turn {
            (SeasonState::Live, SeasonState::Draft)
        } else if at < sealed {
            (SeasonState::Review, SeasonState::Live)
        } else {
            (SeasonState::Final, SeasonState::Live)
        };
        let season = |number, starts_at, ends_at, state| Season {
            number,
            starts_at,
            ends_at,
            review_days: REVIEW_DAYS,
            state,
        };
        let starts_at = self.begin.before(Span::days(1));
        let ends_at = self.end.after(Span::days(14));
        [season(1, starts_at, turn, first), season(2, turn, ends_at, second)]
    }
}

/// The builds of the web app: one a week, named as versions go. The last came yesterday.
fn releases(end: Timestamp, rng: &mut SeededRng) -> Vec<Release> {
    (0..=WEEKS)
        .map(|week| Release {
            at: end.before(Span::days((WEEKS - week) * 7)).before(Span::hours(30)),
            build: Build { id: BuildId::from(rng.id()), channel: Channel::Web, ordinal: week + 1 },
            version: format!("0.{}.{}", 3 + week / 4, week % 4),
            is_retired: week + 5 <= WEEKS,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_who_is_there_has_come() {
        let participants = Participants::of(333, Timestamp(1_763_200_000_000), 1);
        for hour in 0..WEEKS * 7 * 24 {
            let at = participants.begin.after(Span::hours(hour));
            let present = participants.present(at);
            assert!(participants.joined_at(present - 1) <= at);
            assert!(present == 333 || participants.joined_at(present) > at);
        }
    }
}
