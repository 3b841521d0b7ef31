//! The end of a transaction whose outcome may stay unknown.
//!
//! Once a commit was sent, only its answer tells whether the transaction stands. PostgreSQL may wait
//! for a replica without an end of its own: `statement_timeout` does not cover that wait. So the
//! wait for the answer has an end here, after which the outcome is unknown. The commit itself is
//! never cancelled: PostgreSQL would stop waiting for the replica and call the commit a success.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use tokio_postgres::error::Severity;

use crate::connection::root_cause;
use crate::error::StoreError;
use crate::transaction_pool::Pooled;

/// How long the connection of a commit stays taken after its caller is gone. The database works on
/// it meanwhile, so a pool whose connections all wait opens no further ones. After this time the
/// connection is closed, because it may lead to a server that is gone.
const LINGERS: Duration = Duration::from_secs(30);

/// Commits, waiting for the answer as long as `limit` says; zero means for ever.
pub(crate) async fn commit(connection: &Arc<Pooled>, limit: Duration) -> Result<(), StoreError> {
    let held = Arc::clone(connection);
    // Boxed, because it may outlive this call.
    let mut answer = Box::pin(async move { held.client.batch_execute("commit").await });
    let outcome = if limit.is_zero() {
        answer.await
    } else if let Ok(outcome) = timeout(limit, &mut answer).await {
        outcome
    } else {
        linger(Arc::clone(connection), answer);
        return Err(StoreError::OutcomeUnknown(format!("no answer within {limit:?}")));
    };
    outcome.map_err(judged)
}

/// Waits for an answer whose caller is gone.
fn linger(
    connection: Arc<Pooled>,
    answer: impl Future<Output = Result<(), tokio_postgres::Error>> + Send + 'static,
) {
    #[expect(clippy::disallowed_methods, reason = "ends by itself, and holds one connection")]
    tokio::spawn(async move {
        if timeout(LINGERS, answer).await.is_err() {
            connection.cut();
        }
    });
}

/// Interprets an error of a commit: the transaction was undone if the session is still usable, and
/// the outcome is unknown if the session has ended.
fn judged(error: tokio_postgres::Error) -> StoreError {
    let severity = error.as_db_error().map(tokio_postgres::error::DbError::parsed_severity);
    match severity {
        Some(Some(Severity::Fatal | Severity::Panic)) | None => {
            StoreError::OutcomeUnknown(root_cause(&error))
        }
        Some(_) => StoreError::from_database(error),
    }
}
