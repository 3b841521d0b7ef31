//! Watching an issue: how much somebody wants to hear of it.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::reach::fold;
use super::state::find;
use crate::command::{Command, Who};
use crate::desk::Desk;

/// How much somebody wants to hear.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    /// Everything.
    All,
    /// Where it stands.
    Status,
    /// Nothing.
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
pub(super) struct Asked {
    number: u32,
    level: Option<Level>,
}

#[derive(Serialize)]
pub(super) struct Watching {
    watching: Option<Level>,
}

pub(super) struct IssueWatch;

#[async_trait]
impl Command for IssueWatch {
    const NAME: &'static str = "issueWatch";
    const WHO: Who = Who::Member;
    const LISTS_STAND: bool = true;
    type Params = Asked;
    type Answer = Watching;

    async fn run(desk: &Desk, params: Asked) -> Result<Watching, Error> {
        let id = find(desk, params.number).await?;
        match params.level {
            Some(level) => watch(desk, id.as_str(), "manual", level).await?,
            None => unwatch(desk, id.as_str()).await?,
        }
        fold(desk, &id).await?;
        Ok(Watching { watching: params.level })
    }
}

/// Lets whoever asks watch an issue at a level they chose.
async fn watch(desk: &Desk, issue: &str, reason: &'static str, level: Level) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with watched as (
            insert into "Watch" as w ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
            values ($3::text, $4::timestamptz, $4::timestamptz, $1::text, $2::text, $5::text, $6::text)
            on conflict ("issue", "user") do update set "level" = excluded."level", "updatedAt" = excluded."updatedAt"
            returning w."objectId" = $3::text as is_new)
        insert into _touchstone.count_change (root, watching) select $1::text, 1 from watched where is_new"#,
        [
            Bind::from(issue),
            desk.member()?.id.as_str().into(),
            desk.new_id().into(),
            desk.now().into(),
            reason.into(),
            level.key().into(),
        ],
    );
    desk.execute(&sql).await.map(drop)
}

async fn unwatch(desk: &Desk, issue: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with gone as (delete from "Watch" where "issue" = $1::text and "user" = $2::text returning 1)
        insert into _touchstone.count_change (root, watching) select $1::text, -1 from gone"#,
        [Bind::from(issue), desk.member()?.id.as_str().into()],
    );
    desk.execute(&sql).await.map(drop)
}

/// Lets somebody watch an issue they had to do with, unless they decided about that before.
pub(crate) async fn begin(
    desk: &Desk,
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
        [Bind::from(issue), user.into(), desk.new_id().into(), desk.now().into(), reason.into()],
    );
    desk.execute(&sql).await.map(drop)
}
