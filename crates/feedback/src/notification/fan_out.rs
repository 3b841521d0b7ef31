//! The worker that tells many: a page in a transaction, resuming where the last one ended.

use async_trait::async_trait;
use parse_engine::{Caller, Engine, Error, Worker};
use parse_model::Json;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::audience::Audience;
use super::tell::{Page, Telling, take_turn, tell_page};
use crate::command_context::CommandContext;
use crate::product_state::ProductState;

/// How many people one transaction tells.
const PAGE: i64 = 5_000;

/// Tells many.
pub(super) struct FanOut {
    pub(super) state: ProductState,
}

#[derive(Deserialize)]
struct Job {
    id: i64,
    told: Json,
    audience: Audience,
    issue: Option<String>,
    given: Json,
    after: String,
}

#[async_trait]
impl Worker for FanOut {
    async fn work(&self, engine: &Engine) {
        let mut wakes = self.state.fan_out_wakes();
        loop {
            if let Err(error) = self.drain(engine).await {
                tracing::error!(%error, "fan-out failed, will retry");
            }
            // The state holds the sender.
            let _ = wakes.changed().await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        while self.page(engine).await? {}
        Ok(())
    }
}

impl FanOut {
    /// Tells one page, and says whether there may be another.
    async fn page(&self, engine: &Engine) -> Result<bool, Error> {
        if !is_any(&self.context(engine.cx(Caller::master()))).await? {
            return Ok(false);
        }
        engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = self.context(tx);
                let Some(job) = hold(&ctx).await? else { return Ok(false) };
                let telling = Telling {
                    told: &job.told,
                    audience: job.audience,
                    issue: job.issue.as_deref(),
                    given: &job.given,
                };
                let page = tell_page(&ctx, &telling, &job.after, PAGE).await?;
                move_on(&ctx, &job, &page).await?;
                ctx.wake_deliveries_on_commit();
                Ok(true)
            })
            .await
    }

    fn context(&self, cx: parse_engine::Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

async fn is_any(ctx: &CommandContext) -> Result<bool, Error> {
    let sql =
        Sql::new("select to_jsonb(exists (select from _touchstone.fan_out where not is_done))");
    Ok(ctx.row(&sql).await?.unwrap_or(false))
}

/// The next of them.
async fn hold(ctx: &CommandContext) -> Result<Option<Job>, Error> {
    take_turn(ctx).await?;
    let sql = Sql::new(
        "select jsonb_build_object('id', id, 'told', told, 'audience', audience, 'issue', issue, 'given', given, 'after', after)
        from _touchstone.fan_out where not is_done order by id limit 1",
    );
    ctx.row(&sql).await
}

async fn move_on(ctx: &CommandContext, job: &Job, page: &Page) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.fan_out set after = coalesce($2::text, after), people = people + $3::int8, is_done = $4::bool
        where id = $1::int8",
        [
            Bind::from(job.id),
            page.last.clone().into(),
            page.people.into(),
            (page.found < PAGE).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
