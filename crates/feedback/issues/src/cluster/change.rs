//! Changing a cluster: its name, whether it is ignored, and its issue.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::list::ClusterState;
use super::period::Period;
use super::row;
use crate::issue::state::{find, read_one};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// The state of a cluster for the audit log.
#[derive(Debug, Deserialize)]
struct StoredCluster {
    title: String,
    state: String,
    all: Json,
}

#[derive(Serialize)]
pub(super) struct ClusterResult {
    cluster: Json,
}

async fn stored(ctx: &CommandContext, id: &str) -> Result<StoredCluster, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('title', c."title", 'state', c."state", 'all', jsonb_build_object('title', c."title",
            'sentence', c."sentence", 'advice', c."advice", 'state', c."state", 'reason', c."ignoredReason",
            'issue', (select i."number"::int from "Issue" i where i."objectId" = c."rootIssue")))
        from "FailureCluster" c where c."objectId" = $1::text for update"#,
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// The answer with the change for the audit log.
async fn changed(
    ctx: &CommandContext,
    id: String,
    before: StoredCluster,
) -> Result<AuditedReply<ClusterResult>, Error> {
    let after = stored(ctx, &id).await?;
    let cluster = row::rows(ctx, vec![id.clone()], Period::Week).await?.pop();
    let change = AuditChange {
        kind: "cluster",
        id,
        label: after.title,
        before: before.all,
        after: after.all,
    };
    Ok(AuditedReply::new(ClusterResult { cluster: cluster.ok_or_else(not_found)? }, change))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClusterSaveParams {
    id: String,
    title: Option<String>,
    sentence: Option<String>,
    advice: Option<String>,
}

pub(super) struct ClusterSave;

#[async_trait]
impl Command for ClusterSave {
    const NAME: &'static str = "clusterSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ClusterSaveParams;
    type Answer = AuditedReply<ClusterResult>;

    async fn run(ctx: &CommandContext, params: ClusterSaveParams) -> Result<Self::Answer, Error> {
        let fitting = |text: Option<&String>, least: usize, most: usize| {
            let text = text.map(|text| text.trim().to_owned());
            match text.as_ref().map(|text| text.chars().count()) {
                Some(chars) if !(least..=most).contains(&chars) => Err(invalid(
                    "CLUSTER_TEXT",
                    format!("A text has {least} to {most} characters here."),
                )),
                _ => Ok(text),
            }
        };
        let title = fitting(params.title.as_ref(), 3, 140)?;
        let sentence = fitting(params.sentence.as_ref(), 0, 300)?;
        let advice = fitting(params.advice.as_ref(), 0, 600)?;
        let before = stored(ctx, &params.id).await?;
        let sql = Sql::fixed(
            r#"update "FailureCluster" set "title" = coalesce($2::text, "title"), "updatedAt" = $5::timestamptz,
                "sentence" = coalesce($3::text, "sentence"), "advice" = coalesce($4::text, "advice")
            where "objectId" = $1::text"#,
            [
                Bind::from(&*params.id),
                title.into(),
                sentence.into(),
                advice.into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        changed(ctx, params.id, before).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClusterSetStateParams {
    id: String,
    state: ClusterState,
    reason: Option<String>,
}

pub(super) struct ClusterSetState;

#[async_trait]
impl Command for ClusterSetState {
    const NAME: &'static str = "clusterSetState";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ClusterSetStateParams;
    type Answer = AuditedReply<ClusterResult>;

    /// The state fixed or returned follows from the issue and cannot be set.
    async fn run(
        ctx: &CommandContext,
        params: ClusterSetStateParams,
    ) -> Result<Self::Answer, Error> {
        let reason = params.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        let reason = match (params.state, reason) {
            (ClusterState::Ignored, Some(reason))
                if (5..=500).contains(&reason.chars().count()) =>
            {
                Some(reason)
            }
            (ClusterState::Ignored, _) => {
                return Err(invalid(
                    "CLUSTER_REASON",
                    "Give a reason of 5 to 500 characters for ignoring it.",
                ));
            }
            (ClusterState::Open, _) => None,
            (ClusterState::Fixed | ClusterState::Regressed, _) => {
                return Err(invalid(
                    "CLUSTER_STATE",
                    "The state must be ignored or open; the other states follow from the issue.",
                ));
            }
        };
        let before = stored(ctx, &params.id).await?;
        if (before.state == "ignored") == reason.is_some() {
            return Err(invalid("CLUSTER_STATE", "Nothing would change."));
        }
        let sql = Sql::fixed(
            r#"update "FailureCluster" c set "state" = _touchstone.cluster_state($2::text is not null, c."rootIssue"),
                "ignoredReason" = $2::text, "updatedAt" = $3::timestamptz
            where c."objectId" = $1::text"#,
            [Bind::from(&*params.id), reason.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        changed(ctx, params.id, before).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClusterSetIssueParams {
    id: String,
    issue: Option<u32>,
}

pub(super) struct ClusterSetIssue;

#[async_trait]
impl Command for ClusterSetIssue {
    const NAME: &'static str = "clusterSetIssue";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ClusterSetIssueParams;
    type Answer = AuditedReply<ClusterResult>;

    /// The issue is a public root, because private issues belong to no cluster.
    async fn run(
        ctx: &CommandContext,
        params: ClusterSetIssueParams,
    ) -> Result<Self::Answer, Error> {
        let root = match params.issue {
            Some(number) => {
                let issue = read_one(ctx, &find(ctx, number).await?).await?;
                let is_public = issue.state.visibility == feedback_model::Visibility::Programme;
                if !is_public || issue.is_held_back {
                    return Err(invalid(
                        "CLUSTER_ISSUE",
                        "Only a public issue can be linked to a cluster.",
                    ));
                }
                Some(issue.root().as_str().to_owned())
            }
            None => None,
        };
        let before = stored(ctx, &params.id).await?;
        let sql = Sql::fixed(
            r#"update "FailureCluster" c set "rootIssue" = $2::text, "rootChosen" = true, "updatedAt" = $3::timestamptz,
                "state" = _touchstone.cluster_state(c."state" = 'ignored', $2::text)
            where c."objectId" = $1::text"#,
            [Bind::from(&*params.id), root.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        changed(ctx, params.id, before).await
    }
}
