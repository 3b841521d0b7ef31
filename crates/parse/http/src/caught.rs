//! Panics of what serves a request, which end that request alone.

use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;

use crate::reply::HttpError;

/// Does the work of a request; a panic is a failure of this request.
pub async fn caught<T, E: From<HttpError>>(
    work: impl Future<Output = Result<T, E>>,
) -> Result<T, E> {
    let outcome = AssertUnwindSafe(work).catch_unwind().await;
    outcome.unwrap_or_else(|_| Err(HttpError::broken("serving a request", "it panicked").into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_is_a_failure_and_an_answer_stays_one() {
        let broken = caught(async { panic!("as asked") }).await;
        assert!(matches!(broken, Err::<(), _>(HttpError::Failed { .. })));
        assert_eq!(caught(async { Ok::<_, HttpError>(7) }).await.ok(), Some(7));
    }
}
