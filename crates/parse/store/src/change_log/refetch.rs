//! Writing in bulk without telling of each object.

use crate::sql::Sql;

/// The class of a row that stands for all that was not told. No class can have this name.
pub(super) const EVERYTHING: &str = "*";

/// Keeps what the rest of this transaction writes out of the log. Whoever says so says
/// [`refetch`] in the last of their transactions.
///
/// It ends with the transaction, and only statements of ours can say it: clients send no SQL.
pub fn keep_still() -> Sql {
    Sql::new("set local touchstone.keep_still = 'on'")
}

/// Has every follower ask anew for what it shows, once this is committed.
pub fn refetch() -> Sql {
    Sql::new("insert into _touchstone.change (class, id, is_ours) values ('*', '', true)")
}
