//! Which administrators look at the same issue right now.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::command::{Command, Who};
use crate::desk::Desk;
use crate::issue::state::{Which, find};
use crate::refused::forbidden;

/// How many seconds somebody counts as looking after they last said so.
pub(super) const SECONDS: i64 = 30;

pub(super) struct TriageLook;

#[async_trait]
impl Command for TriageLook {
    const NAME: &'static str = "triageLook";
    // Said every few seconds; the record of what administrators did is no place for it.
    const WHO: Who = Who::Member;
    type Params = Which;
    type Answer = Json;

    async fn run(desk: &Desk, params: Which) -> Result<Json, Error> {
        let member = desk.member()?;
        if !member.is_admin {
            return Err(forbidden("Only administrators may do this."));
        }
        let issue = find(desk, params.number).await?;
        let sql = Sql::fixed(
            "insert into _touchstone.look (issue, person, at) values ($1::text, $2::text, $3::timestamptz)
            on conflict (issue, person) do update set at = excluded.at",
            [Bind::from(issue.as_str()), member.id.as_str().into(), desk.now().into()],
        );
        desk.execute(&sql).await?;
        Ok(json!({ "lookers": lookers(desk, issue.as_str()).await? }))
    }
}

/// The others who look at an issue.
pub(super) async fn lookers(desk: &Desk, issue: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        "select _touchstone.lookers($1::text, $2::text, $3::timestamptz)",
        [
            Bind::from(issue),
            desk.member()?.id.as_str().into(),
            desk.now().plus_seconds(-SECONDS).into(),
        ],
    );
    Ok(desk.row(&sql).await?.unwrap_or_default())
}
