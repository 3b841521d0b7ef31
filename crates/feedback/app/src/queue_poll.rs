//! Polls all queues of the product once a second with one statement.
//!
//! A commit wakes the workers of its own node at once. Polling finds the rest: jobs that become
//! due, jobs that another node or an operator has added, and jobs of a node that died. No worker
//! polls by itself, so an idle programme costs one statement a second.

use std::time::Duration;

use async_trait::async_trait;
use feedback_model::notification::ChannelName;
use parse_engine::{Engine, Error, Worker};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use feedback_core::product_state::ProductState;
use feedback_core::table;
use feedback_core::wakes::Queue;

/// The polling interval: the longest delay of a job without a wake-up.
const EVERY: Duration = Duration::from_secs(1);

/// Wakes the workers of this node for due jobs.
pub(crate) struct QueuePoll {
    pub(crate) state: ProductState,
}

/// The queues with due jobs.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Due {
    events: bool,
    fan_out: bool,
    evidence: bool,
    failures: bool,
    webhooks: bool,
    trackers: bool,
    missions: bool,
    channels: Vec<ChannelName>,
}

#[async_trait]
impl Worker for QueuePoll {
    async fn work(&self, engine: &Engine) {
        let mut is_failing = false;
        loop {
            match read_due(engine).await {
                Ok(due) => {
                    is_failing = false;
                    self.wake(&due);
                }
                Err(error) if is_failing => tracing::debug!(%error, "queues not polled"),
                Err(error) => {
                    is_failing = true;
                    tracing::error!(%error, "queues not polled, will retry every second");
                }
            }
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Draining the workers drains their queues.
    async fn drain(&self, _: &Engine) -> Result<(), Error> {
        Ok(())
    }
}

impl QueuePoll {
    fn wake(&self, due: &Due) {
        let state = &self.state;
        let queues = [
            (due.events, Queue::Events),
            (due.fan_out, Queue::FanOut),
            (due.evidence, Queue::Evidence),
            (due.failures, Queue::Failures),
            (due.webhooks, Queue::Webhooks),
            (due.trackers, Queue::Trackers),
            (due.missions, Queue::Missions),
        ];
        for (_, queue) in queues.into_iter().filter(|(is_due, _)| *is_due) {
            state.wake(queue);
        }
        for channel in &due.channels {
            state.wake(Queue::Channel(*channel));
        }
    }
}

async fn read_due(engine: &Engine) -> Result<Due, Error> {
    let channels = ChannelName::ALL.map(|channel| channel.key().to_owned());
    let sql = Sql::fixed(DUE, [Bind::from(engine.clock().now()), Bind::Texts(channels.to_vec())]);
    let due = table::rows(&engine.store().db(), &sql, Access::Reads).await?.pop();
    Ok(due.unwrap_or_default())
}

/// Each queue is read by the index that its worker uses. Jobs that a worker would not take, of
/// disabled or paused channels, are not due.
const DUE: &str = "select jsonb_build_object(
    'events', exists (select from _touchstone.event where position is null)
        or exists (select from _touchstone.event_consumer c where c.position < (select max(e.position) from _touchstone.event e))
        or exists (select from _touchstone.event_left_out where is_retried),
    'fanOut', exists (select from _touchstone.fan_out where not is_done and coalesce(retry_at, '-infinity') <= $1::timestamptz),
    'evidence', exists (select from _touchstone.evidence_queue where due_at <= $1::timestamptz),
    'failures', exists (select from _touchstone.call_failure where state = 'waiting' and due_at <= $1::timestamptz),
    'webhooks', exists (select from _touchstone.webhook w where w.state = 'on' and (
        coalesce(w.rests_until, '-infinity') <= $1::timestamptz and exists (select from _touchstone.webhook_delivery d
            where d.webhook = w.id and d.state = 'waiting' and d.due_at <= $1::timestamptz)
        or exists (select from _touchstone.webhook_delivery d
            where d.webhook = w.id and d.state = 'sending' and d.lease_until <= $1::timestamptz))),
    'trackers', exists (select from _touchstone.tracker t where t.state = 'on' and t.next_at <= $1::timestamptz
        and exists (select from _touchstone.tracker_work w
            where w.tracker = t.id and w.done_at is null and w.due_at <= $1::timestamptz)),
    'missions', exists (select from _touchstone.submission_queue where due_at <= $1::timestamptz),
    'channels', (select coalesce(jsonb_agg(c.name), '[]') from unnest($2::text[]) c(name)
        where not exists (select from _touchstone.channel_stop s where s.channel = c.name) and (
            exists (select from _touchstone.delivery d
                where d.channel = c.name and d.state = 'waiting' and d.due_at <= $1::timestamptz)
            or exists (select from _touchstone.delivery d
                where d.channel = c.name and d.state = 'digest' and d.due_at <= $1::timestamptz)
            or exists (select from _touchstone.delivery d
                where d.channel = c.name and d.state = 'sending' and d.lease_until <= $1::timestamptz))))";
