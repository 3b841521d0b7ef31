//! Periodic tasks of points: checkpoints, and daily statistics of the boards.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_store::{Bind, Sql};

use super::checkpoint;
use feedback_core::product_state::ProductState;
use feedback_core::task::{Task, TaskRun, register_task};

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_task::<BoardDays>(extension, state);
    register_task::<Checkpoints>(extension, state)
}

struct Checkpoints;

#[async_trait]
impl Task for Checkpoints {
    const NAME: &'static str = "checkpoints";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let sql = Sql::fixed(
            r#"select to_jsonb(head.season) from _touchstone.ledger_head head
            where head.seq > coalesce((select max(c."seq") from "LedgerCheckpoint" c where c."season" = head.season), 0)
                and not exists (select from "LedgerCheckpoint" c
                    where c."season" = head.season and c."at" > $1::timestamptz - interval '1 day')
            order by head.season"#,
            [Bind::from(run.ctx().now())],
        );
        for number in run.ctx().rows::<u32>(&sql).await? {
            let ctx = run.begin().await?;
            let outcome = checkpoint::write(&ctx, number).await;
            run.end(ctx, outcome).await?;
        }
        Ok(())
    }
}

/// Stores once a day how the points of the board are distributed.
struct BoardDays;

#[async_trait]
impl Task for BoardDays {
    const NAME: &'static str = "board";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let sql = Sql::fixed(
            r#"insert into _touchstone.board_day (season, taken_at, total, people)
            select s."season", $1::timestamptz, s."total", count(*) from "Standing" s
            where s."eligible" and exists (
                    select from "Season" o where o."number" = s."season" and o."state" in ('live', 'review'))
                and not exists (select from _touchstone.board_day d
                    where d.season = s."season" and (d.taken_at at time zone 'UTC')::date >= ($1::timestamptz at time zone 'UTC')::date)
            group by s."season", s."total" on conflict do nothing"#,
            [Bind::from(run.ctx().now())],
        );
        run.ctx().execute(&sql).await.map(drop)
    }
}
