//! When a service may be called again: kept in the database, so that all nodes respect a rate limit
//! that one of them received.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};

use crate::command_context::CommandContext;

/// What a service counts together: calls with one credential to one of its buckets.
#[derive(Debug, Clone, Copy)]
pub struct RateBucket<'a> {
    /// The service.
    pub service: &'a str,
    /// Tells credentials apart, and is none.
    pub credential: &'a str,
    /// The service's own name for what it counts, or nothing for all calls.
    pub bucket: &'a str,
}

/// Until when this must not be called, or nothing else of this credential where the service said so.
pub async fn wait(ctx: &CommandContext, of: RateBucket<'_>) -> Result<Option<Date>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(floor(extract(epoch from max(until)) * 1000)::int8) from _touchstone.service_rate
        where service = $1::text and credential = $2::text and bucket in ($3::text, '') and until > $4::timestamptz",
        [of.service.into(), of.credential.into(), of.bucket.into(), Bind::from(ctx.now())],
    );
    let until: Option<Option<i64>> = ctx.row(&sql).await?;
    Ok(until.flatten().map(Date::from_millis))
}

/// Notes that this must not be called before a moment; a later one that is known stays.
pub async fn note(ctx: &CommandContext, of: RateBucket<'_>, until: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.service_rate as r (service, credential, bucket, until)
        values ($1::text, $2::text, $3::text, $4::timestamptz)
        on conflict (service, credential, bucket) do update set until = greatest(r.until, excluded.until)",
        [of.service.into(), of.credential.into(), of.bucket.into(), Bind::from(until)],
    );
    ctx.execute(&sql).await.map(drop)
}
