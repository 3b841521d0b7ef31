//! Services outside that answer what a case tells them to.

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use feedback::Outside;
use integrations::{Answer, CallFailed, Request};

pub(crate) type Answered = Result<Answer, CallFailed>;

/// Everything outside, by the beginnings of addresses. What no case speaks about answers 200 with
/// an empty object.
#[derive(Debug, Default)]
pub(crate) struct ScriptedOutside {
    heard: Mutex<Vec<Request>>,
    next: Mutex<HashMap<String, VecDeque<Answered>>>,
    always: Mutex<HashMap<String, Answered>>,
    places: Mutex<HashMap<String, Arc<dyn Place>>>,
}

/// A service that records its calls.
pub(crate) trait Place: fmt::Debug + Send + Sync {
    /// What it answers.
    fn answer(&self, request: &Request) -> Answered;
}

impl ScriptedOutside {
    /// Has addresses that begin so answer this once, after what was said before.
    pub(crate) fn answer_next(&self, begins: &str, answer: Answered) {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        next.entry(begins.to_owned()).or_default().push_back(answer);
    }

    /// Has addresses that begin so answer this from now on.
    pub(crate) fn answer_always(&self, begins: &str, answer: Answered) {
        let mut always = self.always.lock().unwrap_or_else(PoisonError::into_inner);
        always.insert(begins.to_owned(), answer);
    }

    /// Has addresses that begin so lead to a service.
    pub(crate) fn open_place(&self, begins: &str, place: Arc<dyn Place>) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        places.insert(begins.to_owned(), place);
    }

    /// What was sent to addresses that begin so, in its order.
    pub(crate) fn heard(&self, begins: &str) -> Vec<Request> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.iter().filter(|request| request.url.starts_with(begins)).cloned().collect()
    }
}

#[async_trait]
impl Outside for ScriptedOutside {
    async fn call(&self, request: Request) -> Answered {
        let url = request.url.clone();
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).push(request.clone());
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let queued = next.iter_mut().find(|(begins, _)| url.starts_with(begins.as_str()));
        if let Some(answer) = queued.and_then(|(_, answers)| answers.pop_front()) {
            return answer;
        }
        let places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, place)) = places.iter().find(|(begins, _)| url.starts_with(begins.as_str()))
        {
            return place.answer(&request);
        }
        let always = self.always.lock().unwrap_or_else(PoisonError::into_inner);
        let found = always.iter().find(|(begins, _)| url.starts_with(begins.as_str()));
        found.map_or_else(|| Ok(Answer::new(200, "{}")), |(_, answer)| answer.clone())
    }

    async fn check(&self, url: &str) -> Result<(), CallFailed> {
        if url.contains("://10.") {
            return Err(CallFailed::Refused("the address leads inside".to_owned()));
        }
        Ok(())
    }
}
