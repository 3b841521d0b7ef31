//! Which administrators look at the same issue right now.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command::{Command, Who};
use crate::command_context::CommandContext;
use crate::issue::state::{IssueNumber, find};
use crate::refused::forbidden;

/// How many seconds a user counts as looking after they last said so.
pub(super) const SECONDS: i64 = 30;

pub(super) struct TriageLook;

#[async_trait]
impl Command for TriageLook {
    const NAME: &'static str = "triageLook";
    // Said every few seconds; the record of what administrators did is no place for it.
    const WHO: Who = Who::Member;
    type Params = IssueNumber;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: IssueNumber) -> Result<Json, Error> {
        let member = ctx.member()?;
        if !member.is_admin {
            return Err(forbidden("Only administrators may do this."));
        }
        let issue = find(ctx, params.number).await?;
        let sql = Sql::fixed(
            "insert into _touchstone.look (issue, person, at) values ($1::text, $2::text, $3::timestamptz)
            on conflict (issue, person) do update set at = excluded.at",
            [Bind::from(issue.as_str()), member.id.as_str().into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        Ok(json!({ "lookers": viewers(ctx, issue.as_str()).await? }))
    }
}

/// The others who look at an issue.
pub(super) async fn viewers(ctx: &CommandContext, issue: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        "select _touchstone.lookers($1::text, $2::text, $3::timestamptz)",
        [
            Bind::from(issue),
            ctx.member()?.id.as_str().into(),
            ctx.now().plus_seconds(-SECONDS).into(),
        ],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}
