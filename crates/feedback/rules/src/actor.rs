//! Who acts.

use crate::id::UserId;
use crate::issue::IssueState;
use crate::role::{AccountStatus, Role};
use crate::trust::Trust;
use crate::visibility::Visibility;

/// Who acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Actor {
    /// The programme itself: timers, quorums, and what follows from another user's act.
    System,
    /// A user with an account.
    Member(Member),
}

/// A user with an account, as the command finds them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The account.
    pub user: UserId,
    /// What the account may be.
    pub role: Role,
    /// What state it is in.
    pub status: AccountStatus,
    /// How far the programme trusts it.
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
    /// The account that acts; `None` for the programme.
    pub fn user(&self) -> Option<&UserId> {
        match self {
            Actor::System => None,
            Actor::Member(member) => Some(&member.user),
        }
    }

    /// Whether an active administrator acts.
    pub fn is_admin(&self) -> bool {
        matches!(self, Actor::Member(member)
            if member.role == Role::Admin && member.status == AccountStatus::Active)
    }

    /// Whether the issue's own reporter acts.
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
