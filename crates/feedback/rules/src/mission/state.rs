//! The states of a mission.

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

keyed_enum! {
    /// The state of a mission.
    pub enum MissionState {
        /// Being written; only administrators see it.
        Draft = "draft",
        /// Visible to all; it opens automatically.
        Scheduled = "scheduled",
        /// It can be started.
        Live = "live",
        /// Cannot be started for now; testers who have started may continue.
        Paused = "paused",
        /// The window is over.
        Ended = "ended",
        /// Out of the way.
        Archived = "archived",
    }
}

impl MissionState {
    /// The states that may follow this one.
    pub fn next(self) -> &'static [MissionState] {
        use MissionState::{Archived, Draft, Ended, Live, Paused, Scheduled};
        match self {
            Draft => &[Scheduled, Live, Archived],
            Scheduled => &[Draft, Live, Ended],
            Live => &[Paused, Ended],
            Paused => &[Live, Ended],
            Ended => &[Archived],
            Archived => &[],
        }
    }

    /// The mission in another state, if that may follow.
    pub fn become_state(self, to: MissionState) -> Result<MissionState, Refused> {
        if self.next().contains(&to) {
            Ok(to)
        } else {
            Err(Refused::MissionBadState { from: self.key(), to: to.key() })
        }
    }

    /// Whether steps, points and review are fixed, because a tester may have begun.
    pub fn is_frozen(self) -> bool {
        !matches!(self, MissionState::Draft | MissionState::Scheduled)
    }

    /// Whether who has begun may go on.
    pub fn is_open(self) -> bool {
        matches!(self, MissionState::Live | MissionState::Paused)
    }
}
