//! The worker that notifies large audiences: one page per transaction, resuming where the last one
//! ended, with pauses in between.

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use futures_util::FutureExt;
use parse_engine::{Engine, Error, Worker};
use parse_identity::Caller;
use parse_model::Json;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::audience::Audience;
use super::notify::{AddressedNotice, Page, ReceiverLock, SharedNotice, notify_page};
use super::pace::{self, LONGEST_REST, Pace};
use super::table_sizes;
use crate::delivery::wake_channels_on_commit;
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::wakes::Queue;

/// The pause while another transaction notifies users of the page.
const LOCKED_REST: Duration = Duration::from_millis(50);

/// How often a page is skipped before its locks are waited for, so that a long series of events
/// cannot block it forever.
const MOST_SKIPS: u32 = 20;

/// The worker.
pub(super) struct FanOut {
    pub(super) state: ProductState,
}

#[derive(Deserialize)]
struct DueFanOut {
    id: i64,
    /// Milliseconds until its next page is due.
    rests: u64,
}

#[derive(Deserialize)]
struct PendingFanOut {
    id: i64,
    notice: SharedNotice,
    audience: Audience,
    issue: Option<String>,
    given: Json,
    after: String,
    /// Milliseconds until the next page is due.
    rests: u64,
}

/// The result of a step.
enum NextPage {
    /// All pages are done.
    Nothing,
    /// A page is due after a pause.
    Rest(Duration),
    /// The same page again, because another transaction notifies some of its users.
    Skipped,
    /// A page was notified in this time. The next step decides about the pause.
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
        let mut skips = 0;
        loop {
            let lock = if skips < MOST_SKIPS { ReceiverLock::Skip } else { ReceiverLock::Wait };
            match self.next(engine, pace.page(), lock).await? {
                NextPage::Nothing => return Ok(()),
                NextPage::Rest(rest) => tokio::time::sleep(rest).await,
                NextPage::Skipped => {
                    skips += 1;
                    tokio::time::sleep(LOCKED_REST).await;
                }
                NextPage::Told(took) => {
                    skips = 0;
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
    /// Notifies one page, if one is due. Pauses apply to all nodes together.
    async fn next(
        &self,
        engine: &Engine,
        most: i64,
        lock: ReceiverLock,
    ) -> Result<NextPage, Error> {
        let ctx = self.context(engine.cx(Caller::master()));
        let Some(due) = first_due(&ctx).await? else { return Ok(NextPage::Nothing) };
        if due.rests > 0 {
            return Ok(NextPage::Rest(Duration::from_millis(due.rests)));
        }
        let page = AssertUnwindSafe(self.notify_next_page(engine, due.id, most, lock));
        match page.catch_unwind().await.unwrap_or_else(|_| Err(panicked())) {
            Err(error) if !error.is_transient() => {
                record_failure(&ctx, due.id, &error).await.map(|()| NextPage::Skipped)
            }
            outcome => outcome,
        }
    }

    async fn notify_next_page(
        &self,
        engine: &Engine,
        id: i64,
        most: i64,
        lock: ReceiverLock,
    ) -> Result<NextPage, Error> {
        engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = self.context(tx);
                // Another node may have finished it.
                let Some(job) = hold(&ctx, id).await? else { return Ok(NextPage::Skipped) };
                if job.rests > 0 {
                    return Ok(NextPage::Rest(Duration::from_millis(job.rests)));
                }
                let addressed = AddressedNotice {
                    notice: &job.notice,
                    audience: job.audience,
                    issue: job.issue.as_deref(),
                    given: &job.given,
                };
                let began = Instant::now();
                let page = notify_page(&ctx, &addressed, &job.after, most, lock).await?;
                let Some(page) = page else { return Ok(NextPage::Skipped) };
                let took = began.elapsed();
                save_progress(&ctx, &job, &page, page.found < most, took).await?;
                wake_channels_on_commit(&ctx);
                Ok(NextPage::Told(took))
            })
            .await
    }

    /// Without it the fan-out is slower, but still completes.
    async fn look_at_tables(&self, engine: &Engine) {
        let ctx = self.context(engine.cx(Caller::master()));
        if let Err(error) = table_sizes::look_again(&ctx).await {
            tracing::debug!(%error, "ANALYZE skipped, leaving it to autovacuum");
        }
    }

    fn context(&self, cx: parse_engine::Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

/// The first fan-out that is neither finished nor waiting for another attempt.
async fn first_due(ctx: &CommandContext) -> Result<Option<DueFanOut>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', f.id, 'rests', _touchstone.rest_left(f.rests_until, $1::int8)) from _touchstone.fan_out f
        where not f.is_done and coalesce(f.retry_at, '-infinity') <= $2::timestamptz order by f.id limit 1",
        [longest(), ctx.now().into()],
    );
    ctx.row(&sql).await
}

/// Locks a fan-out, so that no other node continues it until the transaction ends. `None` once it
/// is finished.
async fn hold(ctx: &CommandContext, id: i64) -> Result<Option<PendingFanOut>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('id', f.id, 'notice', f.notice, 'audience', f.audience, 'issue', f.issue, 'given', f.given,
            'after', f.after, 'rests', _touchstone.rest_left(f.rests_until, $1::int8))
        from _touchstone.fan_out f where f.id = $2::int8 and not f.is_done for update",
        [longest(), id.into()],
    );
    ctx.row(&sql).await
}

/// Postpones a fan-out whose next page failed, or gives it up after too many failures.
async fn record_failure(ctx: &CommandContext, id: i64, error: &Error) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.fan_out set failures = failures + 1, retry_at = 'infinity' where id = $1::int8 and not is_done
        returning to_jsonb(failures)",
        [Bind::from(id)],
    );
    let Some(failures) = ctx.row::<u32>(&sql).await? else { return Ok(()) };
    let retry_at = BackOff::OWN_FAULT.next(ctx.now(), failures, id, None);
    tracing::error!(fan_out = id, is_given_up = retry_at.is_none(), %error, "fan-out page failed");
    let Some(retry_at) = retry_at else { return Ok(()) };
    let sql = Sql::fixed(
        "update _touchstone.fan_out set retry_at = $2::timestamptz where id = $1::int8",
        [Bind::from(id), retry_at.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

fn panicked() -> Error {
    Error::Failed { doing: "notifying a page of users", source: "it panicked".into() }
}

/// Stores the position and the end of the pause. The next page is due when the share of time of
/// this page's users has passed since it was due, and never without a pause.
async fn save_progress(
    ctx: &CommandContext,
    job: &PendingFanOut,
    page: &Page,
    is_done: bool,
    took: Duration,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.fan_out set failures = 0, after = coalesce($2::text, after), people = people + $3::int8, is_done = $4::bool,
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
