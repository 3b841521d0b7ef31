//! Work that was given up after too many attempts, and retrying it.

use feedback_core::table;
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

/// The numbers of a queue.
#[derive(Debug, Clone, Deserialize)]
pub struct QueueCount {
    /// Its name.
    pub queue: String,
    /// Rows that wait or are being processed.
    pub waiting: i64,
    /// Rows that were given up.
    pub dead: i64,
}

/// Counts all queues.
pub async fn count(db: &Db) -> Result<Vec<QueueCount>, Error> {
    table::rows(db, &Sql::new(COUNT), Access::Reads).await
}

const COUNT: &str = "select jsonb_build_object('queue', q.queue, 'waiting', q.waiting, 'dead', q.dead) from (
    select c.channel as queue, count(d.id) filter (where d.state in ('waiting', 'sending', 'digest')) as waiting,
        count(d.id) filter (where d.state = 'dead') as dead
    from unnest(array['mail', 'push', 'discord', 'telegram']) c(channel) left join _touchstone.delivery d on d.channel = c.channel
    group by c.channel
    union all select 'webhooks', count(*) filter (where state in ('waiting', 'sending')), count(*) filter (where state = 'dead')
    from _touchstone.webhook_delivery
    union all select 'trackers', count(*) filter (where done_at is null), count(*) filter (where state = 'dead')
    from _touchstone.tracker_work
    union all select 'missions', count(*) filter (where due_at < 'infinity'), count(*) filter (where due_at = 'infinity')
    from _touchstone.submission_queue
    union all select 'events', (select count(*) from _touchstone.event
            where position is null or position > (select min(position) from _touchstone.event_consumer)),
        (select count(*) from _touchstone.event_left_out where not is_retried)
    union all select 'fan-outs', count(*) filter (where retry_at is null or retry_at < 'infinity'), count(*) filter (where retry_at = 'infinity')
    from _touchstone.fan_out where not is_done
    union all select 'outbox', count(*) filter (where not is_dead), count(*) filter (where is_dead) from _touchstone.outbox) q
order by q.queue";

/// Retries the failed rows of a queue with a fresh count of attempts. Returns their number, or
/// `None` if no queue has this name.
pub async fn retry(db: &Db, queue: &str, now: Date) -> Result<Option<u64>, Error> {
    let sql = match queue {
        "mail" | "push" | "discord" | "telegram" => Sql::fixed(
            // A notification that is done or was withdrawn is not sent any more.
            r#"update _touchstone.delivery d set state = case when d.in_digest then 'digest' else 'waiting' end, attempts = 0,
                due_at = $2::timestamptz, lease_until = null
            from "Notification" n
            where d.channel = $1::text and d.state = 'dead' and n."objectId" = d.notification and n."doneAt" is null"#,
            [Bind::from(queue), now.into()],
        ),
        "webhooks" => Sql::fixed(
            "update _touchstone.webhook_delivery set state = 'waiting', attempts = 0, due_at = $1::timestamptz, lease_until = null
            where state = 'dead' and type <> 'test.ping'",
            [now.into()],
        ),
        "trackers" => Sql::fixed(
            // The newest of equal rows is enough. An object that may have been created is searched
            // for first.
            "update _touchstone.tracker_work w set attempts = 0, due_at = $1::timestamptz, done_at = null,
                state = case when w.kind in ('create', 'comment') then 'unsure' else 'waiting' end
            where w.id in (
                select distinct on (d.tracker, d.issue, d.link, d.kind, d.comment) d.id from _touchstone.tracker_work d
                where d.state = 'dead' and not exists (select from _touchstone.tracker_work o
                    where o.tracker = d.tracker and o.issue = d.issue and o.link is not distinct from d.link
                        and o.kind = d.kind and o.comment is not distinct from d.comment
                        and (o.done_at is null or o.id > d.id and o.state <> 'dead'))
                order by d.tracker, d.issue, d.link, d.kind, d.comment, d.id desc)",
            [now.into()],
        ),
        "missions" => Sql::fixed(
            "update _touchstone.submission_queue set failures = 0, due_at = $1::timestamptz where due_at = 'infinity'",
            [now.into()],
        ),
        "events" => Sql::new(
            // Events are kept for a month.
            "update _touchstone.event_left_out l set is_retried = true
            where not l.is_retried and exists (select from _touchstone.event e where e.id = l.event)",
        ),
        "fan-outs" => Sql::new(
            "update _touchstone.fan_out set failures = 0, retry_at = null where not is_done and retry_at = 'infinity'",
        ),
        "outbox" => Sql::fixed(
            "update _touchstone.outbox set is_dead = false, attempts = 0, due_at = $1::timestamptz where is_dead",
            [now.into()],
        ),
        _ => return Ok(None),
    };
    table::execute(db, &sql).await.map(Some)
}
