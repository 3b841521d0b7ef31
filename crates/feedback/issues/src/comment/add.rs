//! Adding a comment.

use async_trait::async_trait;
use feedback_model::Refused;
use feedback_model::allowance::Act;
use feedback_model::role::AccountStatus;
use feedback_model::text::CommentBody;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::read::comment_json;
use crate::attachment;
use crate::issue::comment_event::append_comments;
use crate::issue::state::{self, LockedIssue};
use crate::issue::{self, consume_quota, is_held_back, watch};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{forbidden, from_refusal, invalid};

/// The kind of a comment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CommentKind {
    #[default]
    Comment,
    Official,
}

impl CommentKind {
    fn key(self) -> &'static str {
        match self {
            CommentKind::Comment => "comment",
            CommentKind::Official => "official",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentAddParams {
    number: u32,
    body: String,
    parent: Option<String>,
    #[serde(default)]
    internal: bool,
    #[serde(default)]
    kind: CommentKind,
    #[serde(default)]
    attachments: Vec<String>,
}

#[derive(Serialize)]
pub(super) struct CommentAddResult {
    comment: Json,
    issue: Json,
}

pub(super) struct CommentAdd;

#[async_trait]
impl Command for CommentAdd {
    const NAME: &'static str = "commentAdd";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    type Params = CommentAddParams;
    type Answer = CommentAddResult;

    async fn run(
        ctx: &CommandContext,
        params: CommentAddParams,
    ) -> Result<CommentAddResult, Error> {
        let body = CommentBody::parse(&params.body).map_err(from_refusal)?;
        let issue = state::lock(ctx, params.number).await?;
        may_add(ctx, &issue, &params)?;
        consume_quota(ctx, Act::Comment).await?;
        if let Some(parent) = &params.parent {
            check_parent(ctx, &issue, parent, params.internal).await?;
        }
        if params.kind == CommentKind::Official {
            super::judge::unpin(ctx, issue.id()).await?;
        }
        let id = insert(ctx, &issue, &params, &body).await?;
        attachment::attach(
            ctx,
            &params.attachments,
            issue.id(),
            Some(&id),
            attachment::PER_COMMENT,
        )
        .await?;
        if !params.internal {
            run_followups(ctx, &issue).await?;
            append_comments(ctx, std::slice::from_ref(&id)).await?;
        }
        let comment = comment_json(ctx, &id).await?;
        Ok(CommentAddResult { comment, issue: issue::issue_reply::row(ctx, issue.id()).await? })
    }
}

fn may_add(
    ctx: &CommandContext,
    issue: &LockedIssue,
    params: &CommentAddParams,
) -> Result<(), Error> {
    let member = ctx.member()?;
    if !member.is_admin && (params.internal || params.kind == CommentKind::Official) {
        return Err(forbidden("Only administrators may do this."));
    }
    if params.internal && params.kind == CommentKind::Official {
        return Err(invalid("COMMENT_KIND", "An official comment cannot be internal."));
    }
    let is_own = member.actor().is_reporter_of(&issue.state);
    if member.status == AccountStatus::Limited && !is_own {
        return Err(from_refusal(Refused::Limited));
    }
    Ok(())
}

/// A reply belongs to a comment of the same issue that is not a reply itself. Replies to staff
/// notes are staff notes.
async fn check_parent(
    ctx: &CommandContext,
    issue: &LockedIssue,
    parent: &str,
    is_internal: bool,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Comment" where "objectId" = $1::text and "issue" = $2::text and "parent" is null
            and "deletedAt" is null and "internal" = $3::bool and _touchstone.may_read("_rperm", $4::text, $5::bool)"#,
        [
            Bind::from(parent),
            issue.id().as_str().into(),
            is_internal.into(),
            ctx.member()?.id.as_str().into(),
            ctx.member()?.is_admin.into(),
        ],
    );
    match ctx.row::<bool>(&sql).await? {
        Some(_) => Ok(()),
        None => Err(invalid("COMMENT_PARENT", "The comment you are replying to was removed.")),
    }
}

async fn insert(
    ctx: &CommandContext,
    issue: &LockedIssue,
    params: &CommentAddParams,
    body: &CommentBody,
) -> Result<String, Error> {
    let id = ctx.new_id();
    let is_held = !params.internal && is_held_back(ctx, &ctx.settings().await?)?;
    let sql = Sql::fixed(
        r#"insert into "Comment" ("objectId", "createdAt", "updatedAt", "issue", "author", "parent", "body", "internal", "kind", "heldBack")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $6::text, $7::bool, $8::text, $9::bool)"#,
        [
            Bind::from(&*id),
            ctx.now().into(),
            issue.id().as_str().into(),
            ctx.member()?.id.as_str().into(),
            params.parent.as_deref().into(),
            body.as_str().into(),
            params.internal.into(),
            params.kind.key().into(),
            is_held.into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(id)
}

/// The effects of a public comment: the issue counts it, its author watches the issue, a question
/// to the reporter is answered, and comments that were held back are released by an
/// administrator's.
async fn run_followups(ctx: &CommandContext, issue: &LockedIssue) -> Result<(), Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"update "Issue" set "commentCount" = "commentCount" + 1, "lastActivityAt" = greatest("lastActivityAt", $2::timestamptz),
            "updatedAt" = $2::timestamptz, "heldBack" = "heldBack" and not $3::bool
        where "objectId" = $1::text"#,
        [Bind::from(issue.id().as_str()), ctx.now().into(), member.is_admin.into()],
    );
    ctx.execute(&sql).await?;
    if member.is_admin {
        issue::release_comments(ctx, issue.id()).await?;
    }
    watch::begin(ctx, issue.id().as_str(), &member.id, "commenter").await?;
    issue::answer(ctx, issue, &member.actor()).await
}
