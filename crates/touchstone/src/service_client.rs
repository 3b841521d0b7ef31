//! Carries the product's calls to services outside, over the checked client for addresses that
//! others chose.
//!
//! Hosts such as `discord.com` are shared by all accounts: failures are counted for each credential
//! separately, except those that show that the host is down. The texts of failures are fixed,
//! because those of the HTTP library contain the address, and some addresses are secrets.

use std::sync::OnceLock;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::header::{HeaderMap, HeaderName, HeaderValue, LOCATION};
use bytes::Bytes;
use feedback::Outside;
use integrations::{Answer, CallFailed, Method, Request};
use outbound::network::Networks;
use outbound::outgoing::{self, CallError, CallLimits, Destination, Outgoing, Unanswered};

/// How much of an answer is read: more than the longest issue that a tracker gives back.
const ANSWER_BYTES: usize = 1 << 18;

/// Calls services.
#[derive(Debug)]
pub(crate) struct ServiceClient {
    allowed: Networks,
    /// Built by the first call: settings are also read by commands that make no calls.
    outgoing: OnceLock<Outgoing>,
}

impl ServiceClient {
    /// To public addresses, and to these networks.
    pub(crate) fn new(allowed: Networks) -> ServiceClient {
        ServiceClient { allowed, outgoing: OnceLock::new() }
    }

    fn outgoing(&self) -> &Outgoing {
        let limits = CallLimits {
            connect: Duration::from_secs(5),
            answer_bytes: ANSWER_BYTES,
            cuts_answer: true,
            ..CallLimits::default()
        };
        self.outgoing.get_or_init(|| Outgoing::new(self.allowed.clone(), limits))
    }

    async fn sent(
        &self,
        request: &Request,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<outgoing::Answer, CallFailed> {
        let credential = request.credential.as_deref();
        let answer =
            self.outgoing().call_for(credential, method(request.method), to, headers, body);
        answer.await.map_err(why)
    }
}

#[async_trait]
impl Outside for ServiceClient {
    async fn call(&self, request: Request) -> Result<Answer, CallFailed> {
        let refused = |error: CallError| CallFailed::Refused(error.to_string());
        let to = self.outgoing().destination(&request.url).map_err(refused)?;
        let headers = headers(&request)?;
        let body = Bytes::copy_from_slice(&request.body);
        let mut answer = self.sent(&request, &to, headers.clone(), body.clone()).await?;
        if request.follows_rename
            && answer.status.is_redirection()
            && let Some(renamed) = redirected(&to, &answer)
        {
            answer = self.sent(&request, &renamed, headers, body).await?;
        }
        Ok(read(&answer))
    }

    async fn check(&self, url: &str) -> Result<(), CallFailed> {
        let checked = self.outgoing().looked_up(url).await;
        checked.map(drop).map_err(|error| CallFailed::Refused(error.to_string()))
    }
}

fn method(method: Method) -> axum::http::Method {
    match method {
        Method::Get => axum::http::Method::GET,
        Method::Post => axum::http::Method::POST,
        Method::Put => axum::http::Method::PUT,
        Method::Patch => axum::http::Method::PATCH,
        Method::Delete => axum::http::Method::DELETE,
    }
}

/// The headers, if each of them can be sent: a line break in one would begin another.
fn headers(request: &Request) -> Result<HeaderMap, CallFailed> {
    let mut headers = HeaderMap::new();
    for (name, value) in &request.headers {
        let name = HeaderName::try_from(name.as_str());
        let value = HeaderValue::try_from(value.as_str());
        let (Ok(name), Ok(mut value)) = (name, value) else {
            return Err(CallFailed::Refused("a header cannot be sent".to_owned()));
        };
        value.set_sensitive(true);
        headers.append(name, value);
    }
    Ok(headers)
}

fn redirected(from: &Destination, answer: &outgoing::Answer) -> Option<Destination> {
    let location = answer.headers.get(LOCATION)?.to_str().ok()?;
    from.elsewhere_at_the_same_host(location)
}

fn read(answer: &outgoing::Answer) -> Answer {
    let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = answer.headers.iter();
    Answer {
        status: answer.status.as_u16(),
        headers: headers.map(|(name, value)| (name.as_str().to_owned(), text(value))).collect(),
        body: answer.body.to_vec(),
    }
}

fn why(unanswered: Unanswered) -> CallFailed {
    let told = unanswered.error.to_string();
    match unanswered.error {
        CallError::Unsuitable | CallError::Inner => CallFailed::Refused(told),
        CallError::LeftAlone => CallFailed::NotSent(told),
        CallError::TimedOut | CallError::Unreachable | CallError::TooLong
            if unanswered.was_sent =>
        {
            CallFailed::Unsure(told)
        }
        CallError::TimedOut | CallError::Unreachable | CallError::TooLong => {
            CallFailed::NotSent(told)
        }
    }
}

#[cfg(test)]
mod tests;
