//! The time an answer may take. Time in which a body is waited for is not part of it.

use std::time::{Duration, Instant};

use crate::reply::HttpError;

/// What is left of the time for an answer; no time means no limit.
#[derive(Debug, Clone, Copy)]
pub struct Deadline(Option<Duration>);

impl Deadline {
    /// So much time.
    pub fn after(time: Option<Duration>) -> Deadline {
        Deadline(time)
    }

    /// Waits for a part of the work, for as long as there is time.
    pub async fn keep<T, E: From<HttpError>>(
        &mut self,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let Some(left) = self.0 else { return work.await };
        let began = Instant::now();
        let outcome = tokio::time::timeout(left, work).await;
        self.0 = Some(left.saturating_sub(began.elapsed()));
        outcome.unwrap_or_else(|_| Err(HttpError::Late.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn parts_of_the_work_share_the_time_there_is() {
        let brief = Duration::from_millis(20);
        let mut deadline = Deadline::after(Some(brief));
        let slow = async {
            tokio::time::sleep(brief / 2).await;
            Ok::<_, HttpError>(())
        };
        assert!(deadline.keep(slow).await.is_ok());
        assert!(deadline.0.unwrap() <= brief / 2);
        let hangs = std::future::pending::<Result<(), HttpError>>();
        assert!(matches!(deadline.keep(hangs).await, Err(HttpError::Late)));
        assert!(matches!(
            deadline.keep(std::future::pending()).await,
            Err::<(), _>(HttpError::Late)
        ));
    }
}
