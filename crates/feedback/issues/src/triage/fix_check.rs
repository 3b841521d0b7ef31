//! Fix checks: a tester answers whether a fix works.

use async_trait::async_trait;
use feedback_model::event::EventKind;
use feedback_model::fix_check::Verdict;
use feedback_model::role::AccountStatus;
use feedback_model::text::CheckNote;
use feedback_model::{Refused, Status, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::fix_verdict::{checks, judge, mark_counted};
use super::transition::LockedCase;
use crate::cluster::attach::attach_to_issue;
use crate::issue::state::{LockedIssue, lock_one};
use crate::issue::timeline::{TimelineEvent, append_events};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, not_found, repeated};
use feedback_networks::build::{KnownBuild, find_build};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FixCheckSubmitParams {
    number: u32,
    build: String,
    verdict: Verdict,
    note: Option<CheckNote>,
    evidence: Option<String>,
}

#[derive(Serialize)]
pub(super) struct FixCheckSubmitResult {
    check: Json,
    status: &'static str,
}

pub(super) struct FixCheckSubmit;

#[async_trait]
impl Command for FixCheckSubmit {
    const NAME: &'static str = "fixCheckSubmit";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = FixCheckSubmitParams;
    type Answer = FixCheckSubmitResult;

    async fn run(
        ctx: &CommandContext,
        params: FixCheckSubmitParams,
    ) -> Result<FixCheckSubmitResult, Error> {
        let member = ctx.member()?;
        if member.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        let case = LockedCase::lock(ctx, params.number, None).await?;
        let state = &case.issue.state;
        let (Status::Fixed, Some(fixed)) = (state.stage.status(), &state.build_fixed) else {
            let refused = match state.stage.resolution() {
                Some(resolution) => Refused::BadResolution(resolution),
                None => Refused::BadState(state.stage.status()),
            };
            return Err(from_refusal(refused));
        };
        let KnownBuild { build, .. } = find_build(ctx, &params.build).await?;
        if !build.is_at_least(fixed) {
            return Err(from_refusal(Refused::BuildTooOld));
        }
        let id = save_answer(ctx, &case.issue, &params).await?;
        let actor = UserId::from(member.id.as_str());
        let data = json!({ "verdict": params.verdict.key(), "build": params.build });
        let told = TimelineEvent::to_all("fix_check", data.clone())
            .with_domain_event(EventKind::FixCheckAnswered, data);
        append_events(ctx, case.issue.id(), Some(&actor), &[told]).await?;
        if let Some(evidence) = &params.evidence {
            // If the evidence is already explained, the check has its proof now.
            attach_to_issue(ctx, evidence, case.issue.id()).await?;
        }
        let issue = lock_one(ctx, case.issue.id()).await?;
        let after = match issue.state.stage.status() {
            Status::Fixed => {
                let checks = checks(ctx, &issue).await?;
                mark_counted(ctx, &checks, fixed).await?;
                judge(ctx, &issue, &checks).await?.unwrap_or(issue)
            }
            _ => issue,
        };
        let status = after.state.stage.status();
        Ok(FixCheckSubmitResult { check: check_json(ctx, &id).await?, status: status.key() })
    }
}

async fn save_answer(
    ctx: &CommandContext,
    issue: &LockedIssue,
    check: &FixCheckSubmitParams,
) -> Result<String, Error> {
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"insert into "FixCheck" ("objectId", "createdAt", "updatedAt", "issue", "user", "build", "verdict", "note", "at", "evidence")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::text, $2::timestamptz, $8::text)
        on conflict ("issue", "user", "build") do nothing"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            issue.id().as_str().into(),
            ctx.member()?.id.as_str().into(),
            check.build.as_str().into(),
            check.verdict.key().into(),
            check.note.as_ref().map(CheckNote::as_str).into(),
            check.evidence.as_deref().into(),
        ],
    );
    match ctx.execute(&sql).await? {
        0 => Err(repeated("CHECKED_BEFORE", "You have already checked this fix in that build.")),
        _ => Ok(id),
    }
}

async fn check_json(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', f."objectId", 'user', _touchstone.person_of(f."user"),
            'build', _touchstone.build_shown(f."build"), 'verdict', f."verdict", 'note', f."note",
            'at', _touchstone.iso(f."at"), 'counted', f."counted")
        from "FixCheck" f where f."objectId" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}
