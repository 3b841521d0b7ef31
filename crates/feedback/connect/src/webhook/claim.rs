//! Claims due deliveries: a few of each webhook at a time, one of a failing webhook, and one of a
//! chat, whose messages are in order.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

use feedback_core::table;

/// The duration of a lease. An attempt takes a quarter of it at most.
pub(super) const LEASE_SECONDS: i64 = 60;

/// Concurrent deliveries of one webhook.
const AT_ONCE: i64 = 4;

/// Consecutive failures after which a webhook gets one delivery at a time.
pub(super) const CAREFUL_AFTER: i32 = 5;

/// A delivery that this node has taken, and its webhook.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookJob {
    /// The id of the delivery.
    pub(super) id: i64,
    pub(super) webhook: String,
    pub(super) message_id: String,
    /// The text to sign and send.
    pub(super) body: String,
    /// Whether the issue is private now, and the text was written before.
    pub(super) tells_too_much: bool,
    /// The number of this attempt, from 1, which proves ownership.
    pub(super) attempts: i32,
    pub(super) preset: String,
    /// Sealed.
    pub(super) url: String,
    /// Sealed; `None` for chats.
    pub(super) secret: Option<String>,
    /// Sealed; only while it still signs.
    pub(super) previous_secret: Option<String>,
}

/// Claims a due delivery that no worker holds, or whose worker died.
///
/// A receiver with one delivery at a time gets them in order: only the first one is considered, so
/// a concurrent claim finds none instead of the second one.
pub(super) async fn take(db: &Db, now: Date) -> Result<Option<WebhookJob>, Error> {
    let sql = Sql::fixed(
        r#"with candidate as materialized (
            select due.id from _touchstone.webhook w cross join lateral (
                select case when w.failures >= $4::int8 or w.preset <> 'json' then 1 else $3::int8 end as most
                ) at_once cross join lateral (
                select q.id from _touchstone.webhook_delivery q
                where q.webhook = w.id and q.state = 'waiting' and q.due_at <= $1::timestamptz
                order by q.due_at, q.id limit at_once.most) due
            where w.state = 'on' and coalesce(w.rests_until, '-infinity') <= $1::timestamptz
                and (select count(*) from _touchstone.webhook_delivery b
                    where b.webhook = w.id and b.state = 'sending' and b.lease_until > $1::timestamptz)
                    < at_once.most
            union all
            select left_over.id from _touchstone.webhook w cross join lateral (
                select s.id from _touchstone.webhook_delivery s
                where s.webhook = w.id and s.state = 'sending' and s.lease_until <= $1::timestamptz
                order by s.lease_until limit $3::int8) left_over
            where w.state = 'on'),
        taken as (
            select d.id from _touchstone.webhook_delivery d
            where d.id in (select id from candidate)
                and (d.state = 'waiting' and d.due_at <= $1::timestamptz
                    or d.state = 'sending' and d.lease_until <= $1::timestamptz)
            order by d.due_at, d.id limit 1 for update skip locked)
        update _touchstone.webhook_delivery d
        set state = 'sending', attempts = d.attempts + 1, lease_until = $2::timestamptz
        from taken t, _touchstone.webhook w where d.id = t.id and w.id = d.webhook
        returning _touchstone.webhook_job(d, w, $1::timestamptz)"#,
        [
            Bind::from(now),
            now.plus_seconds(LEASE_SECONDS).into(),
            AT_ONCE.into(),
            i64::from(CAREFUL_AFTER).into(),
        ],
    );
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}
