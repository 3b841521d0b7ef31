//! Theirs comes over: where an issue stands at a tracker, and what follows from it here.

use feedback_model::{IssueId, Resolution, Status};
use integrations::tracker::{Meaning, Seen};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};

use super::configuration::Configuration;
use super::connect;
use super::link::{self, Link, note, put_for_link};
use super::proposal::{self, Proposed};
use super::subject::target;
use super::work::Kind;
use feedback_core::command_context::CommandContext;
use feedback_issues::issue::state::{LockedIssue, lock_sets};
use feedback_issues::triage::tracker_word::{OwnStep, follow};

/// How a state became known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// The tracker told it by itself.
    Told {
        /// Whether we are who did it.
        by_us: bool,
    },
    /// We asked, so that it holds now.
    Asked,
}

/// Takes what a tracker says about where an issue stands.
pub(super) async fn observe(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: i64,
    issue: &IssueId,
    seen: &Seen,
    how: How,
) -> Result<(), Error> {
    // The issue before the link, as everywhere.
    let set = lock_sets(ctx, std::slice::from_ref(issue)).await?;
    let Some(ours) = set.iter().find(|locked| locked.id() == issue) else { return Ok(()) };
    let Some(link) = link::lock(ctx, link).await? else { return Ok(()) };
    if link.state == "gone" || !is_news(ctx, tracker, &link, seen, how).await? {
        return Ok(());
    }
    keep(ctx, &link, seen, how).await?;
    decide(ctx, tracker, &link, ours, seen).await
}

/// Whether it says something that is neither old nor our own doing.
async fn is_news(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: &Link,
    seen: &Seen,
    how: How,
) -> Result<bool, Error> {
    let is_own = how == How::Told { by_us: true } && link.written.as_ref() == Some(&seen.word);
    if is_own || seen.at < link.their_at() {
        return Ok(false);
    }
    let is_same_moment = seen.at == link.their_at() && seen.word != link.their_state;
    if is_same_moment && how != How::Asked {
        // Of two changes within a second nobody knows which was last.
        put_for_link(ctx, &tracker.id, link.id, &link.issue, Kind::Read).await?;
        return Ok(false);
    }
    Ok(true)
}

/// Keeps where it stands; what we wrote counts no longer once somebody moved it.
async fn keep(ctx: &CommandContext, link: &Link, seen: &Seen, how: How) -> Result<(), Error> {
    let is_moved = seen.word != link.their_state || how == How::Told { by_us: false };
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set their_state = $2::text, their_at = $3::timestamptz,
            written = case when $4::bool then null else written end
        where id = $1::int8",
        [
            Bind::from(link.id),
            seen.word.as_str().into(),
            Date::from_millis(seen.at).into(),
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
    seen: &Seen,
) -> Result<(), Error> {
    let (status, resolution) = (ours.state.stage.status(), ours.state.stage.resolution());
    let wanted = target(status, resolution);
    let fits = connect::offline(ctx, tracker).fits(wanted, &seen.word);
    let at = tracker.service.word();
    match (wanted.is_ended(), seen.meaning.is_ended()) {
        (true, true) if fits => proposal::overtake(ctx, link.id).await,
        (_, true) => {
            let kind = match seen.meaning {
                Meaning::Done => Proposed::Fixed,
                Meaning::Duplicate => Proposed::Duplicate,
                Meaning::Dropped | Meaning::Open | Meaning::Started => Proposed::Close,
            };
            proposal::propose(ctx, tracker, link, kind, wanted.is_ended(), &seen.word).await
        }
        (false, false) => {
            proposal::overtake(ctx, link.id).await?;
            if seen.meaning == Meaning::Started && status == Status::Confirmed {
                follow(ctx, &link.issue, OwnStep::Start).await?;
                note(ctx, &link.issue, format!("is being worked on at {at}")).await?;
            }
            Ok(())
        }
        (true, false) => {
            proposal::overtake(ctx, link.id).await?;
            if is_reopened_by_itself(status, resolution)
                && follow(ctx, &link.issue, OwnStep::Reopen).await?
            {
                return note(ctx, &link.issue, format!("was opened again at {at}")).await;
            }
            proposal::propose(ctx, tracker, link, Proposed::Reopen, true, &seen.word).await
        }
    }
}

/// Whether opening it again needs nobody's word. That a fix does not work, that two reports are
/// not about the same, or that somebody wants theirs back is said by people.
fn is_reopened_by_itself(status: Status, resolution: Option<Resolution>) -> bool {
    status == Status::Closed
        && !matches!(
            resolution,
            Some(Resolution::Duplicate | Resolution::Withdrawn | Resolution::Spam)
        )
}
