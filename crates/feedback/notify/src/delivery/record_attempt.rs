//! Stores the outcome of an attempt.

use std::time::Duration;

use feedback_model::notification::{Bucket, ChannelName};
use integrations::Outcome;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Db, Sql};
use serde_json::json;

use super::DeliveryCounts;
use super::channel::Delivery;
use super::stop::stop;
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::table;

/// The state of a delivery after an attempt.
#[derive(Debug, PartialEq, Eq)]
enum NextState {
    Sent(Option<String>),
    Again { due: Date, is_repeat: bool },
    Ended(&'static str, String),
}

impl NextState {
    /// The stored state.
    fn state(&self) -> &'static str {
        match self {
            NextState::Sent(_) => "sent",
            NextState::Again { .. } => "waiting",
            NextState::Ended(state, _) => state,
        }
    }
}

/// The state after an outcome.
fn next_state(delivery: &Delivery, outcome: &Outcome, now: Date) -> NextState {
    let again = |asked: Option<Duration>, is_repeat| match BackOff::SERVICE.next(
        now,
        delivery.attempts,
        delivery.id,
        asked,
    ) {
        None => NextState::Ended("dead", "given up after too many attempts".to_owned()),
        Some(due) => NextState::Again { due, is_repeat },
    };
    match outcome {
        Outcome::Delivered { external_id } => NextState::Sent(external_id.clone()),
        Outcome::Later { after } => again(*after, false),
        Outcome::Unsure if delivery.bucket == Bucket::Action => again(None, true),
        Outcome::Unsure => NextState::Ended("unsure", "sent, but the response was lost".to_owned()),
        Outcome::Gone(why) => NextState::Ended("dropped", why.clone()),
        // The channel is stopped, and this delivery waits with the others.
        Outcome::Broken(_) => NextState::Again { due: now, is_repeat: false },
        Outcome::Bad(why) => NextState::Ended("dead", why.clone()),
    }
}

/// Stores the outcome of an attempt for each of its deliveries.
pub(super) async fn record_attempt(
    ctx: &CommandContext,
    channel: ChannelName,
    deliveries: &[Delivery],
    outcome: &Outcome,
) -> Result<(), Error> {
    if let Outcome::Broken(problem) = outcome {
        tracing::error!(channel = channel.key(), problem, "channel stopped");
        stop(ctx, channel, problem).await?;
    }
    let mut ends = Vec::with_capacity(deliveries.len());
    for delivery in deliveries {
        let after = next_state(delivery, outcome, ctx.now());
        ctx.slot::<DeliveryCounts>().add(channel, after.state());
        ends.push(end(delivery, after));
    }
    write(ctx, ends).await?;
    if let (Outcome::Gone(_), Some(first)) = (outcome, deliveries.first()) {
        switch_off(ctx, channel, &first.receiver).await?;
    }
    Ok(())
}

/// Drops deliveries that their receiver must no longer get.
pub(super) async fn drop_for(
    ctx: &CommandContext,
    deliveries: &[Delivery],
    why: &str,
) -> Result<(), Error> {
    let dropped = |delivery| end(delivery, NextState::Ended("dropped", why.to_owned()));
    write(ctx, deliveries.iter().map(dropped).collect()).await
}

/// Records an internal error: the deliveries are retried or given up. They may have been sent.
pub(super) async fn fail(
    db: &Db,
    deliveries: &[Delivery],
    now: Date,
    error: &Error,
) -> Result<(), Error> {
    let ends: Json = deliveries
        .iter()
        .map(|delivery| {
            let due = BackOff::OWN_FAULT.next(now, delivery.attempts, delivery.id, None);
            json!({ "id": delivery.id, "attempts": delivery.attempts, "due": due.map(Date::iso) })
        })
        .collect();
    let sql = Sql::fixed(
        "update _touchstone.delivery d set state = case when e.due is null then 'dead' when d.in_digest then 'digest' else 'waiting' end,
            due_at = coalesce(e.due, d.due_at), lease_until = null, repeats = d.repeats + 1, problem = $2::text
        from jsonb_to_recordset($1::jsonb) as e(id int8, attempts int8, due timestamptz)
        where d.id = e.id and d.state = 'sending' and d.attempts = e.attempts",
        [Bind::from(ends), error.to_string().into()],
    );
    table::execute(db, &sql).await.map(drop)
}

/// The outcome in the form of [`write`].
fn end(delivery: &Delivery, after: NextState) -> Json {
    let state = after.state();
    let (external, problem, due, is_repeat) = match after {
        NextState::Sent(external) => (external, None, None, false),
        NextState::Again { due, is_repeat } => (None, None, Some(due.iso()), is_repeat),
        NextState::Ended(_, problem) => (None, Some(problem), None, false),
    };
    json!({
        "id": delivery.id, "attempts": delivery.attempts, "state": state, "external": external, "problem": problem, "due": due,
        "is_repeat": is_repeat,
    })
}

/// Writes all outcomes with one statement, because a digest has many deliveries.
async fn write(ctx: &CommandContext, ends: Vec<Json>) -> Result<(), Error> {
    // The attempt number proves the lease: another worker that claimed it since has counted one
    // more.
    let sql = Sql::fixed(
        "update _touchstone.delivery d set
            state = case when e.state = 'waiting' and d.in_digest then 'digest' else e.state end,
            external_id = coalesce(e.external, d.external_id), problem = e.problem, due_at = coalesce(e.due, d.due_at),
            repeats = d.repeats + e.is_repeat::int, lease_until = null,
            sent_at = case when e.state = 'sent' then $2::timestamptz end
        from jsonb_to_recordset($1::jsonb) as e(id int8, attempts int8, state text, external text, problem text, due timestamptz, is_repeat bool)
        where d.id = e.id and d.state = 'sending' and d.attempts = e.attempts",
        [Bind::from(Json::from(ends)), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Disables the channel of this user until they enter the address again.
async fn switch_off(ctx: &CommandContext, channel: ChannelName, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.channel_address ("user", channel, state, since)
        values ($1::text, $2::text, 'gone', $3::timestamptz)
        on conflict ("user", channel) do update set state = 'gone', since = excluded.since"#,
        [Bind::from(user), channel.key().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use feedback_model::notification::NotificationKind;

    use super::*;

    const NOW: Date = Date::from_millis(1_800_000_000_000);

    fn delivery(bucket: Bucket, attempts: u32) -> Delivery {
        Delivery {
            id: 20,
            receiver: "u".to_owned(),
            notification: None,
            event: "evt_0123456789".to_owned(),
            kind: NotificationKind::InfoAsked,
            bucket,
            issue: None,
            data: Json::Null,
            attempts,
            at: 0,
        }
    }

    #[test]
    fn a_wait_that_a_service_asks_for_is_never_cut_short() {
        let asked = Outcome::Later { after: Some(Duration::from_secs(1_847)) };
        let after = next_state(&delivery(Bucket::News, 1), &asked, NOW);
        assert_eq!(after, NextState::Again { due: NOW.plus_seconds(1_848), is_repeat: false });
        let after = next_state(&delivery(Bucket::News, 4), &Outcome::LATER, NOW);
        assert_eq!(after, NextState::Again { due: NOW.plus_seconds(1_800), is_repeat: false });
    }

    #[test]
    fn it_is_tried_nine_times_in_three_days_and_then_given_up() {
        assert!(matches!(
            next_state(&delivery(Bucket::News, 8), &Outcome::LATER, NOW),
            NextState::Again { .. }
        ));
        let last = next_state(&delivery(Bucket::News, 9), &Outcome::LATER, NOW);
        assert!(matches!(last, NextState::Ended("dead", _)));
    }

    #[test]
    fn what_may_have_gone_out_is_repeated_only_if_somebody_waits_for_it() {
        let action = next_state(&delivery(Bucket::Action, 1), &Outcome::Unsure, NOW);
        assert!(matches!(action, NextState::Again { is_repeat: true, .. }));
        let news = next_state(&delivery(Bucket::News, 1), &Outcome::Unsure, NOW);
        assert!(matches!(news, NextState::Ended("unsure", _)));
    }
}
