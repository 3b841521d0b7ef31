//! The outcome of a call to GitHub. GitHub reports limits with 403 as well as 429, and not every
//! 403 is a limit.

use std::time::Duration;

use crate::call::{Answer, CallFailed};
use crate::outcome::Outcome;
use crate::tracker::{brief, moment};

/// How long a limit without a time is waited for.
const SECONDARY: Duration = Duration::from_secs(60);

/// The outcome of an answer.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Ok(answer) => answer,
        Err(failed) => return Outcome::of_failure(failed),
    };
    let said = || brief(&message(answer));
    match answer.status {
        200..=299 => Outcome::DELIVERED,
        401 => Outcome::Broken(format!("GitHub does not know the credential: {}", said())),
        403 | 429 => limited(answer)
            .unwrap_or_else(|| Outcome::Broken(format!("GitHub does not allow it: {}", said()))),
        301 | 307 | 308 | 404 | 410 => Outcome::Gone(format!("{}: {}", answer.status, said())),
        500..=599 => Outcome::Later { after: answer.retry_after() },
        status => Outcome::Bad(format!("{status}: {}", said())),
    }
}

/// A limit, if it is one.
fn limited(answer: &Answer) -> Option<Outcome> {
    if let Some(after) = answer.retry_after() {
        return Some(Outcome::Later { after: Some(after) });
    }
    if answer.header("x-ratelimit-remaining").is_some_and(|left| left.trim() == "0") {
        return Some(Outcome::Later { after: Some(until_reset(answer).unwrap_or(SECONDARY)) });
    }
    let is_secondary = message(answer).to_ascii_lowercase().contains("secondary rate limit");
    (is_secondary || answer.status == 429).then_some(Outcome::Later { after: Some(SECONDARY) })
}

/// The time until the limit ends, by GitHub's clock.
fn until_reset(answer: &Answer) -> Option<Duration> {
    let reset: i64 = answer.header("x-ratelimit-reset")?.trim().parse().ok()?;
    let now = http_date(answer.header("date")?)?;
    let seconds = u64::try_from(reset - now / 1000).unwrap_or(0);
    Some(Duration::from_secs(seconds.clamp(1, 86_400)))
}

/// `Mon, 16 Nov 2026 10:44:00 GMT` in milliseconds.
pub(crate) fn http_date(text: &str) -> Option<i64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let mut parts = text.split(' ').skip(1);
    let (day, month, year, clock) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let month = MONTHS.iter().position(|name| *name == month)? + 1;
    moment::millis(&format!("{year}-{month:02}-{day:0>2}T{clock}Z"))
}

fn message(answer: &Answer) -> String {
    let json: serde_json::Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    json["message"].as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Result<Answer, CallFailed> {
        let mut answer = Answer::new(status, body);
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        answer.headers.extend(headers.iter().map(owned));
        Ok(answer)
    }

    fn later(seconds: u64) -> Outcome {
        Outcome::Later { after: Some(Duration::from_secs(seconds)) }
    }

    #[test]
    fn a_limit_is_waited_for_as_it_says_whatever_its_status() {
        for status in [403, 429] {
            let retry = answer(status, &[("retry-after", "1847")], "{}");
            assert_eq!(outcome(&retry), later(1847));
            let reset = [
                ("x-ratelimit-remaining", "0"),
                ("x-ratelimit-reset", "1794826740"),
                ("date", "Mon, 16 Nov 2026 10:44:00 GMT"),
            ];
            assert_eq!(outcome(&answer(status, &reset, "{}")), later(900));
            let secondary =
                answer(status, &[], r#"{"message":"You have exceeded a secondary rate limit."}"#);
            assert_eq!(outcome(&secondary), later(60));
        }
    }

    #[test]
    fn a_403_without_a_limit_is_a_missing_permission() {
        let body = r#"{"message":"Resource not accessible by integration"}"#;
        let denied = outcome(&answer(403, &[("x-ratelimit-remaining", "4999")], body));
        assert!(matches!(denied, Outcome::Broken(why) if why.contains("not accessible")));
        assert!(matches!(outcome(&answer(401, &[], "{}")), Outcome::Broken(_)));
    }

    #[test]
    fn what_is_deleted_is_gone_and_what_is_refused_is_never_sent_again() {
        for status in [404, 410, 301] {
            assert!(matches!(outcome(&answer(status, &[], "{}")), Outcome::Gone(_)));
        }
        let long = answer(422, &[], r#"{"message":"body is too long"}"#);
        assert_eq!(outcome(&long), Outcome::Bad("422: body is too long".to_owned()));
        assert_eq!(outcome(&answer(503, &[], "no JSON")), Outcome::LATER);
        assert_eq!(outcome(&Err(CallFailed::Unsure("cut".to_owned()))), Outcome::Unsure);
    }
}
