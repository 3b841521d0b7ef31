//! The public comment of a decision.

use parse_engine::Error;
use parse_store::{Bind, Sql};

use crate::issue::comment_event::append_comments;
use crate::issue::state::LockedIssue;
use feedback_core::command_context::CommandContext;

/// Adds a comment of the actor.
pub(super) async fn add_comment(
    ctx: &CommandContext,
    issue: &LockedIssue,
    body: &str,
    kind: &'static str,
) -> Result<(), Error> {
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"with said as (
            insert into "Comment" ("objectId", "createdAt", "updatedAt", "issue", "author", "body", "internal", "kind")
            values ($3::text, $4::timestamptz, $4::timestamptz, $1::text, $2::text, $5::text, false, $6::text))
        update "Issue" set "commentCount" = "commentCount" + 1 where "objectId" = $1::text"#,
        [
            Bind::from(issue.id().as_str()),
            ctx.member()?.id.as_str().into(),
            id.as_str().into(),
            ctx.now().into(),
            body.into(),
            kind.into(),
        ],
    );
    ctx.execute(&sql).await?;
    // A question has an event of its own kind.
    if kind == "info_request" { Ok(()) } else { append_comments(ctx, &[id]).await }
}

/// Removes the comment that a user added at this time.
pub(super) async fn unsay(
    ctx: &CommandContext,
    issue: &LockedIssue,
    at: parse_model::Date,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with unsaid as (
            update "Comment" set "deletedAt" = $4::timestamptz, "updatedAt" = $4::timestamptz, "body" = '', "kind" = 'comment'
            where "issue" = $1::text and "author" = $2::text and "createdAt" = $3::timestamptz and "deletedAt" is null
            returning 1)
        update "Issue" set "commentCount" = "commentCount" - (select count(*) from unsaid)
        where "objectId" = $1::text"#,
        [
            Bind::from(issue.id().as_str()),
            ctx.member()?.id.as_str().into(),
            at.into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
