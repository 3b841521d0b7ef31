//! Sweeping away what would otherwise stay for ever: sessions that have ended, and what is known of
//! jobs and pushes of long ago.

use parse_store::{StoreError, sweep};

use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// How long a session is kept after its end, so that its owner is told that it has expired and not
/// that it never was.
const SESSION_KEPT_SECONDS: i64 = 86_400;

/// What a sweep has removed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Swept {
    /// Sessions that had ended.
    pub sessions: u64,
    /// Rows of `_JobStatus`.
    pub jobs: u64,
    /// Rows of `_PushStatus`.
    pub pushes: u64,
}

impl Engine {
    /// Removes what nobody needs any more, a few rows in a transaction.
    pub async fn sweep(&self) -> Result<Swept, Error> {
        let (db, now) = (self.store().db(), self.clock().now());
        let mut swept = Swept {
            sessions: all(|| sweep::ended_sessions(&db, now.plus_seconds(-SESSION_KEPT_SECONDS)))
                .await?,
            ..Swept::default()
        };
        if let Some(seconds) = self.settings().status_retention_seconds {
            let before = now.plus_seconds(-seconds);
            swept.jobs = all(|| sweep::old_jobs(&db, before)).await?;
            swept.pushes = all(|| sweep::old_pushes(&db, before)).await?;
        }
        Ok(swept)
    }
}

/// Repeats a removal until it finds less than it could remove.
async fn all<F>(mut remove: impl FnMut() -> F) -> Result<u64, Error>
where
    F: Future<Output = Result<u64, StoreError>>,
{
    let mut removed = 0;
    loop {
        let piece = remove().await.while_doing("sweeping old rows")?;
        removed += piece;
        if piece < sweep::PIECE.unsigned_abs() {
            return Ok(removed);
        }
    }
}
