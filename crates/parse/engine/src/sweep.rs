//! Deletes old rows: ended sessions, and the status of old jobs and pushes.

use parse_store::{StoreError, sweep};

use crate::engine::Engine;
use crate::error::{Error, WhileDoing};

/// How long a session is kept after its end, so that its owner gets the error "expired" instead of
/// "unknown".
const SESSION_KEPT_SECONDS: i64 = 86_400;

/// How long the status of a job or a push is kept: 90 days.
const STATUS_KEPT_SECONDS: i64 = 90 * 86_400;

/// The result of a sweep.
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
    /// Deletes expired rows, a few in a transaction.
    pub async fn sweep(&self) -> Result<Swept, Error> {
        let (db, now) = (self.store().db(), self.clock().now());
        let ended = now.plus_seconds(-SESSION_KEPT_SECONDS);
        let before = now.plus_seconds(-STATUS_KEPT_SECONDS);
        Ok(Swept {
            sessions: all(|| sweep::ended_sessions(&db, ended)).await?,
            jobs: all(|| sweep::old_jobs(&db, before)).await?,
            pushes: all(|| sweep::old_pushes(&db, before)).await?,
        })
    }
}

/// Repeats a deletion until it deletes less than a full batch.
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
