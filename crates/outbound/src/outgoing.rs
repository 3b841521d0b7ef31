//! Calls to servers whose address others chose: webhooks, push services, nodes of chains.
//!
//! The invariant: no connection is opened to an address that was not checked. Names are resolved
//! here, every address found is checked, and the connection goes to one of those; redirects are not
//! followed and proxies of the environment are not used.

mod breaker;
mod inner_address;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{HeaderMap, Method, StatusCode};
use bytes::{Bytes, BytesMut};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use reqwest::{Client, Url};

use crate::network::Networks;

use breaker::Breakers;
use inner_address::is_inner;

/// The ports that may be called.
const PORTS: [u16; 2] = [443, 8443];

/// How long a call may take and how much it may bring.
#[derive(Debug, Clone, Copy)]
pub struct CallLimits {
    /// To open a connection.
    pub connect: Duration,
    /// For all of it.
    pub total: Duration,
    /// The longest answer, in bytes.
    pub answer_bytes: usize,
    /// Whether a longer one is cut there, instead of being given up.
    pub cuts_answer: bool,
}

impl Default for CallLimits {
    fn default() -> CallLimits {
        CallLimits {
            connect: Duration::from_secs(2),
            total: Duration::from_secs(10),
            answer_bytes: 1 << 20,
            cuts_answer: false,
        }
    }
}

/// The one client for calls to addresses that others chose.
#[derive(Debug)]
pub struct Outgoing {
    /// For https at the usual ports: public addresses, and those that are allowed.
    public: Option<Client>,
    /// For anything else: only addresses that are allowed.
    inner: Option<Client>,
    allowed: Arc<Networks>,
    limits: CallLimits,
    breakers: Breakers,
}

/// An address that may be called, as far as can be said before its name is resolved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    url: Url,
    is_public: bool,
}

impl Destination {
    /// The address as it will be called.
    pub fn as_str(&self) -> &str {
        self.url.as_str()
    }

    /// Where a redirect leads, if it stays at the same host.
    pub fn elsewhere_at_the_same_host(&self, location: &str) -> Option<Destination> {
        let url = self.url.join(location).ok()?;
        let is_same = url.origin() == self.url.origin();
        is_same.then_some(Destination { url, is_public: self.is_public })
    }

    /// Host and port: what is left alone together when it fails.
    fn host(&self) -> String {
        let host = self.url.host_str().unwrap_or_default();
        format!("{host}:{}", self.url.port_or_known_default().unwrap_or_default())
    }
}

/// What was answered.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body, all of it.
    pub body: Bytes,
}

/// Why a call did not get an answer. The texts are ours and name no address inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CallError {
    /// Not an address that may be called.
    #[error("the address must begin with https:// and use port 443 or 8443")]
    Unsuitable,
    /// It leads inside.
    #[error("the address leads to a network that must not be called")]
    Inner,
    /// The host has failed too often.
    #[error("the host has failed too often and is left alone for a while")]
    LeftAlone,
    /// It took too long.
    #[error("the host did not answer in time")]
    TimedOut,
    /// No connection, or it broke.
    #[error("the host could not be reached")]
    Unreachable,
    /// More than we read.
    #[error("the answer is too long")]
    TooLong,
}

/// Why a call did not get an answer, and whether it may have arrived all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unanswered {
    /// Why.
    pub error: CallError,
    /// Whether something was sent.
    pub was_sent: bool,
}

impl From<CallError> for Unanswered {
    fn from(error: CallError) -> Unanswered {
        Unanswered { error, was_sent: false }
    }
}

impl Outgoing {
    /// A client that may also call these networks, by http and at any port too.
    pub fn new(allowed: Networks, limits: CallLimits) -> Outgoing {
        crate::tls::install();
        let allowed = Arc::new(allowed);
        let client = |may_be_public| {
            let resolver = Checked { allowed: Arc::clone(&allowed), may_be_public };
            let built = Client::builder()
                .dns_resolver(resolver)
                .redirect(reqwest::redirect::Policy::none())
                .retry(reqwest::retry::never())
                .no_proxy()
                .referer(false)
                .connect_timeout(limits.connect)
                .user_agent(concat!("touchstone/", env!("CARGO_PKG_VERSION")))
                .build();
            built.map_err(|error| tracing::error!(%error, "outgoing HTTP client not built")).ok()
        };
        let (public, inner) = (client(true), client(false));
        Outgoing { public, inner, allowed, limits, breakers: Breakers::default() }
    }

    /// Reads an address. What it leads to is checked again when it is called.
    pub fn destination(&self, text: &str) -> Result<Destination, CallError> {
        let url = Url::parse(text).map_err(|_| CallError::Unsuitable)?;
        let host = url.host_str().ok_or(CallError::Unsuitable)?;
        let port = url.port_or_known_default().ok_or(CallError::Unsuitable)?;
        if !matches!(url.scheme(), "https" | "http") {
            return Err(CallError::Unsuitable);
        }
        let is_public = url.scheme() == "https" && PORTS.contains(&port);
        let literal = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        match literal {
            Ok(address) => may_call(address, &self.allowed, is_public)?,
            Err(_) if !is_public && self.allowed.is_empty() => return Err(CallError::Unsuitable),
            Err(_) => {}
        }
        Ok(Destination { url, is_public })
    }

    /// Reads an address and looks where its name leads now.
    pub async fn looked_up(&self, text: &str) -> Result<Destination, CallError> {
        let destination = self.destination(text)?;
        let host = destination.url.host_str().unwrap_or_default();
        if !host.starts_with('[') {
            let found = addresses(host, &self.allowed, destination.is_public);
            match tokio::time::timeout(self.limits.connect, found).await {
                // A name that leads nowhere today may lead somewhere tomorrow.
                Err(_) | Ok(Ok(_) | Err(CallError::Unreachable)) => {}
                Ok(Err(error)) => return Err(error),
            }
        }
        Ok(destination)
    }

    /// Posts a body and reads the whole answer. A host that says that it failed has failed.
    pub async fn post(
        &self,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Answer, CallError> {
        self.post_judged(to, headers, body, |answer| !answer.status.is_server_error()).await
    }

    /// The same, if the caller knows what a good answer of this host looks like. One that is too
    /// long is an answer too: its length may be a third party's doing, and must not keep others
    /// from the host.
    pub async fn post_judged(
        &self,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
        is_answer: impl FnOnce(&Answer) -> bool,
    ) -> Result<Answer, CallError> {
        let host = to.host();
        if !self.breakers.admit(&host, Instant::now()) {
            return Err(CallError::LeftAlone);
        }
        let answer = self.answered(to, headers, body, self.limits).await;
        let is_good = match &answer {
            Ok(answer) => is_answer(answer),
            Err(error) => *error == CallError::TooLong,
        };
        self.breakers.note(&host, is_good, Instant::now());
        if let Err(error) = &answer {
            tracing::warn!(host, %error, "outgoing call failed");
        }
        answer
    }

    /// Posts a body under limits of this call alone, and holds nothing against the host: for callers
    /// who know better than a count of failures whose fault one is, and leave hosts alone themselves.
    pub async fn post_within(
        &self,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
        limits: CallLimits,
    ) -> Result<Answer, CallError> {
        self.answered(to, headers, body, limits).await
    }

    /// Sends a request of any method, whose content a user chose, and reads the whole answer. Only a
    /// host that takes no connection has failed: users can provoke every other failure, and must not
    /// keep others from the host.
    pub async fn send(
        &self,
        method: Method,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Answer, CallError> {
        let host = to.host();
        if !self.breakers.admit(&host, Instant::now()) {
            return Err(CallError::LeftAlone);
        }
        let answer = self.exchanged(method, to, headers, body, self.limits).await;
        let is_there = answer.as_ref().map_or_else(|unanswered| unanswered.was_sent, |_| true);
        self.breakers.note(&host, is_there, Instant::now());
        answer.map_err(|unanswered| unanswered.error)
    }

    /// Sends a request in the name of a credential at a host that many share. Counted against both
    /// together is only what says that the host is down: no connection, and statuses from 500 on.
    pub async fn call_for(
        &self,
        credential: Option<&str>,
        method: Method,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Answer, Unanswered> {
        let host = to.host();
        let counted = format!("{host} {}", credential.unwrap_or_default());
        if !self.breakers.admit(&counted, Instant::now()) {
            return Err(CallError::LeftAlone.into());
        }
        let answer = self.exchanged(method, to, headers, body, self.limits).await;
        match &answer {
            Ok(answer) => {
                self.breakers.note(&counted, !answer.status.is_server_error(), Instant::now());
            }
            Err(unanswered) => {
                if !unanswered.was_sent {
                    self.breakers.note(&counted, false, Instant::now());
                }
                tracing::warn!(host, error = %unanswered.error, "outgoing call failed");
            }
        }
        answer
    }

    async fn answered(
        &self,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
        limits: CallLimits,
    ) -> Result<Answer, CallError> {
        let answer = self.exchanged(Method::POST, to, headers, body, limits).await;
        answer.map_err(|unanswered| unanswered.error)
    }

    async fn exchanged(
        &self,
        method: Method,
        to: &Destination,
        headers: HeaderMap,
        body: Bytes,
        limits: CallLimits,
    ) -> Result<Answer, Unanswered> {
        let client = if to.is_public { &self.public } else { &self.inner };
        let client = client.as_ref().ok_or(CallError::Unreachable)?;
        let request = client.request(method, to.url.clone()).headers(headers).body(body);
        let request = request.timeout(limits.total);
        let mut response = request.send().await.map_err(|error| why(&error))?;
        let limit = limits.answer_bytes;
        let announced = response.content_length().and_then(|length| usize::try_from(length).ok());
        let too_long = Unanswered { error: CallError::TooLong, was_sent: true };
        if announced.is_some_and(|length| length > limit) && !limits.cuts_answer {
            return Err(too_long);
        }
        let mut read = BytesMut::new();
        while let Some(piece) = response.chunk().await.map_err(|error| why(&error))? {
            let room = limit - read.len();
            if piece.len() > room && !limits.cuts_answer {
                return Err(too_long);
            }
            read.extend_from_slice(&piece[..piece.len().min(room)]);
            if piece.len() > room {
                break;
            }
        }
        let (status, headers) = (response.status(), response.headers().clone());
        Ok(Answer { status, headers, body: read.freeze() })
    }
}

fn why(error: &reqwest::Error) -> Unanswered {
    let was_sent = !error.is_connect() && !error.is_builder();
    Unanswered { error: reason(error), was_sent }
}

fn reason(error: &reqwest::Error) -> CallError {
    let mut cause: Option<&(dyn std::error::Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if let Some(ours) = error.downcast_ref::<CallError>() {
            return *ours;
        }
        cause = error.source();
    }
    if error.is_timeout() { CallError::TimedOut } else { CallError::Unreachable }
}

fn may_call(address: IpAddr, allowed: &Networks, may_be_public: bool) -> Result<(), CallError> {
    if allowed.contain(address.to_canonical()) || (may_be_public && !is_inner(address)) {
        Ok(())
    } else if is_inner(address) {
        Err(CallError::Inner)
    } else {
        Err(CallError::Unsuitable)
    }
}

/// The addresses of a name, if every one of them may be called.
async fn addresses(
    host: &str,
    allowed: &Networks,
    may_be_public: bool,
) -> Result<Vec<SocketAddr>, CallError> {
    let found = tokio::net::lookup_host((host, 0)).await.map_err(|_| CallError::Unreachable)?;
    let found: Vec<SocketAddr> = found.collect();
    for address in &found {
        may_call(address.ip(), allowed, may_be_public)?;
    }
    if found.is_empty() { Err(CallError::Unreachable) } else { Ok(found) }
}

/// Resolves names to addresses that were checked; the connection is made to one of those.
struct Checked {
    allowed: Arc<Networks>,
    may_be_public: bool,
}

impl Resolve for Checked {
    fn resolve(&self, name: Name) -> Resolving {
        let (allowed, may_be_public) = (Arc::clone(&self.allowed), self.may_be_public);
        Box::pin(async move {
            let found = addresses(name.as_str(), &allowed, may_be_public).await?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests;
