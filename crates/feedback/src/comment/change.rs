//! Changing one's mind about a comment. What stood there is kept for administrators.

use async_trait::async_trait;
use feedback_model::RuleKey;
use feedback_model::text::CommentBody;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::read::{Held, Shown, hold, shown};
use crate::audit::{AuditedReply, Noted};
use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::points::reward;
use crate::refused::{by_rule, forbidden};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    id: String,
    body: String,
}

pub(super) struct CommentEdit;

#[async_trait]
impl Command for CommentEdit {
    const NAME: &'static str = "commentEdit";
    const WHO: Who = Who::Member;
    type Params = Edit;
    type Answer = Shown;

    async fn run(desk: &Desk, params: Edit) -> Result<Shown, Error> {
        let body = CommentBody::parse(&params.body).map_err(by_rule)?;
        let comment = hold(desk, &params.id).await?;
        if comment.author != desk.member()?.id {
            return Err(forbidden("Only whoever wrote this can change it."));
        }
        keep(desk, &comment).await?;
        let sql = Sql::fixed(
            r#"update "Comment" set "body" = $2::text, "editedAt" = $3::timestamptz, "updatedAt" = $3::timestamptz
            where "objectId" = $1::text"#,
            [Bind::from(&*comment.id), body.as_str().into(), desk.now().into()],
        );
        desk.execute(&sql).await?;
        Ok(Shown { comment: shown(desk, &comment.id).await? })
    }
}

/// Keeps the text as it stands.
async fn keep(desk: &Desk, comment: &Held) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into "CommentRevision" ("objectId", "createdAt", "updatedAt", "comment", "body", "by", "at", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::text, $4::text, $5::text, $2::timestamptz, '{}', '{}')"#,
        [
            desk.new_id().into(),
            desk.now().into(),
            Bind::from(&*comment.id),
            comment.body.as_str().into(),
            desk.member()?.id.as_str().into(),
        ],
    );
    desk.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    id: String,
}

pub(super) struct CommentDelete;

#[async_trait]
impl Command for CommentDelete {
    const NAME: &'static str = "commentDelete";
    const WHO: Who = Who::Member;
    type Params = Which;
    type Answer = AuditedReply<Shown>;

    async fn run(desk: &Desk, params: Which) -> Result<Self::Answer, Error> {
        let member = desk.member()?;
        let comment = hold(desk, &params.id).await?;
        if comment.author != member.id && !member.is_admin {
            return Err(forbidden("Only whoever wrote this can remove it."));
        }
        let change = (comment.author != member.id).then(|| Noted {
            kind: "comment",
            id: comment.id.clone(),
            label: format!("#{}", comment.number),
            before: json!({ "deleted": false }),
            after: json!({ "deleted": true }),
        });
        keep(desk, &comment).await?;
        let sql = Sql::fixed(
            r#"with gone as (
                update "Comment" set "body" = '', "kind" = 'comment', "helpfulBy" = null, "deletedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz
                where "objectId" = $1::text returning "issue", "internal"),
            loose as (delete from "Attachment" where "comment" = $1::text)
            update "Issue" i set "commentCount" = i."commentCount" - 1 from gone where i."objectId" = gone."issue" and not gone."internal""#,
            [Bind::from(&*comment.id), desk.now().into()],
        );
        desk.execute(&sql).await?;
        if comment.is_helpful {
            let reason = "The comment was removed.";
            reward::retract(desk, RuleKey::Helpful, &comment.id, reason).await?;
        }
        Ok(AuditedReply::new(Shown { comment: shown(desk, &comment.id).await? }, change))
    }
}
