//! The state of an issue for triage, and the changes between two states.
//!
//! State and changes come from one list, so that no field can change without an entry in the
//! timeline.

use serde::{Deserialize, Serialize};

use crate::build::Build;
use crate::id::{IssueId, UserId};
use crate::kind::Kind;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::stage::Stage;
use crate::timestamp::Timestamp;
use crate::visibility::Visibility;

/// The facts of an issue at submission. Triage does not change them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The issue.
    pub id: IssueId,
    /// Its kind.
    pub kind: Kind,
    /// Its reporter.
    pub reporter: UserId,
    /// The build it was seen in.
    pub build: Build,
    /// The time of submission.
    pub submitted_at: Timestamp,
}

macro_rules! state {
    ($($(#[$doc:meta])* $field:ident: $type:ty, $change:ident;)*) => {
        /// The state of an issue.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct IssueState {
            /// The facts at submission.
            pub origin: Origin,
            $($(#[$doc])* pub $field: $type,)*
        }

        /// A changed field.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "field", rename_all = "camelCase")]
        pub enum Change {
            $($(#[$doc])* $change {
                /// The old value.
                before: $type,
                /// The new value.
                after: $type,
            },)*
        }

        impl IssueState {
            /// The fields that differ in a later state.
            pub fn changes_to(&self, after: &IssueState) -> Vec<Change> {
                let mut changes = Vec::new();
                $(if self.$field != after.$field {
                    changes.push(Change::$change {
                        before: self.$field.clone(),
                        after: after.$field.clone(),
                    });
                })*
                changes
            }

            /// Applies a change, unless the old value differs.
            pub fn apply(&mut self, change: &Change) -> Result<(), Gap> {
                match change {
                    $(Change::$change { before, after } => {
                        if self.$field != *before {
                            return Err(Gap);
                        }
                        self.$field = after.clone();
                    })*
                }
                Ok(())
            }
        }

        impl Change {
            /// The inverse change.
            pub fn inverse(&self) -> Change {
                match self.clone() {
                    $(Change::$change { before, after } => {
                        Change::$change { before: after, after: before }
                    })*
                }
            }
        }
    };
}

/// A change does not match the state: an event is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the timeline does not continue the state of the issue")]
pub struct Gap;

state! {
    /// Its stage.
    stage: Stage, Stage;
    /// Its visibility.
    visibility: Visibility, Visibility;
    /// Its severity, which is set when a bug is accepted.
    severity: Option<Severity>, Severity;
    /// The quality of the report.
    quality: Quality, Quality;
    /// Whether the reporter has answered since the last action of an administrator.
    answered: bool, Answered;
    /// The build with the fix, according to an administrator.
    build_fixed: Option<Build>, BuildFixed;
    /// The build in which the fix was verified.
    build_verified: Option<Build>, BuildVerified;
    /// How often the failure came back.
    regressions: u32, Regressions;
    /// Whether the reporter has used their one reopening.
    reopened_by_reporter: bool, ReopenedByReporter;
    /// The time of the first action of an administrator that the reporter could see.
    first_response_at: Option<Timestamp>, FirstResponseAt;
    /// The time of the first confirmation.
    confirmed_at: Option<Timestamp>, ConfirmedAt;
    /// When its points were settled.
    settled_at: Option<Timestamp>, SettledAt;
    /// When it was marked as fixed, in this cycle.
    fixed_at: Option<Timestamp>, FixedAt;
    /// When the fix was verified, in this cycle.
    verified_at: Option<Timestamp>, VerifiedAt;
    /// When it was closed, if it is.
    closed_at: Option<Timestamp>, ClosedAt;
}

impl IssueState {
    /// A newly submitted issue.
    pub fn submitted(origin: Origin, visibility: Visibility) -> IssueState {
        IssueState {
            origin,
            stage: Stage::NEW,
            visibility,
            severity: None,
            quality: Quality::default(),
            answered: false,
            build_fixed: None,
            build_verified: None,
            regressions: 0,
            reopened_by_reporter: false,
            first_response_at: None,
            confirmed_at: None,
            settled_at: None,
            fixed_at: None,
            verified_at: None,
            closed_at: None,
        }
    }
}
