//! Seasons: their states, and the season of a report.

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;
use crate::timestamp::{Span, Timestamp};

keyed_enum! {
    /// The state of a season.
    pub enum SeasonState {
        /// In preparation.
        Draft = "draft",
        /// Running.
        Live = "live",
        /// Ended, while the last decisions are made.
        Review = "review",
        /// Sealed.
        Final = "final",
        /// Archived.
        Archived = "archived",
    }
}

impl SeasonState {
    /// Whether entries can be added to a season in this state.
    pub fn takes_entries(self) -> bool {
        matches!(self, SeasonState::Live | SeasonState::Review)
    }
}

/// A season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Season {
    /// Its number, from 1.
    pub number: u32,
    /// Its start.
    pub starts_at: Timestamp,
    /// Its end, exclusive.
    pub ends_at: Timestamp,
    /// Days of review after its end.
    pub review_days: u32,
    /// Its state.
    pub state: SeasonState,
}

/// The season number of points outside a season: shown, but not ranked.
pub const UNSEASONED: u32 = 0;

impl Season {
    fn contains(&self, at: Timestamp) -> bool {
        self.starts_at <= at && at < self.ends_at
    }

    /// The end of the review.
    pub fn review_ends_at(&self) -> Timestamp {
        self.ends_at.after(Span::days(self.review_days))
    }

    /// The season in its next state. A season that is opened or ended early starts or ends now, so
    /// that its dates are true and the rest of the time is free for another season.
    pub fn entering(&self, to: SeasonState, now: Timestamp) -> Season {
        let mut next = Season { state: to, ..self.clone() };
        match to {
            SeasonState::Live => next.starts_at = self.starts_at.min(now),
            // A report of this very moment still belongs to it.
            SeasonState::Review => next.ends_at = self.ends_at.min(Timestamp(now.0 + 1)),
            SeasonState::Draft | SeasonState::Final | SeasonState::Archived => {}
        }
        next
    }

    /// The state that is due, if it differs.
    pub fn awaited(&self, now: Timestamp) -> Option<SeasonState> {
        match self.state {
            SeasonState::Draft if self.contains(now) => Some(SeasonState::Live),
            SeasonState::Live if now >= self.ends_at => Some(SeasonState::Review),
            SeasonState::Review if now >= self.review_ends_at() => Some(SeasonState::Final),
            _ => None,
        }
    }
}

/// The season of a report's points: that of its submission while entries can be added, otherwise
/// the live one, otherwise none.
pub fn season_for(seasons: &[Season], submitted_at: Timestamp) -> u32 {
    let own =
        seasons.iter().find(|season| season.contains(submitted_at) && season.state.takes_entries());
    let live = || seasons.iter().find(|season| season.state == SeasonState::Live);
    own.or_else(live).map_or(UNSEASONED, |season| season.number)
}

/// Whether entries of a season can no longer be reversed.
pub fn is_frozen(seasons: &[Season], number: u32) -> bool {
    let season = seasons.iter().find(|season| season.number == number);
    season.is_some_and(|season| !season.state.takes_entries())
}

/// Whether a season can have these dates beside the others.
pub fn may_stand(season: &Season, others: &[Season]) -> Result<(), Refused> {
    if season.starts_at >= season.ends_at {
        return Err(Refused::SeasonBackwards);
    }
    let overlaps = |other: &&Season| {
        other.number != season.number
            && season.starts_at < other.ends_at
            && other.starts_at < season.ends_at
    };
    match others.iter().find(overlaps) {
        Some(other) => Err(Refused::SeasonOverlap(other.number)),
        None => Ok(()),
    }
}

/// Whether the transition is allowed. Transitions are one-way, and at most one season is live.
pub fn may_become(season: &Season, to: SeasonState, others: &[Season]) -> Result<(), Refused> {
    let is_next = matches!(
        (season.state, to),
        (SeasonState::Draft, SeasonState::Live)
            | (SeasonState::Live, SeasonState::Review)
            | (SeasonState::Review, SeasonState::Final)
            | (SeasonState::Final, SeasonState::Archived)
    );
    if !is_next {
        return Err(Refused::SeasonBadState { from: season.state.key(), to: to.key() });
    }
    let is_other_live =
        |other: &Season| other.number != season.number && other.state == SeasonState::Live;
    if to == SeasonState::Live && others.iter().any(is_other_live) {
        return Err(Refused::SeasonAlreadyLive);
    }
    Ok(())
}

/// Whether an entry can be added to a season in this state.
pub fn may_enter(state: SeasonState) -> Result<(), Refused> {
    if state.takes_entries() { Ok(()) } else { Err(Refused::SeasonFinal) }
}

#[cfg(test)]
mod tests {
    use super::{Season, SeasonState, UNSEASONED, may_become, may_enter, may_stand, season_for};
    use crate::refused::Refused;
    use crate::timestamp::{Span, Timestamp};

    fn season(number: u32, from: i64, to: i64, state: SeasonState) -> Season {
        Season { number, starts_at: Timestamp(from), ends_at: Timestamp(to), review_days: 7, state }
    }

    #[test]
    fn a_report_belongs_to_the_season_it_was_sent_in_while_that_takes_entries() {
        let mut seasons =
            vec![season(1, 0, 100, SeasonState::Review), season(2, 100, 200, SeasonState::Live)];
        assert_eq!(season_for(&seasons, Timestamp(99)), 1);
        assert_eq!(season_for(&seasons, Timestamp(100)), 2);
        seasons[0].state = SeasonState::Final;
        assert_eq!(season_for(&seasons, Timestamp(99)), 2);
        seasons[1].state = SeasonState::Draft;
        assert_eq!(season_for(&seasons, Timestamp(150)), UNSEASONED);
    }

    #[test]
    fn seasons_touch_and_never_overlap() {
        let first = &[season(1, 0, 100, SeasonState::Live)];
        assert_eq!(may_stand(&season(2, 100, 200, SeasonState::Draft), first), Ok(()));
        let overlapping = season(2, 99, 200, SeasonState::Draft);
        assert_eq!(may_stand(&overlapping, first), Err(Refused::SeasonOverlap(1)));
        assert_eq!(may_stand(&first[0], first), Ok(()));
        let backwards = season(3, 9, 9, SeasonState::Draft);
        assert_eq!(may_stand(&backwards, &[]), Err(Refused::SeasonBackwards));
    }

    #[test]
    fn states_follow_each_other_one_way_and_one_season_is_live() {
        for from in SeasonState::ALL {
            for to in SeasonState::ALL {
                let follows = from as u8 + 1 == to as u8;
                let allowed = may_become(&season(1, 0, 1, from), to, &[]).is_ok();
                assert_eq!(allowed, follows, "{} → {}", from.key(), to.key());
            }
        }
        let live = season(2, 5, 9, SeasonState::Live);
        let draft = season(1, 0, 1, SeasonState::Draft);
        let refused = may_become(&draft, SeasonState::Live, &[live]);
        assert_eq!(refused, Err(Refused::SeasonAlreadyLive));
    }

    #[test]
    fn a_season_opened_or_ended_early_has_the_dates_of_what_happened() {
        let draft = season(2, 500, 900, SeasonState::Draft);
        let live = draft.entering(SeasonState::Live, Timestamp(100));
        assert_eq!((live.starts_at, live.ends_at), (Timestamp(100), Timestamp(900)));
        let late = draft.entering(SeasonState::Live, Timestamp(600));
        assert_eq!(late.starts_at, Timestamp(500), "late, it keeps what belongs to it");
        let ended = live.entering(SeasonState::Review, Timestamp(300));
        assert_eq!((ended.starts_at, ended.ends_at), (Timestamp(100), Timestamp(301)));
        assert_eq!(ended.review_ends_at(), Timestamp(301).after(Span::days(7)));
        let next = season(3, 301, 900, SeasonState::Draft);
        assert_eq!(may_stand(&next, std::slice::from_ref(&ended)), Ok(()));
        assert_eq!(ended.entering(SeasonState::Final, Timestamp(400)).ends_at, Timestamp(301));
    }

    #[test]
    fn the_clock_ends_a_season_and_then_its_review() {
        let end = Timestamp(1000);
        let live = season(1, 0, 1000, SeasonState::Live);
        assert_eq!(live.awaited(Timestamp(999)), None);
        assert_eq!(live.awaited(end), Some(SeasonState::Review));
        let review = season(1, 0, 1000, SeasonState::Review);
        assert_eq!(review.awaited(end), None);
        assert_eq!(review.awaited(end.after(Span::days(7))), Some(SeasonState::Final));
        assert!(may_enter(SeasonState::Review).is_ok() && may_enter(SeasonState::Final).is_err());
    }
}
