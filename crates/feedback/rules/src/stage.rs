//! The stage of an issue, with the data of each stage.
//!
//! These types cannot represent an issue that is closed without a resolution, or a duplicate of
//! nothing. Database columns can, and [`Columns::stage`] rejects such rows.

use serde::{Deserialize, Serialize};

use crate::id::IssueId;
use crate::status::{Resolution, Status};
use crate::timestamp::Timestamp;

/// The stage of an issue.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stage {
    /// Not closed.
    Active(Active),
    /// Closed.
    Closed(Closure),
}

/// The stages of an issue that is not closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Active {
    /// Not triaged yet.
    New {
        /// Until when it is hidden from the queue.
        snoozed_until: Option<Timestamp>,
    },
    /// The reporter was asked a question.
    NeedsInfo {
        /// The stage after the answer.
        resume: Resume,
        /// The time of the question.
        asked_at: Timestamp,
    },
    /// Confirmed.
    Confirmed,
    /// A user works on it.
    InProgress,
    /// Fixed in a build, according to an administrator.
    Fixed,
    /// The fix is verified.
    Verified {
        /// Verified only because no tester objected in time.
        assumed: bool,
    },
}

/// The stage that an answered question restores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resume {
    /// Not confirmed yet.
    New,
    /// Confirmed.
    Confirmed,
}

/// How an issue was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "resolution", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Closure {
    /// Merged into another issue.
    Duplicate {
        /// The root of the set, which is not a duplicate itself.
        of: IssueId,
        /// The stage that unmerging restores.
        before: Active,
    },
    /// Closed in another way.
    Ended {
        /// The resolution.
        how: Ending,
    },
}

/// A resolution other than `duplicate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Resolution", into = "Resolution")]
pub struct Ending(Resolution);

impl Ending {
    /// The reporter did not answer.
    pub const NO_RESPONSE: Ending = Ending(Resolution::NoResponse);
    /// The reporter withdrew it.
    pub const WITHDRAWN: Ending = Ending(Resolution::Withdrawn);

    /// Its resolution.
    pub fn resolution(self) -> Resolution {
        self.0
    }
}

/// A duplicate is not an ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a duplicate is closed by its root")]
pub struct Duplicate;

impl TryFrom<Resolution> for Ending {
    type Error = Duplicate;

    fn try_from(resolution: Resolution) -> Result<Ending, Duplicate> {
        if resolution == Resolution::Duplicate { Err(Duplicate) } else { Ok(Ending(resolution)) }
    }
}

impl From<Ending> for Resolution {
    fn from(ending: Ending) -> Resolution {
        ending.0
    }
}

impl Active {
    /// The status.
    pub fn status(&self) -> Status {
        match self {
            Active::New { .. } => Status::New,
            Active::NeedsInfo { .. } => Status::NeedsInfo,
            Active::Confirmed => Status::Confirmed,
            Active::InProgress => Status::InProgress,
            Active::Fixed => Status::Fixed,
            Active::Verified { .. } => Status::Verified,
        }
    }
}

impl Stage {
    /// A new issue.
    pub const NEW: Stage = Stage::Active(Active::New { snoozed_until: None });

    /// Closed without a reference to another issue.
    pub fn ended(how: Ending) -> Stage {
        Stage::Closed(Closure::Ended { how })
    }

    /// The status.
    pub fn status(&self) -> Status {
        match self {
            Stage::Active(active) => active.status(),
            Stage::Closed(_) => Status::Closed,
        }
    }

    /// Its resolution, if it is closed.
    pub fn resolution(&self) -> Option<Resolution> {
        match self {
            Stage::Active(_) => None,
            Stage::Closed(Closure::Duplicate { .. }) => Some(Resolution::Duplicate),
            Stage::Closed(Closure::Ended { how }) => Some(how.resolution()),
        }
    }

    /// The root of the set it was merged into.
    pub fn duplicate_of(&self) -> Option<&IssueId> {
        match self {
            Stage::Closed(Closure::Duplicate { of, .. }) => Some(of),
            Stage::Active(_) | Stage::Closed(Closure::Ended { .. }) => None,
        }
    }

    /// The stage as columns.
    pub fn columns(&self) -> Columns {
        let mut columns = match self {
            Stage::Active(active) => Columns::of(active),
            Stage::Closed(Closure::Duplicate { of, before }) => Columns {
                duplicate_of: Some(of.clone()),
                state_before_merge: Some(before.clone()),
                ..Columns::bare(Status::Closed)
            },
            Stage::Closed(Closure::Ended { .. }) => Columns::bare(Status::Closed),
        };
        columns.resolution = self.resolution();
        columns
    }
}

/// A stage as the columns of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    /// `status`
    pub status: Status,
    /// `resolution`, only with `closed`
    pub resolution: Option<Resolution>,
    /// `duplicateOf`, only with `duplicate`
    pub duplicate_of: Option<IssueId>,
    /// `stateBeforeMerge`, only with `duplicate`
    pub state_before_merge: Option<Active>,
    /// `resumeStatus`, only with `needs_info`
    pub resume_status: Option<Status>,
    /// `askedAt`, only with `needs_info`
    pub asked_at: Option<Timestamp>,
    /// `snoozedUntil`, only with `new`
    pub snoozed_until: Option<Timestamp>,
    /// `assumed`, only with `verified`
    pub assumed: bool,
}

/// Invalid columns, which no command has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the columns of the issue contradict each other")]
pub struct Incoherent;

impl Columns {
    fn bare(status: Status) -> Columns {
        Columns {
            status,
            resolution: None,
            duplicate_of: None,
            state_before_merge: None,
            resume_status: None,
            asked_at: None,
            snoozed_until: None,
            assumed: false,
        }
    }

    fn of(active: &Active) -> Columns {
        let bare = Columns::bare(active.status());
        match *active {
            Active::New { snoozed_until } => Columns { snoozed_until, ..bare },
            Active::NeedsInfo { resume, asked_at } => {
                let status = match resume {
                    Resume::New => Status::New,
                    Resume::Confirmed => Status::Confirmed,
                };
                Columns { resume_status: Some(status), asked_at: Some(asked_at), ..bare }
            }
            Active::Verified { assumed } => Columns { assumed, ..bare },
            Active::Confirmed | Active::InProgress | Active::Fixed => bare,
        }
    }

    /// The stage of the columns.
    pub fn stage(self) -> Result<Stage, Incoherent> {
        let stage = self.claimed().ok_or(Incoherent)?;
        // Other columns belong to another stage.
        if stage.columns() == self { Ok(stage) } else { Err(Incoherent) }
    }

    fn claimed(&self) -> Option<Stage> {
        let active = match self.status {
            Status::New => Active::New { snoozed_until: self.snoozed_until },
            Status::NeedsInfo => Active::NeedsInfo {
                resume: match self.resume_status? {
                    Status::New => Resume::New,
                    Status::Confirmed => Resume::Confirmed,
                    _ => return None,
                },
                asked_at: self.asked_at?,
            },
            Status::Confirmed => Active::Confirmed,
            Status::InProgress => Active::InProgress,
            Status::Fixed => Active::Fixed,
            Status::Verified => Active::Verified { assumed: self.assumed },
            Status::Closed => return self.closure().map(Stage::Closed),
        };
        Some(Stage::Active(active))
    }

    fn closure(&self) -> Option<Closure> {
        Some(match Ending::try_from(self.resolution?) {
            Ok(how) => Closure::Ended { how },
            Err(Duplicate) => Closure::Duplicate {
                of: self.duplicate_of.clone()?,
                before: self.state_before_merge.clone()?,
            },
        })
    }
}
