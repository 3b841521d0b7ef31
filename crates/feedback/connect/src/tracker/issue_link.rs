//! Links to issues in trackers: creating an issue there, linking an existing one, and unlinking.

use async_trait::async_trait;
use feedback_model::{IssueId, UserId};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::configuration::{self, Configuration};
use super::work::{self, Kind, NewWork};
use super::{connection, proposal};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_issues::issue::state::find;
use feedback_issues::issue::timeline::{TimelineEvent, append_events};

/// A stored link.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Link {
    pub(super) id: i64,
    pub(super) tracker: String,
    pub(super) issue: IssueId,
    pub(super) reference: Json,
    pub(super) label: String,
    pub(super) url: String,
    pub(super) state: String,
    pub(super) their_state: String,
    their_at: i64,
    pub(super) written: Option<String>,
    said: Option<String>,
    said_at: Option<i64>,
}

/// A comment this close to the closing of an issue counts as its reason, in milliseconds.
const SAID_WITH: i64 = 2 * 60_000;

impl Link {
    /// When the issue last changed in the tracker.
    pub(super) fn their_at(&self) -> i64 {
        self.their_at
    }

    /// The recent comment in the tracker.
    pub(super) fn said(&self, now: Date) -> Option<&str> {
        let at = self.said_at?;
        self.said.as_deref().filter(|_| now.millis() - at <= SAID_WITH)
    }
}

/// Locks a link by its id until the transaction ends.
pub(super) async fn lock(ctx: &CommandContext, id: i64) -> Result<Option<Link>, Error> {
    let mut sql = Sql::new(READ);
    sql.bind(id).push(" for update");
    ctx.row(&sql).await
}

/// Reads a link without locking it.
pub(super) async fn read(ctx: &CommandContext, id: i64) -> Result<Option<Link>, Error> {
    let mut sql = Sql::new(READ);
    sql.bind(id);
    ctx.row(&sql).await
}

const READ: &str = "select jsonb_build_object('id', id, 'tracker', tracker, 'issue', issue, 'reference', reference, 'label', label, 'url', url,
    'state', state, 'theirState', their_state, 'theirAt', _touchstone.in_millis(their_at), 'written', written, 'said', said,
    'saidAt', _touchstone.in_millis(said_at))
from _touchstone.tracker_link where id = ";

/// The id of the link that a webhook's issue belongs to, and the issue here.
pub(super) async fn named(
    ctx: &CommandContext,
    tracker: &str,
    external: &str,
) -> Result<Option<(i64, IssueId)>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_array(id, issue) from _touchstone.tracker_link where tracker = $1::text and external = $2::text",
        [Bind::from(tracker), external.into()],
    );
    ctx.row(&sql).await
}

/// The tracker's reference that an issue is linked to, if any.
pub(super) async fn reference_of(
    ctx: &CommandContext,
    tracker: &str,
    issue: &str,
) -> Result<Option<Json>, Error> {
    let sql = Sql::fixed(
        "select reference from _touchstone.tracker_link where tracker = $1::text and issue = $2::text and state = 'on'",
        [Bind::from(tracker), issue.into()],
    );
    ctx.row(&sql).await
}

/// Adds a staff entry to the timeline of an issue.
pub(super) async fn note(ctx: &CommandContext, issue: &IssueId, told: String) -> Result<(), Error> {
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let event = TimelineEvent::to_staff("tracker", json!({ "told": told }));
    append_events(ctx, issue, actor.as_ref(), &[event]).await.map(drop)
}

/// A tracker that is switched on.
async fn usable(ctx: &CommandContext, id: &str) -> Result<Configuration, Error> {
    let tracker = configuration::read(ctx, id).await?;
    if tracker.state == "on" {
        return Ok(tracker);
    }
    Err(invalid(
        "TRACKER_OFF",
        format!("{} is not connected. Test it in the settings.", tracker.name),
    ))
}

fn change(id: &IssueId, number: u32, before: Json, after: Json) -> AuditChange {
    let label = format!("#{number}");
    AuditChange { kind: "issue", id: id.as_str().to_owned(), label, before, after }
}

async fn trackers_of(ctx: &CommandContext, issue: &IssueId) -> Result<Json, Error> {
    let sql = Sql::fixed("select _touchstone.trackers_of($1::text)", [Bind::from(issue.as_str())]);
    Ok(json!({ "trackers": ctx.row::<Json>(&sql).await? }))
}

async fn linked_to(
    ctx: &CommandContext,
    tracker: &str,
    issue: &IssueId,
) -> Result<Option<(i64, String)>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_array(id, label) from _touchstone.tracker_link where tracker = $1::text and issue = $2::text",
        [Bind::from(tracker), issue.as_str().into()],
    );
    ctx.row(&sql).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerIssueCreateParams {
    number: u32,
    tracker: String,
}

pub(super) struct TrackerIssueCreate;

#[async_trait]
impl Command for TrackerIssueCreate {
    const NAME: &'static str = "trackerIssueCreate";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerIssueCreateParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: TrackerIssueCreateParams,
    ) -> Result<Self::Answer, Error> {
        let issue = find(ctx, params.number).await?;
        let tracker = usable(ctx, &params.tracker).await?;
        if let Some((_, label)) = linked_to(ctx, &tracker.id, &issue).await? {
            return Err(invalid("TRACKER_LINKED", format!("It is linked as {label} already.")));
        }
        let work = NewWork {
            tracker: &tracker.id,
            link: None,
            issue: issue.as_str(),
            kind: Kind::Create,
            comment: None,
            reference: None,
        };
        if !work::put(ctx, work).await? {
            return Err(invalid("TRACKER_WAITING", "It is already being sent."));
        }
        let after = json!({ "tracker": tracker.name, "asked": "create" });
        let change = change(&issue, params.number, json!({}), after);
        Ok(AuditedReply::new(trackers_of(ctx, &issue).await?, change))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerIssueLinkParams {
    number: u32,
    url: String,
}

pub(super) struct TrackerIssueLink;

#[async_trait]
impl Command for TrackerIssueLink {
    const NAME: &'static str = "trackerIssueLink";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerIssueLinkParams;
    type Answer = AuditedReply<Json>;

    /// Linking the address of a stopped link resumes it.
    async fn run(
        ctx: &CommandContext,
        params: TrackerIssueLinkParams,
    ) -> Result<Self::Answer, Error> {
        let issue = find(ctx, params.number).await?;
        let Some((tracker, reference)) = locate(ctx, &params.url).await? else {
            let why = "No connected tracker has an issue at this address.";
            return Err(invalid("TRACKER_URL", why));
        };
        let after = json!({ "tracker": tracker.name, "asked": "link" });
        let change = change(&issue, params.number, json!({}), after);
        if let Some((link, label)) = linked_to(ctx, &tracker.id, &issue).await? {
            if !resume(ctx, link, &params.url).await? {
                return Err(invalid("TRACKER_LINKED", format!("It is linked as {label} already.")));
            }
            put_for_link(ctx, &tracker.id, link, &issue, Kind::Read).await?;
            put_for_link(ctx, &tracker.id, link, &issue, Kind::State).await?;
            return Ok(AuditedReply::new(trackers_of(ctx, &issue).await?, change));
        }
        let work = NewWork {
            tracker: &tracker.id,
            link: None,
            issue: issue.as_str(),
            kind: Kind::Link,
            comment: None,
            reference: Some(reference),
        };
        if !work::put(ctx, work).await? {
            return Err(invalid("TRACKER_WAITING", "It is already being sent."));
        }
        Ok(AuditedReply::new(trackers_of(ctx, &issue).await?, change))
    }
}

/// Queues a read or a write of a link's state.
pub(super) async fn put_for_link(
    ctx: &CommandContext,
    tracker: &str,
    link: i64,
    issue: &IssueId,
    kind: Kind,
) -> Result<(), Error> {
    let (issue, link) = (issue.as_str(), Some(link));
    let work = NewWork { tracker, link, issue, kind, comment: None, reference: None };
    work::put(ctx, work).await.map(drop)
}

/// Resumes a stopped link to this address, if there is one.
async fn resume(ctx: &CommandContext, link: i64, url: &str) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set state = 'on', problem = null
        where id = $1::int8 and state <> 'on' and starts_with($2::text, url)",
        [Bind::from(link), url.trim().into()],
    );
    let is_resumed = ctx.execute(&sql).await? > 0;
    if is_resumed {
        // Earlier writes no longer count towards the limit.
        let sql = Sql::fixed(
            "update _touchstone.tracker_work set wrote_at = null where link = $1::int8",
            [Bind::from(link)],
        );
        ctx.execute(&sql).await?;
    }
    Ok(is_resumed)
}

/// The tracker of an issue's address, and the reference to the issue.
async fn locate(ctx: &CommandContext, url: &str) -> Result<Option<(Configuration, Json)>, Error> {
    let ids: Vec<String> = ctx
        .rows(&Sql::new(
            "select to_jsonb(id) from _touchstone.tracker where state = 'on' order by created_at",
        ))
        .await?;
    for id in ids {
        let tracker = configuration::read(ctx, &id).await?;
        if let Some(reference) = connection::offline(ctx, &tracker).locate(url) {
            return Ok(Some((tracker, reference)));
        }
    }
    Ok(None)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerIssueUnlinkParams {
    number: u32,
    tracker: String,
}

pub(super) struct TrackerIssueUnlink;

#[async_trait]
impl Command for TrackerIssueUnlink {
    const NAME: &'static str = "trackerIssueUnlink";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerIssueUnlinkParams;
    type Answer = AuditedReply<Json>;

    /// The issue in the tracker is not changed.
    async fn run(
        ctx: &CommandContext,
        params: TrackerIssueUnlinkParams,
    ) -> Result<Self::Answer, Error> {
        let issue = find(ctx, params.number).await?;
        let sql = Sql::fixed(
            "delete from _touchstone.tracker_work where tracker = $1::text and issue = $2::text and link is null and state <> 'sending'",
            [Bind::from(params.tracker.as_str()), issue.as_str().into()],
        );
        let waiting = ctx.execute(&sql).await?;
        let linked = linked_to(ctx, &params.tracker, &issue).await?;
        let label = match &linked {
            Some((link, label)) => {
                proposal::end_notices(ctx, *link).await?;
                let sql = Sql::fixed(
                    "delete from _touchstone.tracker_link where id = $1::int8",
                    [Bind::from(*link)],
                );
                ctx.execute(&sql).await?;
                note(ctx, &issue, format!("is no longer linked to {label}")).await?;
                label.clone()
            }
            None if waiting > 0 => "waiting".to_owned(),
            None => return Err(not_found()),
        };
        let change = change(&issue, params.number, json!({ "link": label }), json!({}));
        Ok(AuditedReply::new(trackers_of(ctx, &issue).await?, change))
    }
}
