//! Domain events of comments.

use feedback_model::mention::mentions;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};

/// Characters of a comment in an event.
const EXCERPT: usize = 200;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct NewComment {
    id: String,
    issue: IssueId,
    author: UserId,
    body: String,
    is_official: bool,
    is_staff: bool,
}

/// Appends an event for each comment that is as public as its issue.
pub(crate) async fn append_comments(ctx: &CommandContext, ids: &[String]) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', c."objectId", 'issue', c."issue", 'author', c."author", 'body', c."body",
            'isOfficial', c."kind" = 'official', 'isStaff', coalesce(u."isAdmin", false))
        from "Comment" c join "_User" u on u."objectId" = c."author"
        where c."objectId" = any($1::text[]) and not c."internal" and not coalesce(c."heldBack", false) and c."deletedAt" is null
        order by c."createdAt", c."objectId""#,
        [Bind::from(ids)],
    );
    for said in ctx.rows::<NewComment>(&sql).await? {
        let called = called(ctx, &said).await?;
        let excerpt: String = said.body.chars().take(EXCERPT).collect();
        let data = json!({
            "comment": said.id, "staff": said.is_staff, "official": said.is_official,
            "mentions": called, "excerpt": excerpt,
        });
        let (issue, actor) = (Some(&said.issue), Some(&said.author));
        append(ctx, &DomainEvent { kind: EventKind::CommentAdded, issue, actor, data }).await?;
    }
    Ok(())
}

/// The mentioned accounts that can read the comment.
async fn called(ctx: &CommandContext, said: &NewComment) -> Result<Vec<String>, Error> {
    let names = mentions(&said.body);
    if names.is_empty() {
        return Ok(names);
    }
    let sql = Sql::fixed(
        r#"select to_jsonb(u."objectId") from "_User" u, "Issue" i
        where i."objectId" = $2::text and coalesce(lower(u."username"), '') = any($1::text[]) and u."objectId" <> $3::text
            and _touchstone.may_read(i."_rperm", u."objectId", coalesce(u."isAdmin", false))
        order by u."objectId""#,
        [Bind::from(names), said.issue.as_str().into(), said.author.as_str().into()],
    );
    ctx.rows(&sql).await
}
