//! Actions of owners on their evidence: looking it up again, sharing it, attaching it to an issue.

use async_trait::async_trait;
use feedback_model::allowance::Act;
use feedback_model::evidence::EvidenceKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::answer_shape::EvidenceAnswer;
use super::attach::{Attaching, attach};
use super::queue::{self, LookupReason};
use super::record::{EvidenceRecord, lock};
use super::view::{EvidenceReply, reply};
use crate::issue::consume_quota;
use crate::issue::state::lock_set_of;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::{forbidden, invalid, not_found};
use feedback_networks::network;

/// Evidence of the caller, or any for administrators, locked for the transaction.
async fn lock_own(ctx: &CommandContext, id: &str) -> Result<EvidenceRecord, Error> {
    let member = ctx.member()?;
    let subject = lock(ctx, id).await?;
    subject.filter(|it| it.owner == member.id || member.is_admin).ok_or_else(not_found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceRefreshParams {
    id: String,
    network: Option<String>,
}

pub(super) struct EvidenceRefresh;

#[async_trait]
impl Command for EvidenceRefresh {
    const NAME: &'static str = "evidenceRefresh";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = EvidenceRefreshParams;
    type Answer = EvidenceReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        params: EvidenceRefreshParams,
    ) -> Result<EvidenceReply, Error> {
        let subject = lock_own(ctx, &params.id).await?;
        consume_quota(ctx, Act::Refresh).await?;
        note(ctx).await?;
        if let Some(network) = &params.network {
            choose(ctx, &subject, network).await?;
        }
        let sql = Sql::fixed(
            r#"update "Evidence" set "updatedAt" = $2::timestamptz, "reason" = null,
                "state" = case when "state" in ('decoded', 'partial') and $3::bool then "state" else 'queued' end
            where "objectId" = $1::text"#,
            [Bind::from(&*subject.id), ctx.now().into(), params.network.is_none().into()],
        );
        ctx.execute(&sql).await?;
        let task = if subject.kind == EvidenceKind::Tx {
            LookupReason::Fetch
        } else {
            LookupReason::Explain
        };
        queue::put(ctx, &subject.id, task).await?;
        reply(ctx, &subject.id).await
    }
}

/// Counts the request against the quota.
async fn note(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.evidence_refresh (person, at) values ($1::text, $2::timestamptz)",
        [Bind::from(&*ctx.member()?.id), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Sets the network that the owner names. The explanation from another network is deleted.
async fn choose(
    ctx: &CommandContext,
    subject: &EvidenceRecord,
    network: &str,
) -> Result<(), Error> {
    if !network::all_enabled(ctx).await?.iter().any(|known| known.id == network) {
        return Err(invalid("NETWORK", "Choose one of the programme's networks."));
    }
    let sql = Sql::fixed(
        r#"update "Evidence" e set "network" = $2::text, "explanation" = case when e."network" = $2::text then e."explanation" end,
            "state" = case when e."network" = $2::text then e."state" else 'queued' end
        where e."objectId" = $1::text and e."kind" = 'tx'
            and not exists (select from "Evidence" o where o."network" = $2::text and o."txHash" = e."txHash"
                and o."owner" = e."owner" and o."objectId" <> e."objectId")"#,
        [Bind::from(&*subject.id), network.into()],
    );
    if ctx.execute(&sql).await? == 0 {
        return Err(invalid("EVIDENCE_KNOWN", "You have added this transaction before."));
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceShareParams {
    id: String,
    share: bool,
}

pub(super) struct EvidenceShare;

#[async_trait]
impl Command for EvidenceShare {
    const NAME: &'static str = "evidenceShare";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = EvidenceShareParams;
    type Answer = EvidenceReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        params: EvidenceShareParams,
    ) -> Result<EvidenceReply, Error> {
        let subject = lock_own(ctx, &params.id).await?;
        if subject.owner != ctx.member()?.id {
            return Err(forbidden("Only the owner can change who sees this evidence."));
        }
        let sql = Sql::fixed(
            r#"update "Evidence" set "shareHash" = $2::bool, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [Bind::from(&*subject.id), params.share.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        reply(ctx, &subject.id).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EvidenceAttachParams {
    id: String,
    issue: u32,
}

pub(super) struct EvidenceAttach;

#[async_trait]
impl Command for EvidenceAttach {
    const NAME: &'static str = "evidenceAttach";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = EvidenceAttachParams;
    type Answer = EvidenceReply;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<EvidenceAnswer>())
    }

    async fn run(
        ctx: &CommandContext,
        params: EvidenceAttachParams,
    ) -> Result<EvidenceReply, Error> {
        let member = ctx.member()?;
        let set = lock_set_of(ctx, params.issue).await?;
        let issue = set.issues.iter().find(|issue| *issue.id() == set.id).ok_or_else(not_found)?;
        if !member.actor().may_see(&issue.state) {
            return Err(not_found());
        }
        let is_reporter = issue.state.origin.reporter.as_str() == member.id;
        if !is_reporter && !member.is_admin {
            return Err(forbidden(
                "Only the reporter can add evidence here. To add yours, say that the issue affects you too.",
            ));
        }
        let subject = lock_own(ctx, &params.id).await?;
        let attaching = Attaching { issue: issue.id(), is_told: true };
        attach(ctx, &[subject.id], &attaching).await?;
        reply(ctx, &params.id).await
    }
}
