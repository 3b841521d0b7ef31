//! Actors.

use crate::id::UserId;
use crate::issue::IssueState;
use crate::role::{AccountStatus, Role};
use crate::trust::Trust;
use crate::visibility::Visibility;

/// An actor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// The programme itself: timers, quorums, and consequences of other actions.
    System,
    /// A user with an account.
    Member(Member),
}

/// A user with an account, in the state at the time of the command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub user: UserId,
    /// The role of the account.
    pub role: Role,
    /// The status of the account.
    pub status: AccountStatus,
    /// The trust level.
    pub trust: Trust,
}

impl Member {
    /// An active tester.
    pub fn tester(user: impl Into<UserId>, trust: Trust) -> Member {
        let status = AccountStatus::Active;
        Member { user: user.into(), role: Role::User, status, trust }
    }

    /// An active administrator.
    pub fn admin(user: impl Into<UserId>) -> Member {
        let status = AccountStatus::Active;
        Member { user: user.into(), role: Role::Admin, status, trust: Trust::New }
    }
}

impl Actor {
    /// The account of the actor. `None` for the programme.
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Actor::System => None,
            Actor::Member(member) => Some(&member.user),
        }
    }

    /// Whether the actor is an active administrator.
    pub fn is_admin(&self) -> bool {
        matches!(self, Actor::Member(member)
            if member.role == Role::Admin && member.status == AccountStatus::Active)
    }

    /// Whether the actor is the reporter of the issue.
    pub fn is_reporter_of(&self, issue: &IssueState) -> bool {
        self.user() == Some(&issue.origin.reporter)
    }

    /// Whether the actor may know that the issue exists.
    pub fn may_see(&self, issue: &IssueState) -> bool {
        match self {
            Actor::System => true,
            Actor::Member(_) => {
                issue.visibility == Visibility::Programme
                    || self.is_admin()
                    || self.is_reporter_of(issue)
            }
        }
    }
}
