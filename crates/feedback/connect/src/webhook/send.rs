//! One attempt: the request and the meaning of its answer.

use std::time::{Duration, Instant};

use integrations::standard_webhook::{self, SigningSecret};
use integrations::{Answer, CallFailed, ChatPreset, Outcome, Request, team_post};
use parse_engine::Error;
use parse_model::Date;

use super::claim::WebhookJob;
use super::message::event_of;
use super::response;
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

/// The result of an attempt.
#[derive(Debug)]
pub(super) struct Attempt {
    pub(super) outcome: Outcome,
    /// The HTTP status, if there was an answer.
    pub(super) status: Option<u16>,
    pub(super) took: Duration,
    /// The stored part of the answer.
    pub(super) response: Option<String>,
    /// Why there was no answer.
    pub(super) problem: Option<String>,
    /// The delay that the receiver asked for, in whatever form its service uses.
    pub(super) wait: Option<Duration>,
}

impl Attempt {
    /// Whether we were rate-limited, which says nothing about the receiver's health.
    pub(super) fn is_too_often(&self) -> bool {
        self.status == Some(429)
    }

    fn unsent(error: &Error) -> Attempt {
        let problem = Some(error.to_string());
        let outcome = Outcome::Broken(error.to_string());
        let (took, response) = (Duration::ZERO, None);
        Attempt { outcome, status: None, took, response, problem, wait: None }
    }
}

/// Makes one attempt. No transaction is open.
pub(super) async fn attempt(ctx: &CommandContext, job: &WebhookJob, now: Date) -> Attempt {
    let (request, secrets) = match request(ctx, job, now) {
        Ok(made) => made,
        Err(error) => return Attempt::unsent(&error),
    };
    let began = Instant::now();
    let result = ctx.outside().call(request).await;
    let took = began.elapsed();
    let outcome = match ChatPreset::from_key(&job.preset) {
        Some(chat) => chat.outcome(&result),
        None => outcome(&result),
    };
    let wait = match &outcome {
        Outcome::Later { after } => *after,
        _ => None,
    };
    let secrets: Vec<&str> = secrets.iter().map(String::as_str).collect();
    let (status, response, problem) = match &result {
        Ok(answer) => (Some(answer.status), response::kept(&answer.body, &secrets), None),
        Err(failed) => (None, None, Some(failed.to_string())),
    };
    Attempt { outcome, status, took, response, problem, wait }
}

/// The request, and the secrets to remove from stored answers.
fn request(
    ctx: &CommandContext,
    job: &WebhookJob,
    now: Date,
) -> Result<(Request, Vec<String>), Error> {
    let url = ctx.secrets().open(&job.url)?;
    let Some(chat) = ChatPreset::from_key(&job.preset) else {
        return signed(ctx, job, url, now);
    };
    let event = event_of(&job.body)
        .ok_or_else(|| invalid("WEBHOOK_BODY", "The stored message cannot be read."))?;
    let request = team_post(chat, &url, &event, ctx.app_url());
    Ok((request.on_behalf_of(&*job.webhook), vec![url]))
}

fn signed(
    ctx: &CommandContext,
    job: &WebhookJob,
    url: String,
    now: Date,
) -> Result<(Request, Vec<String>), Error> {
    let sealed = job.secret.iter().chain(&job.previous_secret);
    let texts = sealed.map(|sealed| ctx.secrets().open(sealed)).collect::<Result<Vec<_>, _>>()?;
    let secrets: Vec<SigningSecret> =
        texts.iter().filter_map(|text| SigningSecret::parse(text)).collect();
    if secrets.is_empty() {
        return Err(invalid("WEBHOOK_SECRET", "The signing secret is missing. Roll it."));
    }
    let body = job.body.as_bytes();
    let seconds = now.millis().div_euclid(1000);
    let headers = standard_webhook::headers(&secrets, &job.message_id, seconds, body);
    let request = Request::post(&*url).json(body).on_behalf_of(&*job.webhook);
    let request =
        headers.into_iter().fold(request, |request, (name, value)| request.header(name, value));
    Ok((request, texts.into_iter().chain([url]).collect()))
}

/// The meaning of an answer of Standard Webhooks. Everything but success and `410` is retried.
fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    match result {
        Ok(answer) if answer.is_success() => Outcome::DELIVERED,
        Ok(answer) if answer.status == 410 => Outcome::Gone("it answered 410".to_owned()),
        Ok(answer) if matches!(answer.status, 429 | 502 | 503 | 504) => {
            Outcome::Later { after: answer.retry_after() }
        }
        // The id lets a receiver drop repetitions.
        Ok(_) | Err(_) => Outcome::LATER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, retry_after: Option<&str>) -> Outcome {
        let mut answer = Answer::new(status, "");
        answer.headers.extend(retry_after.map(|text| ("retry-after".to_owned(), text.to_owned())));
        outcome(&Ok(answer))
    }

    #[test]
    fn only_a_yes_ends_a_delivery_and_only_410_ends_a_webhook() {
        for yes in [200, 201, 202, 204, 299] {
            assert_eq!(of(yes, None), Outcome::DELIVERED, "{yes}");
        }
        assert!(matches!(of(410, None), Outcome::Gone(_)));
        for again in [301, 302, 400, 401, 403, 404, 413, 500, 501, 502] {
            assert_eq!(of(again, None), Outcome::LATER, "{again}");
        }
        for failed in [CallFailed::NotSent, CallFailed::Unsure, CallFailed::Refused] {
            assert_eq!(outcome(&Err(failed(String::new()))), Outcome::LATER);
        }
    }

    #[test]
    fn a_receiver_that_says_when_is_believed() {
        let after = Some(Duration::from_secs(120));
        assert_eq!(of(429, Some("120")), Outcome::Later { after });
        assert_eq!(of(503, Some("120")), Outcome::Later { after });
        assert_eq!(of(500, Some("120")), Outcome::LATER);
    }
}
