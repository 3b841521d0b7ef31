//! Editing and removing comments. Earlier texts are kept for administrators.

use async_trait::async_trait;
use feedback_model::RuleKey;
use feedback_model::text::CommentBody;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::read::{CommentReply, LockedComment, comment_json, lock};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{forbidden, from_refusal};
use feedback_points::points::reward;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentEditParams {
    id: String,
    body: String,
}

pub(super) struct CommentEdit;

#[async_trait]
impl Command for CommentEdit {
    const NAME: &'static str = "commentEdit";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = CommentEditParams;
    type Answer = CommentReply;

    async fn run(ctx: &CommandContext, params: CommentEditParams) -> Result<CommentReply, Error> {
        let body = CommentBody::parse(&params.body).map_err(from_refusal)?;
        let comment = lock(ctx, &params.id).await?;
        if comment.author != ctx.member()?.id {
            return Err(forbidden("Only the author can change this comment."));
        }
        keep_revision(ctx, &comment).await?;
        let sql = Sql::fixed(
            r#"update "Comment" set "body" = $2::text, "editedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text"#,
            [Bind::from(&*comment.id), body.as_str().into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        Ok(CommentReply { comment: comment_json(ctx, &comment.id).await? })
    }
}

/// Stores the current text as a revision.
async fn keep_revision(ctx: &CommandContext, comment: &LockedComment) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into "CommentRevision" ("objectId", "createdAt", "updatedAt", "comment", "body", "by", "at", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $2::timestamptz, '{}', '{}')"#,
        [
            ctx.new_id().into(),
            ctx.now().into(),
            Bind::from(&*comment.id),
            comment.body.as_str().into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentDeleteParams {
    id: String,
}

pub(super) struct CommentDelete;

#[async_trait]
impl Command for CommentDelete {
    const NAME: &'static str = "commentDelete";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = CommentDeleteParams;
    type Answer = AuditedReply<CommentReply>;

    async fn run(ctx: &CommandContext, params: CommentDeleteParams) -> Result<Self::Answer, Error> {
        let member = ctx.member()?;
        let comment = lock(ctx, &params.id).await?;
        if comment.author != member.id && !member.is_admin {
            return Err(forbidden("Only the author can remove this comment."));
        }
        let change = (comment.author != member.id).then(|| AuditChange {
            kind: "comment",
            id: comment.id.clone(),
            label: format!("#{}", comment.number),
            before: json!({ "deleted": false }),
            after: json!({ "deleted": true }),
        });
        remove(ctx, &comment).await?;
        Ok(AuditedReply::new(
            CommentReply { comment: comment_json(ctx, &comment.id).await? },
            change,
        ))
    }
}

/// Removes the text of a comment, and reverses its reward.
async fn remove(ctx: &CommandContext, comment: &LockedComment) -> Result<(), Error> {
    keep_revision(ctx, comment).await?;
    let sql = Sql::fixed(
        r#"with gone as (
            update "Comment" set "body" = '', "kind" = 'comment', "helpfulBy" = null, "deletedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz
            where "objectId" = $1::text returning "issue", "internal"),
        loose as (delete from "Attachment" where "comment" = $1::text)
        update "Issue" i set "commentCount" = i."commentCount" - 1 from gone where i."objectId" = gone."issue" and not gone."internal""#,
        [Bind::from(&*comment.id), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    if comment.is_helpful {
        let reason = "The comment was removed.";
        reward::retract(ctx, RuleKey::Thanks, &comment.id, reason).await?;
    }
    Ok(())
}

/// Removes the comments of an account, up to a number, and returns how many there were.
pub async fn remove_all_of(ctx: &CommandContext, user: &str) -> Result<usize, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Comment" where "author" = $1::text and "deletedAt" is null
        order by "issue" collate "C", "objectId" collate "C" limit 1000"#,
        [Bind::from(user)],
    );
    let ids: Vec<String> = ctx.rows(&sql).await?;
    for id in &ids {
        let comment = lock(ctx, id).await?;
        remove(ctx, &comment).await?;
    }
    Ok(ids.len())
}
