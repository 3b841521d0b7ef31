//! The time in which an unlinked address cannot be linked to another account.
//!
//! A wallet that could change hands at once would vote, check fixes and be paid for several people.

use parse_engine::{Cx, Error, WhileDoing};
use parse_store::{Access, Bind, Sql};
use wallet::Identity;

use crate::cleanup::Sweep;
use crate::refused::resting;

const DAY: i64 = 24 * 60 * 60;

/// Lets an identity rest that was just taken from an account.
pub(crate) async fn begin(
    tx: &Cx,
    identity: &Identity,
    user_id: &str,
    days: u32,
) -> Result<(), Error> {
    if days == 0 {
        return Ok(());
    }
    let until = tx.now().plus_seconds(i64::from(days) * DAY);
    let sql = Sql::fixed(
        "insert into _touchstone.wallet_rest (account, user_id, until)
        values ($1::text, $2::text, $3::timestamptz)
        on conflict (account) do update set user_id = excluded.user_id, until = excluded.until",
        [Bind::from(identity.canonical()), user_id.into(), until.into()],
    );
    tx.db().execute(&sql).await.while_doing("letting an address rest").map(drop)
}

/// Refuses an identity that rests, unless it comes back to where it was. To be asked after it was
/// taken: anyone who takes it waits for the request that lets it go, and only then sees that it
/// rests.
pub(crate) async fn check_over(tx: &Cx, identity: &Identity, user_id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(true) from _touchstone.wallet_rest
        where account = $1::text and user_id <> $2::text and until > $3::timestamptz",
        [Bind::from(identity.canonical()), user_id.into(), tx.now().into()],
    );
    let rows = tx.db().documents(&sql, Access::Writes).await;
    if rows.while_doing("looking whether an address rests")?.is_empty() {
        Ok(())
    } else {
        Err(resting())
    }
}

/// Deletes the resting addresses of a deleted account.
pub(crate) async fn delete_resting(tx: &Cx, user_id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.wallet_rest where user_id = $1::text",
        [Bind::from(user_id)],
    );
    tx.db().execute(&sql).await.while_doing("forgetting addresses").map(drop)
}

/// Forgets what has rested long enough.
pub(crate) const SWEEP: Sweep =
    Sweep("delete from _touchstone.wallet_rest where until <= $1::timestamptz");
