//! Reading a comment: locked for a command, or for display.

use feedback_model::IssueId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use crate::attachment;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// The answer of most commands about a comment.
#[derive(Debug, Serialize)]
pub(crate) struct CommentReply {
    pub(super) comment: Json,
}

/// A comment, locked until the transaction ends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LockedComment {
    pub(super) id: String,
    pub(super) issue: IssueId,
    pub(super) number: u32,
    pub(super) author: String,
    pub(super) body: String,
    pub(super) is_internal: bool,
    pub(super) is_official: bool,
    pub(super) is_deleted: bool,
    pub(super) is_helpful: bool,
}

/// Locks the issue of a comment and then the comment, if the caller can read it. A deleted comment
/// cannot be changed.
pub(super) async fn lock(ctx: &CommandContext, id: &str) -> Result<LockedComment, Error> {
    let member = ctx.member()?;
    let lock = Sql::fixed(
        r#"select 'true'::jsonb from "Issue" where "objectId" = (select "issue" from "Comment" where "objectId" = $1::text) for update"#,
        [Bind::from(id)],
    );
    let _: Option<bool> = ctx.row(&lock).await?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', c."objectId", 'issue', c."issue", 'author', c."author", 'body', c."body",
            'number', (select i."number"::int from "Issue" i where i."objectId" = c."issue"),
            'isInternal', c."internal", 'isOfficial', c."kind" = 'official', 'isDeleted', c."deletedAt" is not null,
            'isHelpful', c."helpfulBy" is not null)
        from "Comment" c where c."objectId" = $1::text and _touchstone.may_read(c."_rperm", $2::text, $3::bool) for update"#,
        [Bind::from(id), member.id.as_str().into(), member.is_admin.into()],
    );
    let locked = ctx.row::<LockedComment>(&sql).await?.ok_or_else(not_found)?;
    if locked.is_deleted { Err(not_found()) } else { Ok(locked) }
}

/// A comment as it is shown to the caller.
pub(super) async fn comment_json(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select _touchstone.comment_shown(c, $2::text, $3::bool) from "Comment" c where c."objectId" = $1::text"#,
        [Bind::from(id), member.id.as_str().into(), member.is_admin.into()],
    );
    let mut comment: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
    with_addresses(ctx, &mut comment);
    Ok(comment)
}

/// Adds the addresses of a comment's files.
pub fn with_addresses(ctx: &CommandContext, comment: &mut Json) {
    if let Some(attachments) = comment.get_mut("attachments") {
        attachment::with_addresses(ctx, attachments);
    }
}
