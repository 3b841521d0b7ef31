//! Issues in the form of lists and replies.

use feedback_model::IssueId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Serialize;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The answer of most commands about an issue.
#[derive(Debug, Serialize)]
pub(crate) struct IssueReply {
    /// The issue as lists show it.
    pub issue: Json,
}

/// An issue in the form of lists, for the caller.
pub(crate) async fn row(ctx: &CommandContext, id: &IssueId) -> Result<Json, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select _touchstone.issue_row(i, $2::text, $3::bool) from "Issue" i
        where i."objectId" = $1::text and _touchstone.may_read(i."_rperm", $2::text, $3::bool)"#,
        [Bind::from(id.as_str()), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

/// The answer of a command about an issue.
pub(crate) async fn issue_reply(ctx: &CommandContext, id: &IssueId) -> Result<IssueReply, Error> {
    Ok(IssueReply { issue: row(ctx, id).await? })
}
