//! A reporter takes a report back.

use async_trait::async_trait;
use feedback_model::Command as Step;
use feedback_model::settlement::Cause;
use feedback_model::triage::Effect;
use parse_engine::Error;

use super::apply::apply;
use super::shown::{Shown, shown};
use super::state::{Which, hold};
use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::points::reconcile;

pub(super) struct IssueWithdraw;

#[async_trait]
impl Command for IssueWithdraw {
    const NAME: &'static str = "issueWithdraw";
    const WHO: Who = Who::Member;
    type Params = Which;
    type Answer = Shown;

    async fn run(desk: &Desk, params: Which) -> Result<Shown, Error> {
        let issue = hold(desk, params.number).await?;
        let applied = apply(desk, &issue, &desk.member()?.actor(), &Step::Withdraw).await?;
        if applied.calls_for(Effect::Points) {
            let cause = Cause::Change("The report was withdrawn.".to_owned());
            reconcile(desk, applied.issue.id(), &cause).await?;
        }
        shown(desk, applied.issue.id()).await
    }
}
