//! Marking comments as helpful or official, by administrators.

use async_trait::async_trait;
use feedback_model::ledger::SourceType;
use feedback_model::{IssueId, RuleKey};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::read::{CommentReply, LockedComment, comment_json, lock};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;
use feedback_points::points::reward::{self, Reward};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentMarkParams {
    id: String,
    on: bool,
}

/// The comment as it is shown, with the change for the audit log.
async fn judged(
    ctx: &CommandContext,
    comment: LockedComment,
    what: &'static str,
    before: bool,
    after: bool,
) -> Result<AuditedReply<CommentReply>, Error> {
    let reply = CommentReply { comment: comment_json(ctx, &comment.id).await? };
    let change = AuditChange {
        kind: "comment",
        id: comment.id,
        label: format!("#{}", comment.number),
        before: json!({ what: before }),
        after: json!({ what: after }),
    };
    Ok(AuditedReply::new(reply, change))
}

async fn hold_public(ctx: &CommandContext, id: &str) -> Result<LockedComment, Error> {
    let comment = lock(ctx, id).await?;
    if comment.is_internal {
        return Err(invalid("COMMENT_INTERNAL", "This comment is internal."));
    }
    Ok(comment)
}

pub(super) struct CommentMarkHelpful;

#[async_trait]
impl Command for CommentMarkHelpful {
    const NAME: &'static str = "commentMarkHelpful";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = CommentMarkParams;
    type Answer = AuditedReply<CommentReply>;

    async fn run(ctx: &CommandContext, params: CommentMarkParams) -> Result<Self::Answer, Error> {
        let comment = hold_public(ctx, &params.id).await?;
        let me = ctx.member()?.id.as_str();
        if comment.author == me {
            return Err(invalid("COMMENT_OWN", "You cannot mark your own comment as helpful."));
        }
        let sql = Sql::fixed(
            r#"update "Comment" set "helpfulBy" = $2::text, "updatedAt" = $3::timestamptz where "objectId" = $1::text"#,
            [Bind::from(&*comment.id), params.on.then_some(me).into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        if params.on {
            let what = Reward {
                rule: RuleKey::Thanks,
                user: &comment.author,
                source: SourceType::Comment,
                source_id: &comment.id,
                issue: comment.issue.as_str(),
                what: "Helpful comment on",
            };
            reward::reward(ctx, &what).await?;
        } else {
            let reason = "An administrator no longer marks this comment as helpful.";
            reward::retract(ctx, RuleKey::Thanks, &comment.id, reason).await?;
        }
        let before = comment.is_helpful;
        judged(ctx, comment, "helpful", before, params.on).await
    }
}

pub(super) struct CommentPin;

#[async_trait]
impl Command for CommentPin {
    const NAME: &'static str = "commentPin";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = CommentMarkParams;
    type Answer = AuditedReply<CommentReply>;

    async fn run(ctx: &CommandContext, params: CommentMarkParams) -> Result<Self::Answer, Error> {
        let comment = hold_public(ctx, &params.id).await?;
        unpin(ctx, &comment.issue).await?;
        if params.on {
            let sql = Sql::fixed(
                r#"update "Comment" set "kind" = 'official', "updatedAt" = $2::timestamptz where "objectId" = $1::text"#,
                [Bind::from(&*comment.id), ctx.now().into()],
            );
            ctx.execute(&sql).await?;
        }
        let before = comment.is_official;
        judged(ctx, comment, "official", before, params.on).await
    }
}

/// Removes the official mark from the comments of an issue that the caller has locked.
pub(super) async fn unpin(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Comment" set "kind" = 'comment' where "issue" = $1::text and "kind" = 'official'"#,
        [Bind::from(issue.as_str())],
    );
    ctx.execute(&sql).await.map(drop)
}
