//! Calls webhooks: signs requests, sends them, and reads what comes back.

use std::sync::Arc;

use async_trait::async_trait;
use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use hmac::{Hmac, Mac};
use parse_engine::webhook::DEPTH_HEADER;
use parse_engine::{Clock, Error, WebhookCall, WebhookClient};
use parse_model::wire::text::{self, JsonLimits, Unreadable};
use parse_model::{Code, Json, Refusal};
use sha2::Sha256;

use crate::outgoing::{CallError, Outgoing};

/// How calls to webhooks are made.
#[derive(Clone, Default)]
pub struct WebhookSettings {
    /// Signs them.
    pub key: Option<String>,
    /// Whether the key itself is sent too.
    pub sends_key: bool,
}

impl std::fmt::Debug for WebhookSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WebhookSettings")
            .field("sends_key", &self.sends_key)
            .finish_non_exhaustive()
    }
}

/// Names one delivery.
const ID: HeaderName = HeaderName::from_static("x-touchstone-id");
/// When it was sent, in milliseconds since 1970.
const TIME: HeaderName = HeaderName::from_static("x-touchstone-time");
/// The signature over both and the body.
const SIGNATURE: HeaderName = HeaderName::from_static("x-touchstone-signature");
/// The key itself, as Parse Server sends it.
const KEY: HeaderName = HeaderName::from_static("x-parse-webhook-key");

/// Posts calls and reads the answers.
pub struct HttpWebhookClient {
    outgoing: Arc<Outgoing>,
    settings: WebhookSettings,
    /// Those of a client: what a webhook adds to a write is bound by what the write is bound by.
    limits: JsonLimits,
    clock: Arc<dyn Clock>,
}

impl HttpWebhookClient {
    /// Calls through `outgoing`, and reads replies within these limits.
    pub fn new(
        outgoing: Arc<Outgoing>,
        settings: WebhookSettings,
        limits: JsonLimits,
        clock: Arc<dyn Clock>,
    ) -> HttpWebhookClient {
        HttpWebhookClient { outgoing, settings, limits, clock }
    }

    /// The headers of a call. With a key, the receiver can tell that the body is ours, unchanged,
    /// and not sent a second time.
    fn headers(&self, body: &[u8], depth: u8) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(HeaderName::from_static(DEPTH_HEADER), HeaderValue::from(u16::from(depth)));
        let Some(key) = &self.settings.key else { return headers };
        let id = format!("{:032x}", rand::random::<u128>());
        let time = self.clock.now().millis().to_string();
        let signature = signature(key, &id, &time, body);
        for (name, value) in [(ID, id), (TIME, time), (SIGNATURE, signature)] {
            headers.extend(HeaderValue::try_from(value).ok().map(|value| (name, value)));
        }
        if self.settings.sends_key
            && let Ok(mut value) = HeaderValue::try_from(key.as_str())
        {
            value.set_sensitive(true);
            headers.insert(KEY, value);
        }
        headers
    }
}

/// HMAC-SHA-256 over `id.time.body`, in hexadecimal.
fn signature(key: &str, id: &str, time: &str, body: &[u8]) -> String {
    // A key of any length will do, so this never fails.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    for part in [id.as_bytes(), b".", time.as_bytes(), b".", body] {
        mac.update(part);
    }
    mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[async_trait]
impl WebhookClient for HttpWebhookClient {
    async fn check(&self, url: &str) -> Result<(), Refusal> {
        match self.outgoing.looked_up(url).await {
            Ok(_) => Ok(()),
            Err(error) => Err(Refusal::new(Code::VALIDATION_ERROR, error.to_string())),
        }
    }

    async fn deliver(&self, call: WebhookCall<'_>) -> Result<Option<Json>, Error> {
        let to = self.outgoing.destination(call.url).map_err(unanswered)?;
        let body = serde_json::to_vec(&call.body).map_err(|error| Error::Failed {
            doing: "writing a call to a webhook",
            source: Box::new(error),
        })?;
        let headers = self.headers(&body, call.depth);
        let answer =
            self.outgoing.post(&to, headers, Bytes::from(body)).await.map_err(unanswered)?;
        if !answer.status.is_success() {
            let status = answer.status.as_u16();
            return Err(refused(format!("the webhook answered with status {status}")));
        }
        if answer.body.is_empty() {
            return Ok(None);
        }
        match text::read(&answer.body, &self.limits) {
            Ok(json) => Ok(Some(json)),
            Err(Unreadable::Syntax(_)) => {
                Err(refused("the webhook's answer is not JSON".to_owned()))
            }
            Err(Unreadable::Refused(why)) => {
                Err(refused(format!("the webhook's answer is refused: {}", why.message)))
            }
        }
    }
}

fn unanswered(error: CallError) -> Error {
    refused(format!("the webhook was not reached: {error}"))
}

fn refused(text: String) -> Error {
    Error::refused(Code::SCRIPT_FAILED, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_one_id_one_time_and_one_body() {
        let one = signature("k", "i", "1", b"{}");
        // As `printf 'i.1.{}' | openssl dgst -sha256 -hmac k` says.
        assert_eq!(one, "14913738baa9ee6c7e55204f0011896a8211bc916e07d8b59d0e9259639dd349");
        assert_eq!(one, signature("k", "i", "1", b"{}"));
        for other in [
            signature("l", "i", "1", b"{}"),
            signature("k", "j", "1", b"{}"),
            signature("k", "i", "2", b"{}"),
            signature("k", "i", "1", b"[]"),
        ] {
            assert_ne!(one, other);
        }
    }
}
