//! Recomputing the points of a settled issue, by an administrator.

use async_trait::async_trait;
use feedback_model::IssueId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::issue::issue_reply::row;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_points::points::{adjustment_reason, postings_json, resettle};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResettleParams {
    number: u32,
    reason: String,
}

pub(super) struct IssueResettle;

#[async_trait]
impl Command for IssueResettle {
    const NAME: &'static str = "issueResettle";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ResettleParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: ResettleParams) -> Result<Self::Answer, Error> {
        let reason = adjustment_reason(&params.reason)?;
        let sql = Sql::fixed(
            r#"select jsonb_build_object('id', "objectId", 'title', "title",
                'isSettled', "settledAt" is not null and "duplicateOf" is null)
            from "Issue" where "number" = $1::float8 for update"#,
            [Bind::from(f64::from(params.number))],
        );
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Root {
            id: IssueId,
            title: String,
            is_settled: bool,
        }
        let root: Root = ctx.row(&sql).await?.ok_or_else(not_found)?;
        if !root.is_settled {
            return Err(invalid(
                "ISSUE_UNSETTLED",
                "The points of this issue are not settled yet.",
            ));
        }
        let posted = resettle(ctx, &root.id, &reason).await?;
        let points = postings_json(ctx, &posted).await?;
        let change = AuditChange {
            kind: "issue",
            id: root.id.as_str().to_owned(),
            label: format!("#{} {}", params.number, root.title),
            before: json!({}),
            after: json!({ "resettled": reason, "points": points }),
        };
        let issue = row(ctx, &root.id).await?;
        let reply = json!({ "issue": issue, "undoUntil": null, "watchers": 0, "points": points });
        Ok(AuditedReply::new(reply, change))
    }
}
