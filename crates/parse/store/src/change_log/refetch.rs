//! Writing in bulk without telling of each object.

use crate::sql::Sql;

/// The class of a row that stands for all that was not told. No class can have this name.
pub(super) const EVERYTHING: &str = "*";

/// Keeps the writes of the rest of this transaction out of the log. The caller must run [`refetch`]
/// in the last of its transactions.
///
/// It ends with the transaction, and clients cannot cause it, because they send no SQL.
pub fn keep_still() -> Sql {
    Sql::new("set local touchstone.keep_still = 'on'")
}

/// Makes every follower query its data again, once this is committed.
pub fn refetch() -> Sql {
    Sql::new("insert into _touchstone.change (class, id, is_ours) values ('*', '', true)")
}
