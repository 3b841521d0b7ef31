//! Incoming changes: the state of an issue at a tracker, and its effects here.

use feedback_model::{IssueId, Resolution, Status};
use integrations::tracker::{Meaning, RemoteState};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};

use super::configuration::Configuration;
use super::connection;
use super::issue_link::{self, Link, note, put_for_link};
use super::proposal::{self, ProposedAction};
use super::subject::target;
use super::work::Kind;
use feedback_core::command_context::CommandContext;
use feedback_issues::issue::state::{LockedIssue, lock_sets};
use feedback_issues::triage::apply_tracker_state::{OwnStep, apply_own_step};

/// The source of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StateSource {
    /// A webhook of the tracker.
    Told {
        /// Whether Touchstone made the change.
        by_us: bool,
    },
    /// A read, so the state is current.
    Asked,
}

/// Processes the state of an issue in a tracker.
pub(super) async fn observe(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: i64,
    issue: &IssueId,
    state: &RemoteState,
    how: StateSource,
) -> Result<(), Error> {
    // The issue is locked before the link, as everywhere.
    let set = lock_sets(ctx, std::slice::from_ref(issue)).await?;
    let Some(ours) = set.iter().find(|locked| locked.id() == issue) else { return Ok(()) };
    let Some(link) = issue_link::lock(ctx, link).await? else { return Ok(()) };
    if link.state == "gone" || !is_news(ctx, tracker, &link, state, how).await? {
        return Ok(());
    }
    save_state(ctx, &link, state, how).await?;
    decide(ctx, tracker, &link, ours, state).await
}

/// Whether the state is new and was not written by Touchstone.
async fn is_news(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: &Link,
    state: &RemoteState,
    how: StateSource,
) -> Result<bool, Error> {
    let is_own =
        how == StateSource::Told { by_us: true } && link.written.as_ref() == Some(&state.word);
    if is_own || state.at < link.their_at() {
        return Ok(false);
    }
    let is_same_moment = state.at == link.their_at() && state.word != link.their_state;
    if is_same_moment && how != StateSource::Asked {
        // The order of two changes within a second is unknown.
        put_for_link(ctx, &tracker.id, link.id, &link.issue, Kind::Read).await?;
        return Ok(false);
    }
    Ok(true)
}

/// Stores the state of the tracker. A state that Touchstone sent no longer counts once a user has
/// changed it.
async fn save_state(
    ctx: &CommandContext,
    link: &Link,
    state: &RemoteState,
    how: StateSource,
) -> Result<(), Error> {
    let is_moved = state.word != link.their_state || how == StateSource::Told { by_us: false };
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set their_state = $2::text, their_at = $3::timestamptz,
            written = case when $4::bool then null else written end
        where id = $1::int8",
        [
            Bind::from(link.id),
            state.word.as_str().into(),
            Date::from_millis(state.at).into(),
            is_moved.into(),
        ],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "update _touchstone.tracker set synced_at = $2::timestamptz where id = $1::text",
        [Bind::from(link.tracker.as_str()), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn decide(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: &Link,
    ours: &LockedIssue,
    state: &RemoteState,
) -> Result<(), Error> {
    let (status, resolution) = (ours.state.stage.status(), ours.state.stage.resolution());
    let wanted = target(status, resolution);
    let fits = connection::offline(ctx, tracker).fits(wanted, &state.word);
    let at = tracker.service.word();
    match (wanted.is_ended(), state.meaning.is_ended()) {
        (true, true) if fits => proposal::overtake(ctx, link.id).await,
        (_, true) => {
            let kind = match state.meaning {
                Meaning::Done => ProposedAction::Fixed,
                Meaning::Duplicate => ProposedAction::Duplicate,
                Meaning::Dropped | Meaning::Open | Meaning::Started => ProposedAction::Close,
            };
            proposal::propose(ctx, tracker, link, kind, wanted.is_ended(), &state.word).await
        }
        (false, false) => {
            proposal::overtake(ctx, link.id).await?;
            if state.meaning == Meaning::Started && status == Status::Confirmed {
                apply_own_step(ctx, &link.issue, OwnStep::Start).await?;
                note(ctx, &link.issue, format!("is being worked on at {at}")).await?;
            }
            Ok(())
        }
        (true, false) => {
            proposal::overtake(ctx, link.id).await?;
            if is_reopened_by_itself(status, resolution)
                && apply_own_step(ctx, &link.issue, OwnStep::Reopen).await?
            {
                return note(ctx, &link.issue, format!("was opened again at {at}")).await;
            }
            proposal::propose(ctx, tracker, link, ProposedAction::Reopen, true, &state.word).await
        }
    }
}

/// Whether it is reopened without approval. Only a user can say that a fix does not work, that two
/// reports differ, or that a withdrawn report is open again.
fn is_reopened_by_itself(status: Status, resolution: Option<Resolution>) -> bool {
    status == Status::Closed
        && !matches!(
            resolution,
            Some(Resolution::Duplicate | Resolution::Withdrawn | Resolution::Spam)
        )
}
