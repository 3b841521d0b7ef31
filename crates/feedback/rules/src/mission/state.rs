//! The states of a mission.

use crate::keyed_enum::keyed_enum;
use crate::refused::Refused;

keyed_enum! {
    /// The state of a mission.
    pub enum MissionState {
        /// In preparation, visible only to administrators.
        Draft = "draft",
        /// Visible to all; it opens automatically.
        Scheduled = "scheduled",
        /// It can be started.
        Live = "live",
        /// Cannot be started for now. Testers who have started may continue.
        Paused = "paused",
        /// The end has passed.
        Ended = "ended",
        /// Archived.
        Archived = "archived",
    }
}

impl MissionState {
    /// The possible next states.
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

    /// The next state, if the transition is allowed.
    pub fn become_state(self, to: MissionState) -> Result<MissionState, Refused> {
        if self.next().contains(&to) {
            Ok(to)
        } else {
            Err(Refused::MissionBadState { from: self.key(), to: to.key() })
        }
    }

    /// Whether steps, points and review are fixed, because a tester may have started.
    pub fn is_frozen(self) -> bool {
        !matches!(self, MissionState::Draft | MissionState::Scheduled)
    }

    /// Whether testers who have started can continue.
    pub fn is_open(self) -> bool {
        matches!(self, MissionState::Live | MissionState::Paused)
    }
}
