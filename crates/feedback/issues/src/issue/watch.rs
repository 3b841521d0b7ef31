//! Watching an issue, for all updates or status changes.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::state::find;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;

/// The level of updates.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// All updates.
    All,
    /// Status changes.
    Status,
    /// No updates.
    Mute,
}

impl Level {
    fn key(self) -> &'static str {
        match self {
            Level::All => "all",
            Level::Status => "status",
            Level::Mute => "mute",
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WatchParams {
    number: u32,
    level: Option<Level>,
}

#[derive(Serialize)]
pub(super) struct IssueWatchResult {
    watching: Option<Level>,
}

pub(super) struct IssueWatch;

#[async_trait]
impl Command for IssueWatch {
    const NAME: &'static str = "issueWatch";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WatchParams;
    type Answer = IssueWatchResult;

    async fn run(ctx: &CommandContext, params: WatchParams) -> Result<IssueWatchResult, Error> {
        let id = find(ctx, params.number).await?;
        match params.level {
            Some(level) => watch(ctx, id.as_str(), "manual", level).await?,
            None => unwatch(ctx, id.as_str()).await?,
        }
        Ok(IssueWatchResult { watching: params.level })
    }
}

/// Sets the level that the caller chose.
async fn watch(
    ctx: &CommandContext,
    issue: &str,
    reason: &'static str,
    level: Level,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with watched as (
            insert into "Watch" as w ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            values ($3::text, $4::timestamptz, $4::timestamptz, $1::text, $2::text, $5::text, $6::text)
            on conflict ("issue", "user") do update set "level" = excluded."level", "updatedAt" = excluded."updatedAt"
            returning w."objectId" = $3::text as is_new)
        insert into _touchstone.count_change (root, watching) select $1::text, 1 from watched where is_new"#,
        [
            Bind::from(issue),
            ctx.member()?.id.as_str().into(),
            ctx.new_id().into(),
            ctx.now().into(),
            reason.into(),
            level.key().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn unwatch(ctx: &CommandContext, issue: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with gone as (delete from "Watch" where "issue" = $1::text and "user" = $2::text returning 1)
        insert into _touchstone.count_change (root, watching) select $1::text, -1 from gone"#,
        [Bind::from(issue), ctx.member()?.id.as_str().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Starts watching an issue for a user who took part in it, unless they have chosen a level before.
pub async fn begin(
    ctx: &CommandContext,
    issue: &str,
    user: &str,
    reason: &'static str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with watched as (
            insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            values ($3::text, $4::timestamptz, $4::timestamptz, $1::text, $2::text, $5::text, 'all')
            on conflict ("issue", "user") do nothing returning 1)
        insert into _touchstone.count_change (root, watching) select $1::text, 1 from watched"#,
        [Bind::from(issue), user.into(), ctx.new_id().into(), ctx.now().into(), reason.into()],
    );
    ctx.execute(&sql).await.map(drop)
}
