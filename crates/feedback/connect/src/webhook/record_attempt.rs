//! Stores the outcome of an attempt, and its effect on the webhook.

use integrations::{ChatPreset, Outcome};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Db, Sql};
use serde::Deserialize;
use serde_json::json;

use super::claim::{CAREFUL_AFTER, WebhookJob};
use super::send::Attempt;
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::table;

/// Consecutive failures after which a webhook is disabled.
const MOST_FAILURES: i32 = 50;

/// Pauses of a webhook, by consecutive failures.
const RESTS: [(i32, i64); 2] = [(20, 300), (CAREFUL_AFTER, 30)];

/// The pause of a webhook that rate-limits without naming a time.
const TOO_OFTEN_SECONDS: i64 = 30;

/// The state of a delivery after an attempt.
#[derive(Debug, PartialEq, Eq)]
enum NextState {
    Sent,
    Again(Date),
    Ended(&'static str, String),
}

/// The state after an outcome.
fn next_state(job: &WebhookJob, attempt: &Attempt, now: Date) -> NextState {
    let attempts = u32::try_from(job.attempts).unwrap_or(u32::MAX);
    let again = || match BackOff::SERVICE.next(now, attempts, job.id, attempt.wait) {
        None => NextState::Ended("dead", "given up after too many attempts".to_owned()),
        Some(due) => NextState::Again(due),
    };
    match &attempt.outcome {
        Outcome::Delivered { .. } => NextState::Sent,
        Outcome::Later { .. } => again(),
        // Chats have no id by which they could drop a repeated message.
        Outcome::Unsure if ChatPreset::from_key(&job.preset).is_some() => {
            NextState::Ended("unsure", "sent, but the response was lost".to_owned())
        }
        Outcome::Unsure => again(),
        Outcome::Gone(why) | Outcome::Broken(why) | Outcome::Bad(why) => {
            NextState::Ended("dead", why.clone())
        }
    }
}

fn whole_seconds(wait: std::time::Duration) -> i64 {
    i64::try_from(wait.as_secs()).unwrap_or(i64::MAX / 2)
}

/// Stores the outcome of an attempt. A worker that lost the delivery to another one stores nothing.
pub(super) async fn record_attempt(
    ctx: &CommandContext,
    job: &WebhookJob,
    attempt: &Attempt,
) -> Result<(), Error> {
    let after = next_state(job, attempt, ctx.now());
    if !write(ctx, job, attempt, &after).await? {
        return Ok(());
    }
    match &attempt.outcome {
        Outcome::Delivered { .. } => {
            record_health(ctx, job, attempt, WebhookHealth::Good).await.map(drop)
        }
        Outcome::Gone(why) | Outcome::Broken(why) => {
            record_health(ctx, job, attempt, WebhookHealth::Failing).await?;
            disable(ctx, &job.webhook, why).await
        }
        Outcome::Later { .. } if attempt.is_too_often() => {
            record_health(ctx, job, attempt, WebhookHealth::TooOften).await.map(drop)
        }
        Outcome::Later { .. } | Outcome::Unsure | Outcome::Bad(_) => {
            if record_health(ctx, job, attempt, WebhookHealth::Failing).await? >= MOST_FAILURES {
                let why = format!("{MOST_FAILURES} attempts failed, one after the other");
                disable(ctx, &job.webhook, &why).await?;
            }
            Ok(())
        }
    }
}

/// Records an internal error: the delivery waits for its next attempt, or is given up. It may have
/// been sent.
pub(super) async fn fail(
    db: &Db,
    job: &WebhookJob,
    due: Option<Date>,
    error: &Error,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.webhook_delivery set state = case when $3::timestamptz is null then 'dead' else 'waiting' end,
            due_at = coalesce($3::timestamptz, due_at), lease_until = null, problem = $4::text
        where id = $1::int8 and state = 'sending' and attempts = $2::int8",
        [
            Bind::from(job.id),
            i64::from(job.attempts).into(),
            due.into(),
            error.to_string().into(),
        ],
    );
    table::execute(db, &sql).await.map(drop)
}

/// Stores the outcome of a test. It is sent once, and does not affect the queue.
pub(super) async fn conclude_test(
    ctx: &CommandContext,
    job: &WebhookJob,
    attempt: &Attempt,
) -> Result<(), Error> {
    let after = match next_state(job, attempt, ctx.now()) {
        NextState::Again(_) => NextState::Ended("dead", "tried once".to_owned()),
        other => other,
    };
    write(ctx, job, attempt, &after).await?;
    record_health(ctx, job, attempt, WebhookHealth::Unknown).await.map(drop)
}

async fn write(
    ctx: &CommandContext,
    job: &WebhookJob,
    attempt: &Attempt,
    after: &NextState,
) -> Result<bool, Error> {
    let (state, due, ended) = match after {
        NextState::Sent => ("sent", None, None),
        NextState::Again(due) => ("waiting", Some(*due), None),
        NextState::Ended(state, why) => (*state, None, Some(why.as_str())),
    };
    let sql = Sql::fixed(
        "update _touchstone.webhook_delivery set state = $3::text, due_at = coalesce($4::timestamptz, due_at), lease_until = null,
            status = $5::int8, duration_ms = $6::int8, response = $7::text, problem = coalesce($8::text, $9::text),
            sent_at = case when $3::text = 'sent' then $10::timestamptz else sent_at end
        where id = $1::int8 and state = 'sending' and attempts = $2::int8",
        [
            Bind::from(job.id),
            i64::from(job.attempts).into(),
            state.into(),
            due.into(),
            attempt.status.map(i64::from).into(),
            i64::try_from(attempt.took.as_millis()).unwrap_or(i64::MAX).into(),
            attempt.response.as_deref().into(),
            attempt.problem.as_deref().into(),
            ended.into(),
            ctx.now().into(),
        ],
    );
    Ok(ctx.execute(&sql).await? > 0)
}

/// What an attempt shows about a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WebhookHealth {
    Good,
    Failing,
    TooOften,
    Unknown,
}

/// Stores it, and returns the consecutive failures.
async fn record_health(
    ctx: &CommandContext,
    job: &WebhookJob,
    attempt: &Attempt,
    standing: WebhookHealth,
) -> Result<i32, Error> {
    let asked = attempt.wait.map(whole_seconds);
    let too_often = (standing == WebhookHealth::TooOften).then_some(TOO_OFTEN_SECONDS);
    let rest = asked.or(too_often).map(|seconds| ctx.now().plus_seconds(seconds + 1));
    let [(many, long), (few, short)] = RESTS;
    let sql = Sql::fixed(
        "update _touchstone.webhook w set last_at = $2::timestamptz, last_status = $3::int8,
            failures = case when $4::bool then 0 else w.failures + $5::bool::int end,
            rests_until = case when $4::bool then null when not $5::bool and $6::timestamptz is null then w.rests_until
                else greatest(w.rests_until, $6::timestamptz, case when not $5::bool then null
                    when w.failures + 1 >= $7::int8 then $8::timestamptz when w.failures + 1 >= $9::int8 then $10::timestamptz end)
                end
        where id = $1::text returning to_jsonb(w.failures)",
        [
            Bind::from(&*job.webhook),
            ctx.now().into(),
            attempt.status.map(i64::from).into(),
            (standing == WebhookHealth::Good).into(),
            (standing == WebhookHealth::Failing).into(),
            rest.filter(|_| standing != WebhookHealth::Unknown).into(),
            i64::from(many).into(),
            ctx.now().plus_seconds(long).into(),
            i64::from(few).into(),
            ctx.now().plus_seconds(short).into(),
        ],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

#[derive(Deserialize)]
struct Disabled {
    name: String,
    failures: i32,
}

/// Disables a webhook and notifies administrators. Its queue is kept until it is enabled.
async fn disable(ctx: &CommandContext, webhook: &str, why: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.webhook set state = 'disabled', disabled_why = left($2::text, 300), rests_until = null
        where id = $1::text and state = 'on' returning jsonb_build_object('name', name, 'failures', failures)",
        [Bind::from(webhook), why.into()],
    );
    let Some(disabled) = ctx.row::<Disabled>(&sql).await? else { return Ok(()) };
    tracing::warn!(webhook, failures = disabled.failures, "webhook disabled");
    let data = json!({
        "webhook": webhook, "name": disabled.name, "failures": disabled.failures, "reason": why,
    });
    let event = DomainEvent { kind: EventKind::WebhookDisabled, issue: None, actor: None, data };
    append(ctx, &event).await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const NOW: Date = Date::from_millis(1_800_000_000_000);

    fn job(preset: &str, attempts: i32) -> WebhookJob {
        WebhookJob {
            id: 20,
            webhook: "w".to_owned(),
            message_id: "msg_0123456789012345678901".to_owned(),
            body: "{}".to_owned(),
            tells_too_much: false,
            attempts,
            preset: preset.to_owned(),
            url: String::new(),
            secret: None,
            previous_secret: None,
        }
    }

    fn attempt(outcome: Outcome) -> Attempt {
        let wait = match &outcome {
            Outcome::Later { after } => *after,
            _ => None,
        };
        let (status, response, problem) = (None, None, None);
        Attempt { outcome, status, took: Duration::ZERO, response, problem, wait }
    }

    fn seconds(job: &WebhookJob, outcome: Outcome) -> i64 {
        match next_state(job, &attempt(outcome), NOW) {
            NextState::Again(due) => (due.millis() - NOW.millis()) / 1000,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn it_is_given_up_after_nine_attempts() {
        assert!(seconds(&job("json", 8), Outcome::LATER) > 0);
        let last = next_state(&job("json", 9), &attempt(Outcome::LATER), NOW);
        assert!(matches!(last, NextState::Ended("dead", _)));
    }

    #[test]
    fn what_may_have_arrived_is_sent_again_where_an_id_tells_doubles() {
        assert!(seconds(&job("json", 1), Outcome::Unsure) >= 10);
        let chat = next_state(&job("discord", 1), &attempt(Outcome::Unsure), NOW);
        assert!(matches!(chat, NextState::Ended("unsure", _)));
    }
}
