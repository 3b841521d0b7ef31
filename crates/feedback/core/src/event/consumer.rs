//! Event consumers, each with its own position in the order of events.

use std::marker::PhantomData;
use std::panic::AssertUnwindSafe;

use async_trait::async_trait;
use futures_util::FutureExt;
use parse_engine::{Engine, Error, Extension, Worker};
use parse_identity::Caller;
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::read::{EventPosition, StoredEvent, after, next, retried};
use crate::command_context::CommandContext;
use crate::product_state::ProductState;
use crate::table;
use crate::wakes::Queue;

/// Attempts before an event is set aside. At one a second, that takes some minutes.
const TRIES: i64 = 200;

/// Handles events.
#[async_trait]
pub trait Consumer: Send + Sync + 'static {
    /// The name under which its position is stored.
    const NAME: &'static str;
    /// Events per transaction.
    const PAGE: i64 = 200;
    /// Handles events in order, in the transaction that advances the position. An effect that must
    /// not happen twice is a row written here. Nothing is sent.
    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error>;
}

/// Registers a consumer. It runs on every node, and one node consumes at a time.
pub fn register_consumer<C: Consumer>(extension: Extension, state: &ProductState) -> Extension {
    let worker = ConsumerWorker::<C> { state: state.clone(), what: PhantomData };
    extension.with_worker(C::NAME, worker)
}

struct ConsumerWorker<C> {
    state: ProductState,
    what: PhantomData<fn() -> C>,
}

/// The outcome of one attempt to consume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BatchOutcome {
    /// There may be more.
    Took,
    /// There was nothing, or another node is consuming.
    Idle,
}

#[derive(Deserialize)]
struct ConsumerPosition {
    position: i64,
    failures: i64,
}

#[async_trait]
impl<C: Consumer> Worker for ConsumerWorker<C> {
    async fn work(&self, engine: &Engine) {
        let mut wakes = self.state.subscribe(Queue::Events);
        loop {
            if let Err(error) = self.drain(engine).await {
                tracing::error!(consumer = C::NAME, %error, "event consumer failed, will retry");
            }
            // The state holds the sender.
            let _ = wakes.changed().await;
        }
    }

    async fn drain(&self, engine: &Engine) -> Result<(), Error> {
        while self.look(engine).await? == BatchOutcome::Took {}
        Ok(())
    }
}

impl<C: Consumer> ConsumerWorker<C> {
    async fn look(&self, engine: &Engine) -> Result<BatchOutcome, Error> {
        let number = Sql::new("select _touchstone.number_events()");
        table::execute(&engine.store().db(), &number).await?;
        match self.take(engine, C::PAGE).await {
            // One of the events fails, so those before it are handled one by one.
            Err(error) if !error.is_transient() => {
                if self.take(engine, 1).await.is_ok() {
                    return Ok(BatchOutcome::Took);
                }
                self.note_failure(engine, &error).await?;
                Err(error)
            }
            Ok(BatchOutcome::Idle) => self.take_retried(engine).await,
            outcome => outcome,
        }
    }

    /// Handles an event that was set aside and that an operator retries. If it fails again, it
    /// stays set aside.
    async fn take_retried(&self, engine: &Engine) -> Result<BatchOutcome, Error> {
        let context = |tx| CommandContext::new(tx, Access::Writes, None, self.state.clone());
        let ctx = context(engine.cx(Caller::master()));
        let Some(event) = retried(&ctx, C::NAME).await? else { return Ok(BatchOutcome::Idle) };
        let event = &event;
        let taken = engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = context(tx);
                if hold::<C>(&ctx).await?.is_none() || !remove_left_out::<C>(&ctx, event).await? {
                    return Ok(BatchOutcome::Idle);
                }
                let events = after(&ctx, event.position - 1, 1).await?;
                let taken = AssertUnwindSafe(C::take(&ctx, &events)).catch_unwind().await;
                taken.unwrap_or_else(|_| Err(panicked())).map(|()| BatchOutcome::Took)
            })
            .await;
        match taken {
            Err(error) if !error.is_transient() => {
                tracing::error!(consumer = C::NAME, event = event.id, %error, "retried event failed again");
                leave_out::<C>(&ctx, event, &error).await.map(|()| BatchOutcome::Took)
            }
            outcome => outcome,
        }
    }

    async fn take(&self, engine: &Engine, page: i64) -> Result<BatchOutcome, Error> {
        engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = CommandContext::new(tx, Access::Writes, None, self.state.clone());
                let Some(place) = hold::<C>(&ctx).await? else { return Ok(BatchOutcome::Idle) };
                let events = after(&ctx, place.position, page).await?;
                let Some(last) = events.last() else { return Ok(BatchOutcome::Idle) };
                // A panic counts as a failed attempt.
                let taken = AssertUnwindSafe(C::take(&ctx, &events)).catch_unwind().await;
                taken.unwrap_or_else(|_| Err(panicked()))?;
                move_to::<C>(&ctx, last.position).await?;
                Ok(BatchOutcome::Took)
            })
            .await
    }

    /// Counts a failed attempt of the next event, and sets the event aside after too many.
    async fn note_failure(&self, engine: &Engine, problem: &Error) -> Result<(), Error> {
        engine
            .cx(Caller::master())
            .unit(|tx| async move {
                let ctx = CommandContext::new(tx, Access::Writes, None, self.state.clone());
                let Some(place) = hold::<C>(&ctx).await? else { return Ok(()) };
                if place.failures + 1 < TRIES {
                    let sql = Sql::fixed(
                        "update _touchstone.event_consumer set failures = failures + 1 where name = $1::text",
                        [Bind::from(C::NAME)],
                    );
                    return ctx.execute(&sql).await.map(drop);
                }
                let Some(event) = next(&ctx, place.position).await? else { return Ok(()) };
                tracing::error!(consumer = C::NAME, event = event.id, "event skipped after too many attempts");
                leave_out::<C>(&ctx, &event, problem).await?;
                move_to::<C>(&ctx, event.position).await
            })
            .await
    }
}

fn panicked() -> Error {
    Error::Failed { doing: "consuming an event", source: "it panicked".into() }
}

/// Locks the consumer's position until the transaction ends; `None` if another node holds it.
async fn hold<C: Consumer>(ctx: &CommandContext) -> Result<Option<ConsumerPosition>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('position', position, 'failures', failures)
        from _touchstone.event_consumer where name = $1::text for update skip locked",
        [Bind::from(C::NAME)],
    );
    ctx.row(&sql).await
}

async fn move_to<C: Consumer>(ctx: &CommandContext, position: i64) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.event_consumer set position = $2::int8, failures = 0 where name = $1::text",
        [Bind::from(C::NAME), position.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Removes a retried event from the ones set aside. False if another node was first.
async fn remove_left_out<C: Consumer>(
    ctx: &CommandContext,
    event: &EventPosition,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.event_left_out where consumer = $1::text and event = $2::text and is_retried",
        [Bind::from(C::NAME), event.id.as_str().into()],
    );
    Ok(ctx.execute(&sql).await? > 0)
}

async fn leave_out<C: Consumer>(
    ctx: &CommandContext,
    event: &EventPosition,
    problem: &Error,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.event_left_out (consumer, event, problem, at)
        values ($1::text, $2::text, $3::text, $4::timestamptz)
        on conflict (consumer, event) do update set problem = excluded.problem, at = excluded.at, is_retried = false",
        [
            Bind::from(C::NAME),
            event.id.as_str().into(),
            problem.to_string().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
