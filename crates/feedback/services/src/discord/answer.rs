//! The meaning of Discord's answers: by the error code first, then by the status.

use std::time::Duration;

use super::body;
use crate::call::{Answer, CallFailed, seconds};
use crate::outcome::Outcome;

/// A code of Discord's error bodies.
pub type Code = u64;

/// The error code of an answer, if it has one.
pub fn code(answer: &Answer) -> Option<Code> {
    body(answer)["code"].as_u64()
}

/// The outcome of an attempt.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    match result {
        Err(failed) => Outcome::of_failure(failed),
        Ok(answer) if answer.is_success() => {
            Outcome::Delivered { external_id: super::read_id(answer) }
        }
        Ok(answer) => refused(answer),
    }
}

fn refused(answer: &Answer) -> Outcome {
    let gone = |why: &str| Outcome::Gone(why.to_owned());
    let broken = |why: &str| Outcome::Broken(why.to_owned());
    match (answer.status, code(answer).unwrap_or_default()) {
        (429, _) | (_, 20_028 | 40_003) => Outcome::Later { after: asked_wait(answer) },
        (_, 10_015 | 50_027) => gone("The webhook was removed at Discord."),
        (_, 10_003) => gone("The channel is no longer there."),
        (_, 10_004) => gone("The server is no longer there."),
        (_, 10_013) => gone("This Discord account no longer exists."),
        (_, 50_001 | 50_013) => gone("The bot may not write in this channel."),
        (_, 50_007) => gone(
            "Discord does not let the bot write to you: it is blocked, or direct messages are closed.",
        ),
        (_, 50_278) => {
            gone("Join the server that the bot is in first: Discord asks for a shared server.")
        }
        (_, 40_333) => broken("Discord's firewall blocked the call."),
        (_, 40_001 | 50_014) | (401, _) => broken("Discord rejected the bot token."),
        (_, code @ (50_035 | 50_006 | 220_001..=220_003 | 240_000)) => {
            Outcome::Bad(format!("Discord refused the message, code {code}."))
        }
        (500..=599, _) | (_, 130_000) => Outcome::Later { after: answer.retry_after() },
        (404, _) => gone("The receiver does not exist at Discord."),
        (403, code) => broken(&format!("Discord denied permission, code {code}.")),
        (status, code) => Outcome::Bad(format!("Discord answered {status}, code {code}.")),
    }
}

/// The delay of a 429. The header comes first, because Discord's proxy answers without JSON.
fn asked_wait(answer: &Answer) -> Option<Duration> {
    let reset = || seconds(answer.header("x-ratelimit-reset-after")?);
    let told = || body(answer)["retry_after"].as_f64().and_then(|told| seconds(&told.to_string()));
    answer.retry_after().or_else(told).or_else(reset)
}

/// The rate limit in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RateLimit {
    /// The limited bucket. `None` if all calls of the bot must wait.
    pub bucket: Option<String>,
    /// The delay.
    pub wait: Duration,
}

/// The delay before the next call, if the bucket is or was used up.
pub fn rate_limit(answer: &Answer) -> Option<RateLimit> {
    let is_global = answer.header("x-ratelimit-global").is_some()
        || answer.header("x-ratelimit-scope") == Some("global")
        || body(answer)["global"].as_bool() == Some(true);
    let bucket = answer.header("x-ratelimit-bucket").map(str::to_owned).filter(|_| !is_global);
    if answer.status == 429 {
        return asked_wait(answer).map(|wait| RateLimit { bucket, wait });
    }
    let is_used_up = answer.header("x-ratelimit-remaining").map(str::trim) == Some("0");
    let wait = seconds(answer.header("x-ratelimit-reset-after")?)?;
    is_used_up.then_some(RateLimit { bucket, wait })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn answered(status: u16, code: u64) -> Outcome {
        let body = json!({ "code": code, "message": "no" }).to_string();
        outcome(&Ok(Answer::new(status, body)))
    }

    fn with(status: u16, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut answer = Answer::new(status, body);
        answer.headers =
            headers.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        answer
    }

    #[test]
    fn codes_decide_before_statuses() {
        for (status, code) in [
            (404, 10_015),
            (401, 50_027),
            (404, 10_003),
            (404, 10_004),
            (404, 10_013),
            (403, 50_001),
            (403, 50_013),
            (403, 50_007),
            (403, 50_278),
            (400, 50_278),
            (404, 0),
        ] {
            assert!(matches!(answered(status, code), Outcome::Gone(_)), "{status} {code}");
        }
        for (status, code) in [(401, 0), (401, 40_001), (401, 50_014), (403, 40_333)] {
            assert!(matches!(answered(status, code), Outcome::Broken(_)), "{status} {code}");
        }
        for (status, code) in
            [(400, 50_035), (400, 50_006), (400, 220_001), (400, 240_000), (403, 240_000), (400, 0)]
        {
            assert!(matches!(answered(status, code), Outcome::Bad(_)), "{status} {code}");
        }
        for (status, code) in
            [(429, 0), (403, 40_003), (429, 20_028), (500, 0), (502, 0), (503, 130_000)]
        {
            assert!(matches!(answered(status, code), Outcome::Later { .. }), "{status} {code}");
        }
    }

    #[test]
    fn a_message_that_was_taken_keeps_its_id() {
        let taken = outcome(&Ok(Answer::new(200, r#"{"id":"1234","channel_id":"5"}"#)));
        assert_eq!(taken, Outcome::Delivered { external_id: Some("1234".to_owned()) });
        assert_eq!(outcome(&Ok(Answer::new(204, ""))), Outcome::DELIVERED);
    }

    #[test]
    fn the_wait_that_is_asked_for_is_found_wherever_it_stands() {
        let body =
            r#"{"message":"You are being rate limited.","retry_after":64.57,"global":false}"#;
        let waits = |answer: Answer| match outcome(&Ok(answer)) {
            Outcome::Later { after } => after,
            other => panic!("{other:?}"),
        };
        assert_eq!(waits(with(429, body, &[])), Some(Duration::from_millis(64_570)));
        let shield = with(429, "<html>", &[("retry-after", "1337")]);
        assert_eq!(waits(shield), Some(Duration::from_secs(1337)));
    }

    #[test]
    fn a_bucket_that_is_used_up_is_left_alone_until_it_fills() {
        let headers = [
            ("x-ratelimit-remaining", "0"),
            ("x-ratelimit-reset-after", "1.5"),
            ("x-ratelimit-bucket", "abcd"),
        ];
        let limit = rate_limit(&with(200, "{}", &headers)).expect("a wait");
        assert_eq!(limit.wait, Duration::from_millis(1500));
        assert_eq!(limit.bucket.as_deref(), Some("abcd"));
        let headers = [("x-ratelimit-remaining", "3"), ("x-ratelimit-reset-after", "1.5")];
        assert_eq!(rate_limit(&with(200, "{}", &headers)), None);
        let headers =
            [("x-ratelimit-global", "true"), ("retry-after", "2"), ("x-ratelimit-bucket", "a")];
        let all = rate_limit(&with(429, "{}", &headers)).expect("a wait");
        assert_eq!((all.bucket, all.wait), (None, Duration::from_secs(2)));
    }
}
