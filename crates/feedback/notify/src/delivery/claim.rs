//! Claims due deliveries: one at a time, or the digest of one receiver.

use feedback_model::notification::ChannelName;
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Access, Bind, Db, Sql};

use super::channel::{Delivery, Digest};
use feedback_core::table;

/// The duration of a lease. An attempt takes a quarter of it at most.
const LEASE_SECONDS: i64 = 120;

/// Deliveries in one digest.
const DIGEST_MOST: i64 = 200;

/// Claims a due delivery that no worker holds. A delivery of a worker that died is claimed again
/// and may be sent twice. None is claimed while the channel is stopped.
pub(super) async fn one(
    db: &Db,
    channel: ChannelName,
    now: Date,
) -> Result<Option<Delivery>, Error> {
    let sql = Sql::fixed(
        r#"update _touchstone.delivery d set state = 'sending', attempts = d.attempts + 1, lease_until = $3::timestamptz,
            repeats = d.repeats + (d.state = 'sending')::int
        where d.id = (
            select * from (select d.id from _touchstone.delivery d
                where d.channel = $1::text and d.state = 'sending' and not d.in_digest and d.lease_until <= $2::timestamptz
                    and not exists (select from _touchstone.channel_stop s where s.channel = $1::text)
                order by d.lease_until limit 1 for update skip locked) left_over
            union all select * from (select d.id from _touchstone.delivery d
                where d.channel = $1::text and d.state = 'waiting' and d.due_at <= $2::timestamptz
                    and not exists (select from _touchstone.channel_stop s where s.channel = $1::text)
                order by d.due_at limit 1 for update skip locked) due
            limit 1)
        returning _touchstone.delivery_shown(d)"#,
        [Bind::from(channel.key()), now.into(), now.plus_seconds(LEASE_SECONDS).into()],
    );
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}

/// Claims everything that is due in the digest of one receiver.
pub(super) async fn digest(
    db: &Db,
    channel: ChannelName,
    now: Date,
) -> Result<Option<Digest>, Error> {
    let sql = Sql::fixed(
        r#"with first as (
            select * from (select d.receiver from _touchstone.delivery d
                where d.channel = $1::text and d.state = 'sending' and d.in_digest and d.lease_until <= $2::timestamptz
                    and not exists (select from _touchstone.channel_stop s where s.channel = $1::text)
                order by d.lease_until limit 1 for update skip locked) left_over
            union all select * from (select d.receiver from _touchstone.delivery d
                where d.channel = $1::text and d.state = 'digest' and d.due_at <= $2::timestamptz
                    and not exists (select from _touchstone.channel_stop s where s.channel = $1::text)
                order by d.due_at limit 1 for update skip locked) kept
            limit 1),
        due as (
            select d.id from _touchstone.delivery d, first
            where d.receiver = first.receiver and d.channel = $1::text and d.in_digest
                and (d.state = 'digest' and d.due_at <= $2::timestamptz or d.state = 'sending' and d.lease_until <= $2::timestamptz)
            order by d.id limit $4::int8 for update of d skip locked)
        update _touchstone.delivery d set state = 'sending', attempts = d.attempts + 1, lease_until = $3::timestamptz,
            repeats = d.repeats + (d.state = 'sending')::int
        from due where d.id = due.id returning _touchstone.delivery_shown(d)"#,
        [
            Bind::from(channel.key()),
            now.into(),
            now.plus_seconds(LEASE_SECONDS).into(),
            DIGEST_MOST.into(),
        ],
    );
    let mut deliveries: Vec<Delivery> = table::rows(db, &sql, Access::Writes).await?;
    deliveries.sort_by_key(|delivery| delivery.id);
    let receiver = deliveries.first().map(|first| first.receiver.clone());
    Ok(receiver.map(|receiver| Digest { receiver, deliveries }))
}
