//! The timed steps of missions. They open, end, and end later after a network outage. Testers are
//! notified before the end, and testers whom an issue blocked are paid when it is confirmed.

use async_trait::async_trait;
use feedback_model::mission::state::MissionState;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::{blocked, change, events};
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Missions handled in one run.
const BATCH: i64 = 500;

pub(super) struct MissionClock;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Act {
    Open,
    Close,
    TellEnding,
    Extend,
}

#[derive(Deserialize)]
struct Due {
    mission: String,
    act: Act,
}

#[async_trait]
impl Task for MissionClock {
    const NAME: &'static str = "missions";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let mut outcome = Ok(());
        // Ends are extended before they are applied.
        for acts in [EXTEND, DUE] {
            let sql = Sql::fixed(acts, [Bind::from(run.ctx().now()), BATCH.into()]);
            for due in run.ctx().rows::<Due>(&sql).await? {
                let ctx = run.begin().await?;
                let done = Box::pin(act(&ctx, &due)).await;
                outcome = outcome.and(run.end(ctx, done).await);
            }
        }
        let sql = Sql::fixed(STOPPED, [Bind::from(BATCH)]);
        for submission in run.ctx().rows::<String>(&sql).await? {
            let ctx = run.begin().await?;
            let done = Box::pin(blocked::settle(&ctx, &submission)).await;
            outcome = outcome.and(run.end(ctx, done).await);
        }
        outcome
    }
}

const EXTEND: &str = r#"select jsonb_build_object('mission', m."objectId", 'act', 'extend') from "Mission" m
where m."state" in ('live', 'paused') and m."closesAt" is not null
    and m."extendedSeconds" < _touchstone.outage_seconds(m, $1::timestamptz) limit $2::int8"#;

const DUE: &str = r#"select jsonb_build_object('mission', m."objectId", 'act', case
        when m."state" = 'scheduled' and m."opensAt" <= $1::timestamptz then 'open'
        when m."endsAt" <= $1::timestamptz then 'close' else 'tell_ending' end)
from "Mission" m
where m."state" = 'scheduled' and m."opensAt" <= $1::timestamptz
    or m."state" in ('live', 'paused') and m."endsAt" <= $1::timestamptz
    or m."state" = 'live' and m."endingToldAt" is null and m."endsAt" <= $1::timestamptz + interval '1 day'
        and m."openedAt" < m."endsAt" - interval '1 day'
order by m."objectId" limit $2::int8"#;

const STOPPED: &str = r#"select to_jsonb(s."objectId") from "Submission" s join "Issue" i on i."objectId" = s."blockedBy"
join "Issue" root on root."objectId" = coalesce(i."duplicateOf", i."objectId")
where s."state" = 'blocked' and root."status" in ('confirmed', 'in_progress', 'fixed', 'verified', 'closed') limit $1::int8"#;

async fn act(ctx: &CommandContext, due: &Due) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(m."state") from "Mission" m where m."objectId" = $1::text for update"#,
        [Bind::from(&*due.mission)],
    );
    let Some(state) = ctx.row::<MissionState>(&sql).await? else { return Ok(()) };
    match due.act {
        Act::Open if state == MissionState::Scheduled => {
            change::set(ctx, &due.mission, state, MissionState::Live).await.map(drop)
        }
        Act::Close if state.is_open() => {
            change::set(ctx, &due.mission, state, MissionState::Ended).await.map(drop)
        }
        Act::TellEnding => {
            let sql = Sql::fixed(
                r#"update "Mission" set "endingToldAt" = $2::timestamptz where "objectId" = $1::text"#,
                [Bind::from(&*due.mission), ctx.now().into()],
            );
            ctx.execute(&sql).await?;
            events::ending(ctx, &due.mission).await
        }
        Act::Extend => {
            let sql = Sql::fixed(
                r#"update "Mission" m set "extendedSeconds" = _touchstone.outage_seconds(m, $2::timestamptz),
                    "updatedAt" = $2::timestamptz where m."objectId" = $1::text"#,
                [Bind::from(&*due.mission), ctx.now().into()],
            );
            ctx.execute(&sql).await.map(drop)
        }
        Act::Open | Act::Close => Ok(()),
    }
}
