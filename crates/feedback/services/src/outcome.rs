//! The outcome of an attempt to send, which alone decides about another attempt.

use std::time::Duration;

use crate::call::{Answer, CallFailed};

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The service accepted it.
    Delivered {
        /// Its id at the service, if known.
        external_id: Option<String>,
    },
    /// Retry: after the time that the service asks for, or after our own.
    Later {
        /// The time that the service asks for, without an upper limit.
        after: Option<Duration>,
    },
    /// It was sent, and there was no answer.
    Unsure,
    /// This receiver will never accept it again: it is disabled.
    Gone(String),
    /// The credential or permission is wrong: the whole integration stops and keeps its queue.
    Broken(String),
    /// The service rejects the message: it is never sent again unchanged.
    Bad(String),
}

impl Outcome {
    /// Delivered, without an id at the service.
    pub const DELIVERED: Outcome = Outcome::Delivered { external_id: None };

    /// Retry after our own time.
    pub const LATER: Outcome = Outcome::Later { after: None };

    /// The outcome of a call without an answer, for every service.
    pub fn of_failure(failed: &CallFailed) -> Outcome {
        match failed {
            CallFailed::NotSent(_) => Outcome::LATER,
            CallFailed::Unsure(_) => Outcome::Unsure,
            CallFailed::Refused(why) => Outcome::Gone(why.clone()),
        }
    }

    /// The default outcome of a status: 429 and 5xx are retried, other errors are problems of the
    /// message.
    pub fn of_status(answer: &Answer) -> Outcome {
        match answer.status {
            200..=299 => Outcome::DELIVERED,
            429 | 500..=599 => Outcome::Later { after: answer.retry_after() },
            status => Outcome::Bad(format!("answered {status}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_never_sent_is_sent_again_without_asking() {
        let of = |failed| Outcome::of_failure(&failed);
        assert_eq!(of(CallFailed::NotSent("down".into())), Outcome::LATER);
        assert_eq!(of(CallFailed::Unsure("cut".into())), Outcome::Unsure);
        assert_eq!(of(CallFailed::Refused("inside".into())), Outcome::Gone("inside".into()));
    }

    #[test]
    fn a_service_that_says_when_is_believed() {
        let mut answer = Answer::new(503, "");
        assert_eq!(Outcome::of_status(&answer), Outcome::LATER);
        answer.headers.push(("retry-after".into(), "1847".into()));
        let after = Some(Duration::from_secs(1847));
        assert_eq!(Outcome::of_status(&answer), Outcome::Later { after });
        assert_eq!(Outcome::of_status(&Answer::new(204, "")), Outcome::DELIVERED);
        assert!(matches!(Outcome::of_status(&Answer::new(302, "")), Outcome::Bad(_)));
    }
}
