//! An issue as triage sees it, and how a difference between two of them is written down.
//!
//! The state and its changes come from one list, so that no field can change without the timeline
//! being able to tell of it.

use serde::{Deserialize, Serialize};

use crate::build::Build;
use crate::id::{IssueId, UserId};
use crate::kind::Kind;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::stage::Stage;
use crate::timestamp::Timestamp;
use crate::visibility::Visibility;

/// What an issue was when it was submitted; no command of triage changes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Origin {
    /// The issue.
    pub id: IssueId,
    /// What it is about.
    pub kind: Kind,
    /// Who reported it.
    pub reporter: UserId,
    /// The build it was seen in.
    pub build: Build,
    /// When it was submitted.
    pub submitted_at: Timestamp,
}

macro_rules! state {
    ($($(#[$doc:meta])* $field:ident: $type:ty, $change:ident;)*) => {
        /// An issue as triage sees it.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct IssueState {
            /// What it was when it was submitted.
            pub origin: Origin,
            $($(#[$doc])* pub $field: $type,)*
        }

        /// One field that became something else.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(tag = "field", rename_all = "camelCase")]
        pub enum Change {
            $($(#[$doc])* $change {
                /// What it was.
                before: $type,
                /// What it is.
                after: $type,
            },)*
        }

        impl IssueState {
            /// What became different between this state and a later one, field by field.
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

            /// Makes one change, unless the field is not what the change says it was.
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
            /// The change that takes this one back.
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

/// A change does not continue the state it is applied to: an event is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the timeline does not continue the state of the issue")]
pub struct Gap;

state! {
    /// Its stage.
    stage: Stage, Stage;
    /// Who may see it.
    visibility: Visibility, Visibility;
    /// How bad it is; set on accepting a bug.
    severity: Option<Severity>, Severity;
    /// How well the report is made.
    quality: Quality, Quality;
    /// Whether the reporter has answered since an administrator last acted.
    answered: bool, Answered;
    /// The build that is said to fix it.
    build_fixed: Option<Build>, BuildFixed;
    /// The build that does.
    build_verified: Option<Build>, BuildVerified;
    /// How often it came back.
    regressions: u32, Regressions;
    /// Whether the reporter has used the one reopening.
    reopened_by_reporter: bool, ReopenedByReporter;
    /// When an administrator first did something the reporter could see.
    first_response_at: Option<Timestamp>, FirstResponseAt;
    /// When it was confirmed, for the first time.
    confirmed_at: Option<Timestamp>, ConfirmedAt;
    /// When its points became final.
    settled_at: Option<Timestamp>, SettledAt;
    /// When it was marked as fixed, in this cycle.
    fixed_at: Option<Timestamp>, FixedAt;
    /// When the fix was verified, in this cycle.
    verified_at: Option<Timestamp>, VerifiedAt;
    /// When it was closed, while it is.
    closed_at: Option<Timestamp>, ClosedAt;
}

impl IssueState {
    /// An issue that was just submitted.
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
