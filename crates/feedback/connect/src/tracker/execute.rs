//! Executes one job while no transaction is open.

use integrations::Outcome;
use integrations::tracker::{RemoteIssue, RemoteState, StateChange, Target, Tracker};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::comment::SendableComment;
use super::connection::connect;
use super::issue_link::{self, Link};
use super::subject::IssueSubject;
use super::work::{Kind, TrackerJob};
use feedback_core::command_context::CommandContext;
use feedback_issues::evidence::copies;

/// Writes to one issue within this many seconds.
const MOST_WRITES: i64 = 6;
const WITHIN_SECONDS: i64 = 600;

/// The result of a job.
#[derive(Debug)]
pub(super) enum Executed {
    /// The issue exists.
    Linked(RemoteIssue),
    /// The tracker has the new state that was written.
    Wrote(RemoteState),
    /// The tracker already has the right state, or a proposal waits for a decision.
    InLine,
    /// The comment exists, under this id.
    Said(String),
    /// The current state in the tracker.
    Read(RemoteIssue),
    /// The tracker's workflow does not allow the transition.
    NotFromHere(String),
    /// The issue was written to too often.
    TooOften,
    /// The subject no longer exists.
    Nothing,
}

/// Executes a job.
pub(super) async fn carry(
    ctx: &CommandContext,
    job: &TrackerJob,
) -> Result<Result<Executed, Outcome>, Error> {
    let tracker = match connect(ctx, &job.tracker).await? {
        Ok(tracker) => tracker,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let link = match job.link {
        Some(id) => issue_link::read(ctx, id).await?,
        None => None,
    };
    if let Some(link) = &link
        && link.state != "on"
    {
        return Ok(Ok(Executed::Nothing));
    }
    match (job.kind, link) {
        (Kind::Create, _) => create(ctx, &*tracker, job).await,
        (Kind::Link, _) => {
            let reference = job.reference.clone().unwrap_or_default();
            Ok(tracker.read(&reference).await.map(Executed::Linked))
        }
        (Kind::Read, Some(link)) => Ok(tracker.read(&link.reference).await.map(Executed::Read)),
        (Kind::State, Some(link)) => state(ctx, &*tracker, job, &link).await,
        (Kind::Comment, Some(link)) => comment(ctx, &*tracker, job, &link).await,
        (Kind::Read | Kind::State | Kind::Comment, None) => Ok(Ok(Executed::Nothing)),
    }
}

async fn create(
    ctx: &CommandContext,
    tracker: &dyn Tracker,
    job: &TrackerJob,
) -> Result<Result<Executed, Outcome>, Error> {
    let key = job.key();
    if job.is_unsure {
        match tracker.find(&key).await {
            Ok(Some(found)) => return Ok(Ok(Executed::Linked(found))),
            Ok(None) => {}
            // Whether it exists must be known before it is created again.
            Err(outcome) => return Ok(Err(still_unsure(outcome))),
        }
    }
    let transaction = copies::of_issue(ctx, &job.issue).await?;
    let issue = IssueSubject::read(ctx, &job.issue).await?.new_issue(ctx, transaction.as_deref());
    Ok(tracker.create(&issue, &key).await.map(Executed::Linked))
}

async fn comment(
    ctx: &CommandContext,
    tracker: &dyn Tracker,
    job: &TrackerJob,
    link: &Link,
) -> Result<Result<Executed, Outcome>, Error> {
    let Some(said) = SendableComment::read(ctx, job.comment.as_deref().unwrap_or_default()).await?
    else {
        return Ok(Ok(Executed::Nothing));
    };
    let key = job.key();
    if job.is_unsure {
        match tracker.find_comment(&link.reference, &key).await {
            Ok(Some(id)) => return Ok(Ok(Executed::Said(id))),
            Ok(None) => {}
            Err(outcome) => return Ok(Err(still_unsure(outcome))),
        }
    }
    if is_too_often(ctx, link).await? {
        return Ok(Ok(Executed::TooOften));
    }
    let comment = said.document(ctx);
    Ok(tracker.comment(&link.reference, &comment, &key).await.map(Executed::Said))
}

/// A failed search leaves it in doubt.
fn still_unsure(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Later { .. } => Outcome::Unsure,
        other => other,
    }
}

async fn state(
    ctx: &CommandContext,
    tracker: &dyn Tracker,
    job: &TrackerJob,
    link: &Link,
) -> Result<Result<Executed, Outcome>, Error> {
    let subject = IssueSubject::read(ctx, &job.issue).await?;
    let target = subject.target();
    if tracker.fits(target, &link.their_state) || waits_for_decision(ctx, link, target).await? {
        return Ok(Ok(Executed::InLine));
    }
    if is_too_often(ctx, link).await? {
        return Ok(Ok(Executed::TooOften));
    }
    let root = match &subject.duplicate_of {
        Some(root) => issue_link::reference_of(ctx, &link.tracker, root).await?,
        None => None,
    };
    let change = tracker.set_state(&link.reference, target, root.as_ref()).await;
    Ok(change.map(|change| match change {
        StateChange::Done(state) => Executed::Wrote(state),
        StateChange::NotFromHere(why) => Executed::NotFromHere(why),
    }))
}

/// Whether a proposal waits for an administrator. If the issue here was closed or reopened since,
/// that was the decision.
async fn waits_for_decision(
    ctx: &CommandContext,
    link: &Link,
    target: Target,
) -> Result<bool, Error> {
    #[derive(Deserialize)]
    struct OwnState {
        ours_ended: bool,
    }
    let sql = Sql::fixed(
        "select jsonb_build_object('ours_ended', ours_ended) from _touchstone.tracker_proposal
        where link = $1::int8 and state = 'open'",
        [Bind::from(link.id)],
    );
    let open: Option<OwnState> = ctx.row(&sql).await?;
    Ok(open.is_some_and(|open| open.ours_ended == target.is_ended()))
}

async fn is_too_often(ctx: &CommandContext, link: &Link) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(count(*)) from _touchstone.tracker_work where link = $1::int8 and wrote_at > $2::timestamptz",
        [Bind::from(link.id), ctx.now().plus_seconds(-WITHIN_SECONDS).into()],
    );
    let writes: i64 = ctx.row(&sql).await?.unwrap_or(0);
    Ok(writes >= MOST_WRITES)
}
