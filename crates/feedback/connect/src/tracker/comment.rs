//! Sends public comments to the tracker when an administrator asks for it.

use async_trait::async_trait;
use feedback_model::IssueId;
use integrations::tracker::Document;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::work::{self, Kind, NewWork};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerCommentSendParams {
    comment: String,
}

pub(super) struct TrackerCommentSend;

#[async_trait]
impl Command for TrackerCommentSend {
    const NAME: &'static str = "trackerCommentSend";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerCommentSendParams;
    type Answer = AuditedReply<Json>;

    /// To every tracker that the issue is linked to.
    async fn run(
        ctx: &CommandContext,
        params: TrackerCommentSendParams,
    ) -> Result<Self::Answer, Error> {
        let said = SendableComment::read(ctx, &params.comment).await?.ok_or_else(not_found)?;
        let sql = Sql::fixed(
            "select jsonb_build_array(id, tracker) from _touchstone.tracker_link where issue = $1::text and state = 'on' order by id",
            [Bind::from(said.issue.as_str())],
        );
        let links: Vec<(i64, String)> = ctx.rows(&sql).await?;
        if links.is_empty() {
            return Err(invalid("TRACKER_LINK", "The issue is not linked to a tracker."));
        }
        let mut sent = 0;
        for (link, tracker) in &links {
            let work = NewWork {
                tracker,
                link: Some(*link),
                issue: said.issue.as_str(),
                kind: Kind::Comment,
                comment: Some(&params.comment),
                reference: None,
            };
            sent += usize::from(work::put(ctx, work).await?);
        }
        if sent == 0 {
            return Err(invalid("COMMENT_SENT", "This comment was sent already."));
        }
        let change = AuditChange {
            kind: "comment",
            id: params.comment,
            label: format!("#{}", said.number),
            before: json!({}),
            after: json!({ "trackers": sent }),
        };
        Ok(AuditedReply::new(json!({ "trackers": sent }), change))
    }
}

/// A comment that may be sent.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SendableComment {
    issue: IssueId,
    number: u32,
    body: String,
    is_staff: bool,
}

impl SendableComment {
    /// Reads a comment if it and its issue are public.
    pub(super) async fn read(
        ctx: &CommandContext,
        id: &str,
    ) -> Result<Option<SendableComment>, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('issue', i."objectId", 'number', i."number"::int, 'body', c."body",
                'isStaff', coalesce(u."isAdmin", false))
            from "Comment" c join "Issue" i on i."objectId" = c."issue" left join "_User" u on u."objectId" = c."author"
            where c."objectId" = $1::text and not c."internal" and not coalesce(c."heldBack", false) and c."deletedAt" is null
                and _touchstone.is_public(i."_rperm")"#,
            [Bind::from(id)],
        );
        ctx.row(&sql).await
    }

    /// The text for the tracker. It names no user, because its readers did not join the beta.
    pub(super) fn document(&self, ctx: &CommandContext) -> Document {
        let whose = if self.is_staff { "The team" } else { "A tester" };
        let origin = format!("{whose} wrote this in the beta:");
        Document::new(&self.body, &ctx.issue_url(&self.number), &origin)
    }
}
