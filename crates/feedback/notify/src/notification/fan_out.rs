//! The worker that tells many: a page in a transaction, resuming where the last one ended, with rests between.

use std::time::{Duration, Instant};

use async_trait::async_trait;
use parse_engine::{Caller, Engine, Error, Worker};
use parse_model::Json;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::audience::Audience;
use super::pace::{self, LONGEST_REST, Pace};
use super::table_sizes;
use super::tell::{Page, SharedNotice, Telling, Turn, tell_page};
use crate::delivery::wake_channels_on_commit;
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// How long to rest while another transaction notifies users of the page.
const OTHERS_TURN: Duration = Duration::from_millis(50);

/// Tells many.
pub(super) struct FanOut {
    pub(super) state: ProductState,
}

#[derive(Deserialize)]
struct Job {
    id: i64,
    notice: SharedNotice,
    audience: Audience,
    issue: Option<String>,
    given: Json,
    after: String,
    /// Milliseconds until the next page is due.
    rests: u64,
}

/// What is to be done next.
enum Next {
    /// Nothing is left.
    Nothing,
    /// A page, after a rest.
    Rest(Duration),
    /// A page was told, which took so long; the next one looks by itself whether to rest.
    Told(Duration),
}

#[async_trait]
impl Worker for FanOut {
    async fn work(&self, engine: &Engine) {
        let mut wakes = self.state.subscribe(Queue::FanOut);
        loop {
            if let Err(error) = self.drain(engine).await {
                tracing::error!(%error, "fan-out failed, will retry");
            }
            // The state holds the sender.
            let _ = wakes.changed().await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        let mut pace = Pace::default();
        let mut has_told = false;
        loop {
            match self.next(engine, pace.page()).await? {
                Next::Nothing => return Ok(()),
                Next::Rest(rest) => tokio::time::sleep(rest).await,
                Next::Told(took) => {
                    pace.learn(took);
                    if !has_told {
                        self.look_at_tables(engine).await;
                    }
                    has_told = true;
                }
            }
        }
    }
}

impl FanOut {
    /// Tells one page of so many, if one is due. Rests are those of all nodes: the page of another is followed by one too.
    async fn next(&self, engine: &Engine, most: i64) -> Result<Next, Error> {
        match rests(&self.context(engine.cx(Caller::master()))).await? {
            None => return Ok(Next::Nothing),
            Some(0) => {}
            Some(rests) => return Ok(Next::Rest(Duration::from_millis(rests))),
        }
        engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = self.context(tx);
                let Some(job) = hold(&ctx).await? else { return Ok(Next::Nothing) };
                if job.rests > 0 {
                    return Ok(Next::Rest(Duration::from_millis(job.rests)));
                }
                let telling = Telling {
                    notice: &job.notice,
                    audience: job.audience,
                    issue: job.issue.as_deref(),
                    given: &job.given,
                };
                let began = Instant::now();
                let page = tell_page(&ctx, &telling, &job.after, most, Turn::IsLeft).await?;
                let Some(page) = page else { return Ok(Next::Rest(OTHERS_TURN)) };
                let took = began.elapsed();
                move_on(&ctx, &job, &page, page.found < most, took).await?;
                wake_channels_on_commit(&ctx);
                Ok(Next::Told(took))
            })
            .await
    }

    /// Without it the rest is slower, and told all the same.
    async fn look_at_tables(&self, engine: &Engine) {
        let ctx = self.context(engine.cx(Caller::master()));
        if let Err(error) = table_sizes::look_again(&ctx).await {
            tracing::debug!(%error, "tables not looked at, autovacuum will");
        }
    }

    fn context(&self, cx: parse_engine::Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

/// Milliseconds until the next page of the first of them is due; nothing if there is none.
async fn rests(ctx: &CommandContext) -> Result<Option<u64>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(_touchstone.rest_left(f.rests_until, $1::int8)) from _touchstone.fan_out f where not f.is_done order by f.id limit 1",
        [longest()],
    );
    ctx.row(&sql).await
}

/// The next of them, which no other node continues until the transaction ends.
async fn hold(ctx: &CommandContext) -> Result<Option<Job>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', f.id, 'notice', f.notice, 'audience', f.audience, 'issue', f.issue, 'given', f.given,
            'after', f.after, 'rests', _touchstone.rest_left(f.rests_until, $1::int8))
        from _touchstone.fan_out f where not f.is_done order by f.id limit 1 for update",
        [longest()],
    );
    ctx.row(&sql).await
}

/// Notes how far it came and until when is rested: the next page is due when this one's people have had their time since
/// it was due, and never without a rest.
async fn move_on(
    ctx: &CommandContext,
    job: &Job,
    page: &Page,
    is_done: bool,
    took: Duration,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.fan_out set after = coalesce($2::text, after), people = people + $3::int8, is_done = $4::bool,
            rests_until = greatest(
                least(coalesce(rests_until, now()), clock_timestamp()) + make_interval(secs => $5::int8 / 1000.0),
                clock_timestamp() + make_interval(secs => $6::int8 / 1000.0))
        where id = $1::int8",
        [
            Bind::from(job.id),
            page.last.clone().into(),
            page.people.into(),
            is_done.into(),
            millis(pace::share(page.found)).into(),
            millis(pace::least_rest(took)).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

fn longest() -> Bind {
    millis(LONGEST_REST).into()
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
