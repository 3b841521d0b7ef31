//! When a service may be called again. Stored in the database, so that all nodes respect a rate
//! limit that one of them received.

use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};

use crate::command_context::CommandContext;

/// What a service counts together: calls with one credential to one bucket.
#[derive(Debug, Clone, Copy)]
pub struct RateBucket<'a> {
    /// The service.
    pub service: &'a str,
    /// Identifies the credential without revealing it.
    pub credential: &'a str,
    /// The service's name for the bucket, or empty for all calls.
    pub bucket: &'a str,
}

/// How long calls to this bucket must wait, or all calls with this credential if the service said
/// so.
pub async fn wait(ctx: &CommandContext, of: RateBucket<'_>) -> Result<Option<Date>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(floor(extract(epoch from max(until)) * 1000)::int8) from _touchstone.service_rate
        where service = $1::text and credential = $2::text and bucket in ($3::text, '') and until > $4::timestamptz",
        [of.service.into(), of.credential.into(), of.bucket.into(), Bind::from(ctx.now())],
    );
    let until: Option<Option<i64>> = ctx.row(&sql).await?;
    Ok(until.flatten().map(Date::from_millis))
}

/// Blocks calls until a time. A later time that is already stored is kept.
pub async fn note(ctx: &CommandContext, of: RateBucket<'_>, until: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.service_rate as r (service, credential, bucket, until)
        values ($1::text, $2::text, $3::text, $4::timestamptz)
        on conflict (service, credential, bucket) do update set until = greatest(r.until, excluded.until)",
        [of.service.into(), of.credential.into(), of.bucket.into(), Bind::from(until)],
    );
    ctx.execute(&sql).await.map(drop)
}
