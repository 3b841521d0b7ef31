//! Firebase Cloud Messaging by its HTTP v1 API.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use parse_engine::Clock;
use parse_engine::push_provider::{Device, Message, PushOutcome, PushProvider};
use parse_model::{Date, Json};
use serde::Deserialize;
use tokio::time::{Instant, sleep_until};

use super::fcm_message;
use super::service_account::ServiceAccount;
use crate::network::Networks;
use crate::outgoing::{Answer, CallError, CallLimits, Destination, Outgoing};
use crate::push::FcmSettings;

/// How many messages are on their way at once.
const AT_ONCE: usize = 32;
/// How long one message may be tried.
const PATIENCE: Duration = Duration::from_secs(45);
/// The first wait without a Retry-After; each further one is twice as long.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The longest wait that the service may ask of us.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// How long before its end a token is not used any more.
const TOKEN_MARGIN_SECONDS: i64 = 60;

/// Sends by FCM.
pub struct Fcm {
    account: Arc<ServiceAccount>,
    push_types: Vec<String>,
    token_uri: Destination,
    messages: Destination,
    outgoing: Outgoing,
    clock: Arc<dyn Clock>,
    token: tokio::sync::Mutex<Option<Token>>,
}

/// The access token, with its expiry.
#[derive(Clone)]
struct Token {
    header: HeaderValue,
    good_until: Date,
}

/// What the token endpoint answers.
#[derive(Deserialize)]
struct Granted {
    access_token: String,
    expires_in: i64,
}

/// What became of one attempt.
enum Attempt {
    Over(PushOutcome),
    /// This token was not accepted.
    Unauthorised(HeaderValue),
    /// Perhaps later.
    Later(Option<Duration>, String),
}

impl Fcm {
    /// Nothing where an address of the settings cannot be called.
    pub fn new(settings: &FcmSettings, clock: Arc<dyn Clock>) -> Option<Fcm> {
        // These addresses are the operator's own, so they may lead anywhere.
        let everywhere = Networks::everywhere();
        let limits = CallLimits { answer_bytes: 1 << 16, ..CallLimits::default() };
        let outgoing = Outgoing::new(everywhere, limits);
        let account = Arc::clone(&settings.account);
        let messages = format!("{}/v1/projects/{}/messages:send", settings.url, account.project_id);
        Some(Fcm {
            token_uri: outgoing.destination(&account.token_uri).ok()?,
            messages: outgoing.destination(&messages).ok()?,
            push_types: settings.push_types.clone(),
            account,
            outgoing,
            clock,
            token: tokio::sync::Mutex::default(),
        })
    }

    async fn to_one(&self, message: &Message, device: &Device) -> PushOutcome {
        if !self.push_types.iter().any(|kind| kind == device.kind()) {
            return PushOutcome::Failed("no sender for this push type".to_owned());
        }
        let body = Bytes::from(fcm_message::body(message, device).to_string());
        let end = Instant::now() + PATIENCE;
        let mut wait = FIRST_WAIT;
        let mut has_renewed = false;
        loop {
            let why = match self.attempt(&body).await {
                Attempt::Over(delivery) => return delivery,
                Attempt::Unauthorised(_) if has_renewed => {
                    return PushOutcome::Failed("UNAUTHENTICATED".to_owned());
                }
                Attempt::Unauthorised(token) => {
                    has_renewed = true;
                    self.drop_token(&token).await;
                    continue;
                }
                Attempt::Later(asked, why) => {
                    wait = asked.unwrap_or(wait).min(LONGEST_WAIT);
                    why
                }
            };
            let next = Instant::now() + wait;
            if next >= end {
                return PushOutcome::Failed(why);
            }
            sleep_until(next).await;
            wait = (wait * 2).max(FIRST_WAIT);
        }
    }

    async fn attempt(&self, body: &Bytes) -> Attempt {
        let token = match self.token().await {
            Ok(token) => token,
            Err(attempt) => return attempt,
        };
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, token.clone());
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self.outgoing.post(&self.messages, headers, body.clone()).await {
            Ok(answer) if answer.status.as_u16() == 401 => Attempt::Unauthorised(token),
            Ok(answer) => judged(&answer),
            Err(error) => Attempt::Later(waiting(error), error.to_string()),
        }
    }

    /// Forgets a token, unless another task has done so and a new one is there.
    async fn drop_token(&self, token: &HeaderValue) {
        let mut kept = self.token.lock().await;
        if kept.as_ref().is_some_and(|kept| kept.header == *token) {
            *kept = None;
        }
    }

    /// The token, renewed when it is about to expire. The first caller renews it for all.
    async fn token(&self) -> Result<HeaderValue, Attempt> {
        let mut kept = self.token.lock().await;
        let now = self.clock.now();
        if let Some(token) = kept.as_ref().filter(|token| token.good_until > now) {
            return Ok(token.header.clone());
        }
        let hopeless = |why: &str| Attempt::Over(PushOutcome::Failed(why.to_owned()));
        let proof = self
            .account
            .proof(now)
            .ok_or_else(|| hopeless("the key of the account cannot sign"))?;
        let form = format!(
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion={proof}"
        );
        let mut headers = HeaderMap::new();
        let kind = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, kind);
        let answer = self.outgoing.post(&self.token_uri, headers, Bytes::from(form)).await;
        let answer =
            answer.map_err(|error| Attempt::Later(waiting(error), format!("no token: {error}")))?;
        if !answer.status.is_success() {
            let status = answer.status.as_u16();
            tracing::error!(status, "push provider rejected the service account");
            let why = format!("no token: answered {status}");
            return Err(match status {
                429 | 500..=599 => Attempt::Later(retry_after(&answer.headers), why),
                _ => hopeless(&why),
            });
        }
        let granted: Granted =
            serde_json::from_slice(&answer.body).map_err(|_| hopeless("no token in the answer"))?;
        let mut header = HeaderValue::try_from(format!("Bearer {}", granted.access_token))
            .map_err(|_| hopeless("no token in the answer"))?;
        header.set_sensitive(true);
        let good_until = now.plus_seconds(granted.expires_in - TOKEN_MARGIN_SECONDS);
        *kept = Some(Token { header: header.clone(), good_until });
        Ok(header)
    }
}

#[async_trait]
impl PushProvider for Fcm {
    async fn send(&self, message: &Message, devices: &[Device]) -> Vec<PushOutcome> {
        // Boxed one by one: the compiler cannot see that a closure would serve every lifetime.
        let each: Vec<BoxFuture<'_, PushOutcome>> =
            devices.iter().map(|device| self.to_one(message, device).boxed()).collect();
        stream::iter(each).buffered(AT_ONCE).collect().await
    }
}

/// How long to leave a host alone that our own client leaves alone.
fn waiting(error: CallError) -> Option<Duration> {
    (error == CallError::LeftAlone).then_some(LONGEST_WAIT)
}

/// What an answer means. The codes are in Google's reference of `FcmError`.
fn judged(answer: &Answer) -> Attempt {
    let status = answer.status.as_u16();
    if answer.status.is_success() {
        return Attempt::Over(PushOutcome::Sent);
    }
    let body: Json = serde_json::from_slice(&answer.body).unwrap_or_default();
    let error = &body["error"];
    let details = error["details"].as_array().into_iter().flatten();
    let code = details.filter_map(|detail| detail["errorCode"].as_str()).next();
    let code = code.or_else(|| error["status"].as_str()).unwrap_or("UNKNOWN").to_owned();
    let is_bad_token = error["message"].as_str().is_some_and(|text| {
        text.contains("registration token is not a valid FCM registration token")
    });
    match (status, code.as_str()) {
        (_, "UNREGISTERED") => Attempt::Over(PushOutcome::Dead),
        (_, "INVALID_ARGUMENT") if is_bad_token => Attempt::Over(PushOutcome::Dead),
        (429 | 500..=599, _) => Attempt::Later(retry_after(&answer.headers), code),
        _ => Attempt::Over(PushOutcome::Failed(code)),
    }
}

/// What the answer says about when to come again, in seconds; a date is not waited for.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok()?;
    Some(Duration::from_secs(seconds))
}
