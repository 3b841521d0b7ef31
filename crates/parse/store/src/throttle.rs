//! Counting failed attempts to sign in, by account and network.

use parse_model::Date;

use crate::error::StoreError;
use crate::row::{DateValue, cell};
use crate::sql::Sql;
use crate::store::Db;

/// The network under which an account's failures from everywhere are counted.
const EVERYWHERE: &str = "*";

/// An attempt that may be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Admitted {
    /// How many failures there were to this account today, from everywhere.
    pub failures_everywhere: i64,
    /// Whether a user has signed in to the account from this network before.
    pub is_known_network: bool,
}

/// Counts an attempt before its password is looked at, and lets those that follow from the same
/// network wait: `free` are free, then a second, twice as long each time, at most `longest`
/// seconds. Otherwise says when the next one is free.
pub async fn admit_attempt(
    db: &Db,
    account: &str,
    network: &str,
    now: Date,
    free: i64,
    longest: i64,
) -> Result<Result<Admitted, Date>, StoreError> {
    let a_day_ago = now.plus_seconds(-86_400);
    let mut sql = Sql::new(
        "with admitted as (insert into _touchstone.sign_in_attempt as a
        (account, network, failures, since, free_at) values (",
    );
    sql.bind(account).push(", ").bind(network).push(", 1, ").bind(now).push(", ").bind(now);
    sql.push(") on conflict (account, network) do update set failures = case when a.since < ");
    sql.bind(a_day_ago).push(" then 1 else a.failures + 1 end, since = case when a.since < ");
    sql.bind(a_day_ago).push(" then ").bind(now).push(" else a.since end, free_at = ").bind(now);
    // The power is bounded before it is taken: it would overflow after a thousand attempts.
    sql.push(" + case when a.since < ").bind(a_day_ago).push(" or a.failures + 1 < ").bind(free);
    sql.push(" then interval '0' else make_interval(secs => least(").bind(longest);
    sql.push("::float8, power(2, least(30, a.failures + 1 - ").bind(free);
    sql.push(")::float8))) end where a.free_at <= ").bind(now);
    sql.push(" returning seen_at) select admitted.seen_at is not null, e.failures::int8 from admitted left join _touchstone.sign_in_attempt as e on e.account = ");
    sql.bind(account).push(" and e.network = ").bind(EVERYWHERE).push(" and e.since >= ");
    sql.bind(a_day_ago);
    let rows = db.rows(&sql).await?;
    if let Some(row) = rows.first() {
        return Ok(Ok(Admitted {
            is_known_network: cell::<bool>(row, 0)?.unwrap_or(false),
            failures_everywhere: cell::<i64>(row, 1)?.unwrap_or(0),
        }));
    }
    let mut sql = Sql::new("select free_at from _touchstone.sign_in_attempt where account = ");
    sql.bind(account).push(" and network = ").bind(network);
    let rows = db.rows(&sql).await?;
    let free_at = rows.first().map(|row| cell::<DateValue>(row, 0)).transpose()?.flatten();
    Ok(Err(free_at.map_or(now, |DateValue(date)| date)))
}

/// Counts a failure from everywhere.
pub async fn count_failure(db: &Db, account: &str, now: Date) -> Result<(), StoreError> {
    let a_day_ago = now.plus_seconds(-86_400);
    let mut sql = Sql::new(
        "insert into _touchstone.sign_in_attempt as a (account, network, failures, since, free_at) values (",
    );
    sql.bind(account).push(", ").bind(EVERYWHERE).push(", 1, ").bind(now).push(", ").bind(now);
    sql.push(") on conflict (account, network) do update set failures = case when a.since < ");
    sql.bind(a_day_ago).push(" then 1 else a.failures + 1 end, since = case when a.since < ");
    sql.bind(a_day_ago).push(" then ").bind(now).push(" else a.since end");
    db.execute(&sql).await?;
    Ok(())
}

/// Resets the failures from a network from which a user has just signed in, and remembers it.
pub async fn forget_failures(
    db: &Db,
    account: &str,
    network: &str,
    now: Date,
) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.sign_in_attempt set failures = 0, free_at = ");
    sql.bind(now).push(", seen_at = ").bind(now).push(" where account = ").bind(account);
    sql.push(" and network = ").bind(network);
    db.execute(&sql).await?;
    Ok(())
}

/// Resets all failures of an account whose owner has proved that it is theirs.
pub async fn reset_failures(db: &Db, account: &str, now: Date) -> Result<(), StoreError> {
    let mut sql = Sql::new("update _touchstone.sign_in_attempt set failures = 0, free_at = ");
    sql.bind(now).push(" where account = ").bind(account);
    db.execute(&sql).await?;
    Ok(())
}

/// Deletes what was counted before a time; networks that were signed in from are kept longer.
pub async fn sweep_attempts(db: &Db, before: Date, seen_before: Date) -> Result<u64, StoreError> {
    let mut sql = Sql::new("delete from _touchstone.sign_in_attempt where since < ");
    sql.bind(before).push(" and (seen_at is null or seen_at < ").bind(seen_before).push(")");
    db.execute(&sql).await
}
