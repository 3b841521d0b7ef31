//! An [`Outside`] for tests, which returns the answers of a script in their order.

use std::collections::VecDeque;
use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use async_trait::async_trait;
use serde_json::Value as Json;

use crate::call::{Answer, CallFailed, Request};
use crate::outside::Outside;

/// Without a script it expects no request.
#[derive(Debug, Default)]
pub(crate) struct ScriptedOutside {
    answers: Mutex<VecDeque<Answer>>,
    requests: Mutex<Vec<Request>>,
}

#[async_trait]
impl Outside for ScriptedOutside {
    async fn call(&self, request: Request) -> Result<Answer, CallFailed> {
        self.requests.lock().unwrap().push(request);
        Ok(self.answers.lock().unwrap().pop_front().expect("an answer in the script"))
    }

    async fn check(&self, _: &str) -> Result<(), CallFailed> {
        Ok(())
    }
}

impl From<(u16, Json)> for Answer {
    fn from((status, body): (u16, Json)) -> Answer {
        Answer::new(status, body.to_string())
    }
}

/// Runs an operation that must use every answer, and returns its requests and its result.
pub(crate) fn run<T>(
    answers: impl IntoIterator<Item = impl Into<Answer>>,
    operation: impl AsyncFnOnce(&dyn Outside) -> T,
) -> (Vec<Request>, T) {
    let answers = answers.into_iter().map(Into::into).collect();
    let outside = ScriptedOutside { answers: Mutex::new(answers), requests: Mutex::default() };
    let polled = pin!(operation(&outside)).poll(&mut Context::from_waker(Waker::noop()));
    let Poll::Ready(result) = polled else { panic!("a scripted answer is ready at once") };
    assert!(outside.answers.lock().unwrap().is_empty(), "an answer was not used");
    (outside.requests.into_inner().unwrap(), result)
}
