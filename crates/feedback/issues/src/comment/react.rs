//! Reactions to comments.

use async_trait::async_trait;
use feedback_model::Refused;
use feedback_model::role::AccountStatus;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::read::{comment_json, lock};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::from_refusal;

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Reaction {
    Agree,
    Thanks,
    Confused,
}

impl Reaction {
    fn key(self) -> &'static str {
        match self {
            Reaction::Agree => "agree",
            Reaction::Thanks => "thanks",
            Reaction::Confused => "confused",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommentReactParams {
    id: String,
    kind: Reaction,
    on: bool,
}

#[derive(Serialize)]
pub(super) struct CommentReactResult {
    reactions: Json,
    mine: Json,
}

pub(super) struct CommentReact;

#[async_trait]
impl Command for CommentReact {
    const NAME: &'static str = "commentReact";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = CommentReactParams;
    type Answer = CommentReactResult;

    async fn run(
        ctx: &CommandContext,
        params: CommentReactParams,
    ) -> Result<CommentReactResult, Error> {
        let member = ctx.member()?;
        if member.status == AccountStatus::Limited {
            return Err(from_refusal(Refused::Limited));
        }
        let comment = lock(ctx, &params.id).await?;
        let change = if params.on {
            "insert into _touchstone.reaction (comment, person, kind, at)
            values ($1::text, $2::text, $3::text, $4::timestamptz) on conflict do nothing"
        } else {
            "delete from _touchstone.reaction
            where comment = $1::text and person = $2::text and kind = $3::text and at <= $4::timestamptz"
        };
        let binds = [
            Bind::from(&*comment.id),
            member.id.as_str().into(),
            params.kind.key().into(),
            ctx.now().into(),
        ];
        ctx.execute(&Sql::fixed(change, binds)).await?;
        let count = Sql::fixed(
            r#"update "Comment" set "reactions" = coalesce((select jsonb_object_agg(kind, times) from (
                select kind, count(*) as times from _touchstone.reaction where comment = $1::text group by kind) counted), '{}')
            where "objectId" = $1::text"#,
            [Bind::from(&*comment.id)],
        );
        ctx.execute(&count).await?;
        let shown = comment_json(ctx, &comment.id).await?;
        Ok(CommentReactResult {
            reactions: shown["reactions"].clone(),
            mine: shown["mine"].clone(),
        })
    }
}
