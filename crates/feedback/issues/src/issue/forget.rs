//! Deleting earlier texts of a report for good.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Serialize;
use serde_json::json;

use super::state::{IssueNumber, lock};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;

#[derive(Serialize)]
pub(super) struct IssueForgetTextsResult {
    /// Number of edits whose earlier text was erased.
    edits: u64,
}

/// Erases the texts of earlier edits from the timeline of a report. Field names, times and editors
/// remain, and the erasure is in the audit log.
pub(super) struct IssueForgetTexts;

#[async_trait]
impl Command for IssueForgetTexts {
    const NAME: &'static str = "issueForgetTexts";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = IssueNumber;
    type Answer = AuditedReply<IssueForgetTextsResult>;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<Self::Answer, Error> {
        let issue = lock(ctx, params.number).await?;
        let sql = Sql::fixed(
            r#"update "IssueEvent" set "whole" = "whole" - 'before' - 'after'
            where "issue" = $1::text and "type" = 'edited' and "whole" ?| array['before', 'after']"#,
            [Bind::from(issue.id().as_str())],
        );
        let edits = ctx.execute(&sql).await?;
        let change = AuditChange {
            kind: "issue",
            id: issue.id().as_str().to_owned(),
            label: format!("#{}", issue.number),
            before: json!({}),
            after: json!({ "forgottenEdits": edits }),
        };
        Ok(AuditedReply::new(IssueForgetTextsResult { edits }, change))
    }
}
