//! The outcome of an attempt to send. It alone decides whether there is another attempt.

use std::time::Duration;

use crate::call::{Answer, CallFailed};

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The service took it.
    Delivered {
        /// What the service calls it, where it says so.
        external_id: Option<String>,
    },
    /// Not now: after the time that the service asks for, or after our own.
    Later {
        /// What the service asks for, obeyed without an upper limit of our own.
        after: Option<Duration>,
    },
    /// It went out and no answer came.
    Unsure,
    /// This receiver never takes it again: it is switched off.
    Gone(String),
    /// Credential or permission is wrong: the whole integration stops and keeps its queue.
    Broken(String),
    /// The service refuses what we made: it is never sent again unchanged.
    Bad(String),
}

impl Outcome {
    /// Delivered, without a name at the service.
    pub const DELIVERED: Outcome = Outcome::Delivered { external_id: None };

    /// Again, when our own times say so.
    pub const LATER: Outcome = Outcome::Later { after: None };

    /// What calls without an answer come to at every service.
    pub fn of_failure(failed: &CallFailed) -> Outcome {
        match failed {
            CallFailed::NotSent(_) => Outcome::LATER,
            CallFailed::Unsure(_) => Outcome::Unsure,
            CallFailed::Refused(why) => Outcome::Gone(why.clone()),
        }
    }

    /// What statuses come to at every service, for those that nothing more is known about: 429 and
    /// 5xx are for later, other refusals are about what we sent.
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
