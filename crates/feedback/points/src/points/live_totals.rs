//! Notifies live subscribers that points have changed: at once, then once a second at most.
//!
//! The database finds what changed (`_touchstone.pulse`), so it does not matter which node wrote
//! it, or whether that node died since.

use std::time::Duration;

use async_trait::async_trait;
use parse_engine::periodic_task::Interval;
use parse_engine::{Engine, Error, Extension, Worker};
use parse_identity::Caller;
use parse_store::{Access, Bind, Sql};

use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::task::{Task, TaskRun, register_task};
use feedback_core::wakes::Queue;

/// The shortest time between two pulses.
const PAUSE: Duration = Duration::from_secs(1);

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_task::<LiveTotals>(extension, state);
    extension.with_worker("pulse", LiveTotalsWorker { state: state.clone() })
}

/// Publishes the changes since the last pulse, and returns whether some must wait because that was
/// a moment ago.
async fn publish_totals(ctx: &CommandContext) -> Result<bool, Error> {
    let sql =
        Sql::fixed("select to_jsonb(_touchstone.pulse($1::timestamptz))", [Bind::from(ctx.now())]);
    Ok(ctx.row(&sql).await?.unwrap_or(false))
}

/// Publishes as soon as points were written on this node.
struct LiveTotalsWorker {
    state: ProductState,
}

impl LiveTotalsWorker {
    async fn publish_totals(&self, engine: &Engine) -> Result<bool, Error> {
        let cx = engine.cx(Caller::master());
        cx.unit(|tx| async move {
            publish_totals(&CommandContext::new(tx, Access::Writes, None, self.state.clone())).await
        })
        .await
    }
}

#[async_trait]
impl Worker for LiveTotalsWorker {
    async fn work(&self, engine: &Engine) {
        loop {
            self.state.woken(Queue::LiveTotals).await;
            while self.publish_totals(engine).await.unwrap_or_else(|error| {
                tracing::error!(%error, "live point totals failed, will retry");
                false
            }) {
                tokio::time::sleep(PAUSE).await;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        self.publish_totals(engine).await.map(drop)
    }
}

/// Publishes changes that were written elsewhere: by a node that died, or past the commands.
struct LiveTotals;

#[async_trait]
impl Task for LiveTotals {
    const NAME: &'static str = "points pulse";
    const INTERVAL: Interval = Interval::Second;

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let sql = Sql::new(
            r#"select to_jsonb(exists (select from _touchstone.board b join "Season" s on s."number" = b.season
                    left join "SeasonPulse" p on p."season" = s."objectId"
                    where s."state" <> 'draft' and p."version" is distinct from b.version)
                or exists (select from _touchstone.ledger_head h left join _touchstone.points_told t using (season)
                    where h.seq <> coalesce(t.seq, 0)))"#,
        );
        Ok(run.ctx().row(&sql).await?.unwrap_or(false))
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        publish_totals(&run.ctx()).await.map(drop)
    }
}
