//! Opening an issue again that was thought to be over.

use async_trait::async_trait;
use feedback_model::fix_check::Proof;
use feedback_model::settlement::Cause;
use feedback_model::text::CommentBody;
use feedback_model::{Command as Step, Status};
use parse_engine::Error;
use serde::Deserialize;

use super::conclude::{Concluded, Undo, conclude};
use super::order::{Case, Seen, carry, text};
use super::say::say;
use crate::command::{Command, Who};
use crate::desk::Desk;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reopening {
    number: u32,
    seen: Option<Seen>,
    reason: String,
}

pub(super) struct IssueReopen;

#[async_trait]
impl Command for IssueReopen {
    const NAME: &'static str = "issueReopen";
    const WHO: Who = Who::Member;
    type Params = Reopening;
    type Answer = Concluded;

    /// Of a fix that testers are still checking, an administrator says in this way that it does not
    /// work.
    async fn run(desk: &Desk, params: Reopening) -> Result<Concluded, Error> {
        let reason = text(CommentBody::parse(&params.reason))?;
        let member = desk.member()?;
        let case = Case::hold(desk, params.number, params.seen.filter(|_| member.is_admin)).await?;
        let state = &case.issue.state;
        let step = match (&state.build_fixed, state.stage.status()) {
            (Some(build), Status::Fixed) if member.is_admin => {
                Step::StillBroken { build: build.clone(), proof: Proof::None }
            }
            _ => {
                Step::Reopen { has_evidence: false, comment_chars: reason.as_str().chars().count() }
            }
        };
        let cause = Cause::Change("it was reopened".to_owned());
        let carried = carry(desk, &case.issue, &member.actor(), &step, &cause).await?;
        say(desk, &case.issue, reason.as_str(), "comment").await?;
        let undo = if member.is_admin { Undo::Possible } else { Undo::Never };
        conclude(desk, &case.issue, &carried.issue, &carried.posted, undo).await
    }
}
