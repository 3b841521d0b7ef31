//! The request of a push message, and the meaning of its answer.

use ring::digest;

use super::endpoint::Endpoint;
use super::written;
use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;

/// The urgency of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Urgency {
    /// Immediately, even if the battery is low.
    High,
    /// At the convenience of the device.
    Normal,
}

/// The topic, which replaces an undelivered message of the same topic: at most 32 meaningless
/// letters.
pub fn topic(group_key: &str) -> String {
    written(&digest::digest(&digest::SHA256, group_key.as_bytes()).as_ref()[..16])
}

/// The request. `ttl` is how long the service keeps the message for an offline device, in seconds.
pub fn request(
    endpoint: &Endpoint,
    authorization: &str,
    (urgency, ttl): (Urgency, u32),
    topic: &str,
    sealed: Vec<u8>,
) -> Request {
    let urgency = match urgency {
        Urgency::High => "high",
        Urgency::Normal => "normal",
    };
    Request::post(endpoint.url())
        .header("ttl", ttl.to_string())
        .header("content-encoding", "aes128gcm")
        .header("urgency", urgency)
        .header("topic", topic)
        .header("authorization", authorization)
        .body("application/octet-stream", sealed)
        .on_behalf_of("web push")
}

/// The meaning of a push service's answer. 401 and 403 mean that the signature is wrong: for all
/// subscriptions, or for this one if others with the same key are accepted.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Ok(answer) => answer,
        Err(failed) => return Outcome::of_failure(failed),
    };
    match answer.status {
        200..=299 => Outcome::DELIVERED,
        404 | 410 => Outcome::Gone("The browser has ended the subscription.".to_owned()),
        401 | 403 => Outcome::Broken("The push service rejects the VAPID key.".to_owned()),
        413 => Outcome::Bad("The push service rejected the message: it is too long.".to_owned()),
        408 | 429 | 500..=599 => Outcome::Later { after: answer.retry_after() },
        status => Outcome::Bad(format!("The push service returned status {status}.")),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::endpoint::PushHosts;
    use super::*;

    #[test]
    fn a_request_has_all_that_services_ask_for() {
        let hosts = PushHosts::new(["fcm.googleapis.com"]);
        let endpoint = Endpoint::parse("https://fcm.googleapis.com/fcm/send/a", &hosts);
        let endpoint = endpoint.expect("an endpoint");
        let about = topic("comment:431");
        let made = request(&endpoint, "vapid t=a, k=b", (Urgency::High, 86_400), &about, vec![1]);
        assert_eq!(made.url, "https://fcm.googleapis.com/fcm/send/a");
        let header = |name: &str| {
            let found = made.headers.iter().find(|(known, _)| known == name);
            found.map(|(_, value)| value.as_str())
        };
        assert_eq!(header("ttl"), Some("86400"));
        assert_eq!(header("content-encoding"), Some("aes128gcm"));
        assert_eq!(header("content-type"), Some("application/octet-stream"));
        assert_eq!(header("urgency"), Some("high"));
        assert_eq!(header("authorization"), Some("vapid t=a, k=b"));
        assert_eq!(header("topic"), Some(&*about));
        assert!(about.len() <= 32 && !about.contains("431"));
        assert_ne!(about, topic("comment:432"));
        assert_eq!(made.body, [1]);
    }

    #[test]
    fn every_answer_has_one_meaning() {
        let of = |status| outcome(&Ok(Answer::new(status, "")));
        for status in [200, 201, 202, 204] {
            assert_eq!(of(status), Outcome::DELIVERED, "{status}");
        }
        for status in [404, 410] {
            assert!(matches!(of(status), Outcome::Gone(_)), "{status}");
        }
        for status in [401, 403] {
            assert!(matches!(of(status), Outcome::Broken(_)), "{status}");
        }
        for status in [302, 400, 413] {
            assert!(matches!(of(status), Outcome::Bad(_)), "{status}");
        }
        for status in [429, 500, 503] {
            assert_eq!(of(status), Outcome::LATER, "{status}");
        }
        let mut limited = Answer::new(429, "");
        limited.headers.push(("retry-after".to_owned(), "90".to_owned()));
        let after = Some(Duration::from_secs(90));
        assert_eq!(outcome(&Ok(limited)), Outcome::Later { after });
        let cut = Err(CallFailed::Unsure("cut".to_owned()));
        assert_eq!(outcome(&cut), Outcome::Unsure);
    }
}
