//! Scheduled announcements: a draft with a time, published automatically.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::list::shown;
use super::publish::AnnouncementPublish;
use feedback_core::audit::{self, AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::member::Member;
use feedback_core::refused::invalid;
use feedback_core::task::{Task, TaskRun};

/// The furthest that an announcement can be scheduled ahead.
const MOST_AHEAD_SECONDS: i64 = 366 * 86_400;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnnouncementScheduleParams {
    id: String,
    /// The time of publication. `null` removes it.
    at: Option<String>,
}

pub(super) struct AnnouncementSchedule;

#[async_trait]
impl Command for AnnouncementSchedule {
    const NAME: &'static str = "announcementSchedule";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = AnnouncementScheduleParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: AnnouncementScheduleParams,
    ) -> Result<Self::Answer, Error> {
        let before = shown(ctx, &params.id).await?;
        if !before["publishedAt"].is_null() {
            return Err(invalid("PUBLISHED", "This is published already."));
        }
        match params.at.as_deref().map(|text| moment(ctx, text)).transpose()? {
            Some(at) => set(ctx, &params.id, at).await?,
            None => clear(ctx, &params.id).await?,
        }
        let after = shown(ctx, &params.id).await?;
        let label = after["title"].as_str().unwrap_or_default().to_owned();
        let reply = json!({ "announcement": after });
        let change = AuditChange { kind: "announcement", id: params.id, label, before, after };
        Ok(AuditedReply::new(reply, change))
    }
}

fn moment(ctx: &CommandContext, text: &str) -> Result<Date, Error> {
    let at = Date::parse(text).ok_or_else(|| {
        invalid("MOMENT", "Invalid time: expected a timestamp such as 2026-11-18T09:00:00Z.")
    })?;
    if at <= ctx.now() || at > ctx.now().plus_seconds(MOST_AHEAD_SECONDS) {
        return Err(invalid("MOMENT", "Choose a time in the future, within a year."));
    }
    Ok(at)
}

async fn set(ctx: &CommandContext, id: &str, at: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.announcement_schedule (announcement, at, "by") values ($1::text, $2::timestamptz, $3::text)
        on conflict (announcement) do update set at = excluded.at, "by" = excluded."by""#,
        [Bind::from(id), at.into(), ctx.member()?.id.as_str().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Removes the time, if there is one.
async fn clear(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.announcement_schedule where announcement = $1::text",
        [Bind::from(id)],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
struct Due {
    announcement: String,
    by: String,
}

/// Publishes due announcements, each in a transaction of its own, on behalf of the administrator
/// who scheduled it.
pub(super) struct Scheduled;

#[async_trait]
impl Task for Scheduled {
    const NAME: &'static str = "scheduled announcements";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            r#"select jsonb_build_object('announcement', announcement, 'by', "by") from _touchstone.announcement_schedule
            where at <= $1::timestamptz order by at, announcement limit 100"#,
            [Bind::from(ctx.now())],
        );
        let mut outcome = Ok(());
        for due in ctx.rows::<Due>(&sql).await? {
            let ctx = run.begin().await?;
            let published = publish(run, &ctx, &due).await;
            // A failing one does not delay the others.
            outcome = outcome.and(run.end(ctx, published).await);
        }
        outcome
    }
}

/// If that user is no longer an administrator, nothing is published, and the draft loses its time.
async fn publish(run: &TaskRun, ctx: &CommandContext, due: &Due) -> Result<(), Error> {
    clear(ctx, &due.announcement).await?;
    let member = match Member::read(ctx.cx(), &due.by).await {
        Ok(member) if member.is_admin => member,
        Err(error) if error.is_transient() => return Err(error),
        _ => {
            let announcement = &due.announcement;
            tracing::warn!(
                announcement,
                "scheduled announcement skipped, its author may not publish"
            );
            return Ok(());
        }
    };
    let ctx = run.in_the_name_of(ctx, member);
    let one = super::publish::AnnouncementPublishParams { id: due.announcement.clone() };
    let published = AnnouncementPublish::run(&ctx, one).await?;
    audit::record(&ctx, AnnouncementPublish::NAME, published.change).await
}
