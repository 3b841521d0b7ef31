//! Stores the outcome of a job in one transaction.

use std::time::Duration;

use feedback_model::IssueId;
use integrations::Outcome;
use integrations::tracker::{RemoteIssue, RemoteState};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use serde_json::json;

use super::configuration::Configuration;
use super::execute::Executed;
use super::issue_link::{note, put_for_link};
use super::observe::{self, StateSource};
use super::subject::{IssueSubject, number_of};
use super::work::{Kind, TrackerJob, hold};
use super::{connection, proposal};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::wakes::Queue;

/// Stores the outcome of a job, unless another worker holds it by now.
pub(super) async fn record_attempt(
    ctx: &CommandContext,
    job: &TrackerJob,
    result: &Result<Executed, Outcome>,
) -> Result<(), Error> {
    let mut wait = None;
    if hold(ctx, job).await? {
        match result {
            Ok(done) => finish(ctx, job, done).await?,
            Err(outcome) => {
                if let Outcome::Later { after } = outcome {
                    wait = *after;
                }
                fail(ctx, job, outcome).await?;
            }
        }
    }
    release(ctx, job, wait).await
}

/// Records an internal error: the job is retried or given up. The tracker may have been written to.
pub(super) async fn record_internal_error(
    ctx: &CommandContext,
    job: &TrackerJob,
    due: Option<Date>,
    error: &Error,
) -> Result<(), Error> {
    if hold(ctx, job).await? {
        let problem = error.to_string();
        match due {
            None => end(ctx, job, End::with("dead", &problem)).await?,
            Some(due) => {
                let sql = Sql::fixed(
                    "update _touchstone.tracker_work set due_at = $2::timestamptz, problem = $3::text where id = $1::int8",
                    [Bind::from(job.id), due.into(), problem.into()],
                );
                ctx.execute(&sql).await?;
            }
        }
    }
    release(ctx, job, None).await
}

/// Allows the next write to the tracker after its minimum interval.
async fn release(
    ctx: &CommandContext,
    job: &TrackerJob,
    wait: Option<Duration>,
) -> Result<(), Error> {
    let asked =
        wait.map_or(0, |wait| i64::try_from(wait.as_secs()).unwrap_or(i64::MAX).saturating_add(1));
    let next = ctx.now().plus_seconds(asked.max(job.tracker.service.gap_seconds()));
    let sql = Sql::fixed(
        "update _touchstone.tracker set next_at = $2::timestamptz where id = $1::text and next_at = $3::timestamptz",
        [Bind::from(job.tracker.id.as_str()), next.into(), job.lease().into()],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::Trackers);
    Ok(())
}

/// The end of a job.
struct End<'a> {
    state: &'static str,
    is_written: bool,
    external: Option<&'a str>,
    problem: Option<&'a str>,
}

impl End<'_> {
    const DONE: End<'static> =
        End { state: "done", is_written: false, external: None, problem: None };
    const WROTE: End<'static> =
        End { state: "done", is_written: true, external: None, problem: None };

    fn with<'b>(state: &'static str, problem: &'b str) -> End<'b> {
        End { state, is_written: false, external: None, problem: Some(problem) }
    }
}

async fn end(ctx: &CommandContext, job: &TrackerJob, end: End<'_>) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_work set state = $2::text, done_at = $3::timestamptz, problem = $4::text, external = $5::text,
            wrote_at = case when $6::bool then $3::timestamptz end
        where id = $1::int8",
        [
            Bind::from(job.id),
            end.state.into(),
            ctx.now().into(),
            end.problem.into(),
            end.external.into(),
            end.is_written.into(),
        ],
    );
    ctx.execute(&sql).await?;
    if end.state == "done" {
        let sql = Sql::fixed(
            "update _touchstone.tracker set synced_at = $2::timestamptz where id = $1::text",
            [Bind::from(job.tracker.id.as_str()), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
    }
    Ok(())
}

async fn finish(ctx: &CommandContext, job: &TrackerJob, done: &Executed) -> Result<(), Error> {
    match (done, job.link) {
        (Executed::Linked(issue), _) => record_link(ctx, job, issue).await,
        (Executed::Wrote(state), Some(link)) => {
            record_state(ctx, link, state).await?;
            end(ctx, job, End::WROTE).await
        }
        (Executed::Said(id), _) => end(ctx, job, End { external: Some(id), ..End::WROTE }).await,
        (Executed::Read(issue), Some(link)) => {
            rename(ctx, link, issue).await?;
            let id = IssueId::from(job.issue.as_str());
            let state = &issue.state;
            observe::observe(ctx, &job.tracker, link, &id, state, StateSource::Asked).await?;
            end(ctx, job, End::DONE).await
        }
        (Executed::InLine, Some(link)) => {
            settle(ctx, &job.tracker, link, &job.issue).await?;
            end(ctx, job, End::DONE).await
        }
        (Executed::NotFromHere(why), Some(link)) => {
            stop(ctx, link, "on", why).await?;
            end(ctx, job, End::with("dropped", why)).await
        }
        (Executed::TooOften, Some(link)) => {
            let why =
                "Sync paused: too many updates in a short time. Link the issue again to resume.";
            stop(ctx, link, "paused", why).await?;
            broken(ctx, &job.tracker, Some(&job.issue), why).await?;
            end(ctx, job, End::with("dropped", why)).await
        }
        _ => end(ctx, job, End::with("dropped", "The issue or comment no longer exists.")).await,
    }
}

/// Stores the link between an issue and the issue at the tracker.
async fn record_link(
    ctx: &CommandContext,
    job: &TrackerJob,
    issue: &RemoteIssue,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.tracker_link (tracker, issue, reference, external, label, url, their_state, their_at, written, created_at)
        values ($1::text, $2::text, $3::jsonb, $4::text, $5::text, $6::text, $7::text, $8::timestamptz, $9::text, $10::timestamptz)
        on conflict do nothing returning to_jsonb(id)",
        [
            Bind::from(job.tracker.id.as_str()),
            job.issue.as_str().into(),
            issue.reference.clone().into(),
            issue.external.as_str().into(),
            issue.label.as_str().into(),
            issue.url.as_str().into(),
            issue.state.word.as_str().into(),
            Date::from_millis(issue.state.at).into(),
            (job.kind == Kind::Create).then_some(issue.state.word.as_str()).into(),
            ctx.now().into(),
        ],
    );
    let Some(link) = ctx.row::<i64>(&sql).await? else {
        let why = format!("{} is linked to another issue already.", issue.label);
        return end(ctx, job, End::with("dead", &why)).await;
    };
    let id = IssueId::from(job.issue.as_str());
    note(ctx, &id, format!("is {} at {}", issue.label, job.tracker.service.word())).await?;
    let ours = IssueSubject::read(ctx, &job.issue).await?.target();
    if issue.state.meaning.is_ended() && !ours.is_ended() {
        observe::observe(ctx, &job.tracker, link, &id, &issue.state, StateSource::Asked).await?;
    } else {
        put_for_link(ctx, &job.tracker.id, link, &id, Kind::State).await?;
    }
    end(ctx, job, if job.kind == Kind::Create { End::WROTE } else { End::DONE }).await
}

/// Stores the state that Touchstone wrote, and ends proposals made meanwhile.
async fn record_state(ctx: &CommandContext, link: i64, state: &RemoteState) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set their_state = $2::text, written = $2::text, problem = null,
            their_at = greatest(their_at, $3::timestamptz)
        where id = $1::int8",
        [Bind::from(link), state.word.as_str().into(), Date::from_millis(state.at).into()],
    );
    ctx.execute(&sql).await?;
    proposal::overtake(ctx, link).await
}

/// Ends the proposal if both sides agree now.
async fn settle(
    ctx: &CommandContext,
    of: &Configuration,
    link: i64,
    issue: &str,
) -> Result<(), Error> {
    let ours = IssueSubject::read(ctx, issue).await?.target();
    let sql = Sql::fixed(
        "select to_jsonb(their_state) from _touchstone.tracker_link where id = $1::int8",
        [Bind::from(link)],
    );
    let theirs: Option<String> = ctx.row(&sql).await?;
    match theirs {
        Some(theirs) if connection::offline(ctx, of).fits(ours, &theirs) => {
            proposal::overtake(ctx, link).await
        }
        _ => Ok(()),
    }
}

/// Stores the issue's current reference in the tracker.
async fn rename(ctx: &CommandContext, link: i64, issue: &RemoteIssue) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set reference = $2::jsonb, label = $3::text, url = $4::text where id = $1::int8",
        [
            Bind::from(link),
            issue.reference.clone().into(),
            issue.label.as_str().into(),
            issue.url.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn stop(ctx: &CommandContext, link: i64, state: &str, why: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set state = $2::text, problem = $3::text where id = $1::int8",
        [Bind::from(link), state.into(), why.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn fail(ctx: &CommandContext, job: &TrackerJob, outcome: &Outcome) -> Result<(), Error> {
    match outcome {
        Outcome::Later { after } => again(ctx, job, "waiting", *after).await,
        Outcome::Unsure => again(ctx, job, "unsure", None).await,
        Outcome::Gone(why) => match job.link {
            Some(link) => {
                stop(ctx, link, "gone", why).await?;
                proposal::overtake(ctx, link).await?;
                let told = format!("is no longer at {}", job.tracker.service.word());
                note(ctx, &IssueId::from(job.issue.as_str()), told).await?;
                end(ctx, job, End::with("dropped", why)).await
            }
            None => end(ctx, job, End::with("dead", why)).await,
        },
        Outcome::Broken(why) => {
            break_tracker(ctx, &job.tracker, why).await?;
            back(ctx, job).await
        }
        Outcome::Bad(why) => {
            tracing::warn!(tracker = job.tracker.id, work = job.id, "tracker rejected the request");
            broken(ctx, &job.tracker, Some(&job.issue), why).await?;
            end(ctx, job, End::with("dead", why)).await
        }
        Outcome::Delivered { .. } => end(ctx, job, End::DONE).await,
    }
}

/// Retries, or gives up after too many attempts.
async fn again(
    ctx: &CommandContext,
    job: &TrackerJob,
    state: &'static str,
    after: Option<Duration>,
) -> Result<(), Error> {
    let Some(due) = job.again_at(ctx.now(), after) else {
        let why = format!("{} has not responded for days.", job.tracker.service.word());
        broken(ctx, &job.tracker, Some(&job.issue), &why).await?;
        return end(ctx, job, End::with("dead", &why)).await;
    };
    if job.kind == Kind::State || job.kind == Kind::Read {
        return yield_to_newer(ctx, job, due).await;
    }
    let sql = Sql::fixed(
        "update _touchstone.tracker_work set state = $2::text, due_at = $3::timestamptz where id = $1::int8",
        [Bind::from(job.id), state.into(), due.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Waits again, unless the same job was queued meanwhile.
async fn yield_to_newer(ctx: &CommandContext, job: &TrackerJob, due: Date) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_work w set state = 'waiting', due_at = $2::timestamptz where w.id = $1::int8
            and not exists (select from _touchstone.tracker_work o where o.link = w.link and o.kind = w.kind and o.state = 'waiting')",
        [Bind::from(job.id), due.into()],
    );
    if ctx.execute(&sql).await? > 0 {
        return Ok(());
    }
    end(ctx, job, End::with("dropped", "Replaced by a newer request.")).await
}

/// Returns the job without counting the attempt, because the tracker is unavailable.
async fn back(ctx: &CommandContext, job: &TrackerJob) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_work w set attempts = greatest(w.attempts - 1, 0), due_at = $2::timestamptz,
            state = case when $3::bool then 'unsure' else 'waiting' end
        where w.id = $1::int8 and not (w.kind in ('state', 'read')
            and exists (select from _touchstone.tracker_work o where o.link = w.link and o.kind = w.kind and o.state = 'waiting'))",
        [
            Bind::from(job.id),
            ctx.now().into(),
            (job.is_unsure && matches!(job.kind, Kind::Create | Kind::Comment)).into(),
        ],
    );
    if ctx.execute(&sql).await? > 0 {
        return Ok(());
    }
    end(ctx, job, End::with("dropped", "Replaced by a newer request.")).await
}

/// Stops a tracker that rejects the credential, and keeps its queue.
pub(super) async fn break_tracker(
    ctx: &CommandContext,
    tracker: &Configuration,
    why: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker set state = 'broken', problem = $2::text, token = null where id = $1::text and state <> 'broken'",
        [Bind::from(tracker.id.as_str()), why.into()],
    );
    if ctx.execute(&sql).await? > 0 {
        tracing::warn!(tracker = tracker.id, "tracker paused, credentials rejected");
        broken(ctx, tracker, None, why).await?;
    }
    Ok(())
}

/// Notifies administrators of a problem with a tracker.
pub(super) async fn broken(
    ctx: &CommandContext,
    tracker: &Configuration,
    issue: Option<&str>,
    why: &str,
) -> Result<(), Error> {
    let number = match issue {
        Some(issue) => Some(number_of(ctx, &IssueId::from(issue)).await?),
        None => None,
    };
    let data = json!({ "service": tracker.service.key(), "tracker": tracker.id, "name": tracker.name,
        "number": number, "problem": why });
    let kind = EventKind::IntegrationBroken;
    append(ctx, &DomainEvent { kind, issue: None, actor: None, data }).await
}
