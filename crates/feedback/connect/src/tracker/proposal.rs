//! Proposals from a tracker that need an administrator: the fixing build, the reason for closing,
//! or the root of a duplicate.

use async_trait::async_trait;
use feedback_model::notification::NotificationKind;
use feedback_model::{IssueId, Resolution};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::configuration::Configuration;
use super::issue_link::{Link, note, put_for_link};
use super::subject::number_of;
use super::work::Kind;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::refused::{invalid, not_found};
use feedback_issues::issue::state::{find, lock_sets};
use feedback_issues::triage::apply_tracker_state::{TrackerVerdict, confirm};
use feedback_networks::build;
use feedback_notify::notification;

/// The proposed action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ProposedAction {
    /// It is fixed. The build is missing.
    Fixed,
    /// It is closed. The reason is missing.
    Close,
    /// It is a duplicate.
    Duplicate,
    /// It is reopened.
    Reopen,
}

impl ProposedAction {
    fn key(self) -> &'static str {
        match self {
            ProposedAction::Fixed => "fixed",
            ProposedAction::Close => "close",
            ProposedAction::Duplicate => "duplicate",
            ProposedAction::Reopen => "reopen",
        }
    }
}

/// Characters of the tracker's comment that are stored: the length of a public reason.
const MOST_SAID: usize = 2000;

/// Proposes the tracker's state, and replaces an earlier proposal.
pub(super) async fn propose(
    ctx: &CommandContext,
    tracker: &Configuration,
    link: &Link,
    kind: ProposedAction,
    ours_ended: bool,
    word: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.tracker_proposal where link = $1::int8 and state = 'open' and kind = $2::text",
        [Bind::from(link.id), kind.key().into()],
    );
    if ctx.row::<bool>(&sql).await?.is_some() {
        return Ok(());
    }
    overtake(ctx, link.id).await?;
    let id = ctx.new_id();
    let said: Option<String> =
        link.said(ctx.now()).map(|said| said.chars().take(MOST_SAID).collect());
    let sql = Sql::fixed(
        "insert into _touchstone.tracker_proposal (id, link, issue, kind, text, ours_ended, at)
        values ($1::text, $2::int8, $3::text, $4::text, $5::text, $6::bool, $7::timestamptz)",
        [
            Bind::from(id.as_str()),
            link.id.into(),
            link.issue.as_str().into(),
            kind.key().into(),
            said.as_deref().into(),
            ours_ended.into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    let done = if kind == ProposedAction::Reopen { "opened again" } else { "closed" };
    note(ctx, &link.issue, format!("was {done} at {} as {}", tracker.service.word(), link.label))
        .await?;
    let data = json!({ "proposal": id, "kind": kind.key(), "ref": link.label, "url": link.url, "state": word, "excerpt": said,
        "tracker": { "id": tracker.id, "kind": tracker.service.key(), "name": tracker.name } });
    let event = DomainEvent {
        kind: EventKind::TrackerProposed,
        issue: Some(&link.issue),
        actor: None,
        data,
    };
    append(ctx, &event).await
}

/// Ends the proposal of a link, because the decision was made elsewhere.
pub(super) async fn overtake(ctx: &CommandContext, link: i64) -> Result<(), Error> {
    end_notices(ctx, link).await?;
    let sql = Sql::fixed(
        "update _touchstone.tracker_proposal set state = 'overtaken', decided_at = $2::timestamptz
        where link = $1::int8 and state = 'open'",
        [Bind::from(link), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Resolves the administrators' notifications of a proposal.
pub(super) async fn end_notices(ctx: &CommandContext, link: i64) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(id) from _touchstone.tracker_proposal where link = $1::int8 and state = 'open'",
        [Bind::from(link)],
    );
    for id in ctx.rows::<String>(&sql).await? {
        notification::resolve_waiting(ctx, NotificationKind::AdminTracker, &id).await?;
    }
    Ok(())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerProposalsParams {
    number: Option<u32>,
}

pub(super) struct TrackerProposals;

#[async_trait]
impl Query for TrackerProposals {
    const NAME: &'static str = "trackerProposals";
    const WHO: Who = Who::Administrator;
    type Params = TrackerProposalsParams;
    type Answer = Json;

    /// Includes the candidate builds, the newest of each channel first.
    async fn answer(ctx: &CommandContext, params: TrackerProposalsParams) -> Result<Json, Error> {
        let issue = match params.number {
            Some(number) => Some(find(ctx, number).await?),
            None => None,
        };
        let sql = Sql::fixed(
            "select _touchstone.proposal_shown(p) from _touchstone.tracker_proposal p
            where p.state = 'open' and ($1::text is null or p.issue = $1::text) order by p.at desc, p.id limit 200",
            [Bind::from(issue.as_ref().map(IssueId::as_str))],
        );
        let rows: Vec<Json> = ctx.rows(&sql).await?;
        let mut builds = Vec::new();
        if rows.iter().any(|row| row["kind"] == "fixed") {
            builds = build::all(ctx, false).await?;
            builds.retain(|build| build["state"] == "active");
        }
        Ok(json!({ "rows": rows, "builds": builds }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerProposalDecideParams {
    id: String,
    accept: bool,
    build: Option<String>,
    reason: Option<String>,
    resolution: Option<Resolution>,
    into: Option<u32>,
}

impl TrackerProposalDecideParams {
    /// The decision that it results in.
    fn verdict(self, kind: ProposedAction, at: &str) -> Result<TrackerVerdict, Error> {
        match (self.build, self.into, self.reason, kind) {
            (_, _, reason, ProposedAction::Reopen) => {
                let reason = reason.unwrap_or_else(|| format!("It was opened again at {at}."));
                Ok(TrackerVerdict::Reopened { reason })
            }
            (Some(build), _, _, _) => Ok(TrackerVerdict::Fixed { build }),
            (None, Some(into), _, _) => Ok(TrackerVerdict::Merged { into }),
            (None, None, Some(reason), _) => {
                let resolution = self.resolution.unwrap_or(Resolution::WontFix);
                Ok(TrackerVerdict::Closed { resolution, reason })
            }
            (None, None, None, _) => Err(invalid(
                "PROPOSAL_NEEDS",
                "Say in which build it is fixed, what it is a duplicate of, or why it is closed.",
            )),
        }
    }
}

#[derive(Deserialize)]
struct OpenProposal {
    link: i64,
    tracker: String,
    service: super::configuration::Service,
    issue: IssueId,
    kind: ProposedAction,
    state: String,
}

async fn read(ctx: &CommandContext, id: &str) -> Result<OpenProposal, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('link', p.link, 'tracker', l.tracker, 'service', t.service, 'issue', p.issue, 'kind', p.kind,
            'state', p.state)
        from _touchstone.tracker_proposal p join _touchstone.tracker_link l on l.id = p.link join _touchstone.tracker t on t.id = l.tracker
        where p.id = $1::text",
        [Bind::from(id)],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

pub(super) struct TrackerProposalDecide;

#[async_trait]
impl Command for TrackerProposalDecide {
    const NAME: &'static str = "trackerProposalDecide";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = TrackerProposalDecideParams;
    type Answer = AuditedReply<Json>;

    /// A rejected change is written back, so that the tracker has the state of the issue here.
    async fn run(
        ctx: &CommandContext,
        params: TrackerProposalDecideParams,
    ) -> Result<Self::Answer, Error> {
        let proposed = read(ctx, &params.id).await?;
        // A decision takes the lock of the issue, so the proposal is read again after that.
        lock_sets(ctx, std::slice::from_ref(&proposed.issue)).await?;
        let proposed = OpenProposal { state: read(ctx, &params.id).await?.state, ..proposed };
        if proposed.state != "open" {
            return Err(invalid("PROPOSAL_DECIDED", "This proposal has been decided already."));
        }
        let number = number_of(ctx, &proposed.issue).await?;
        end_notices(ctx, proposed.link).await?;
        close(ctx, &params.id, params.accept).await?;
        put_for_link(ctx, &proposed.tracker, proposed.link, &proposed.issue, Kind::State).await?;
        if params.accept {
            let verdict = params.verdict(proposed.kind, proposed.service.word())?;
            return confirm(ctx, number, verdict).await;
        }
        let change = AuditChange {
            kind: "issue",
            id: proposed.issue.as_str().to_owned(),
            label: format!("#{number}"),
            before: json!({ "trackerProposal": "open" }),
            after: json!({ "trackerProposal": "rejected" }),
        };
        Ok(AuditedReply::new(json!({}), change))
    }
}

async fn close(ctx: &CommandContext, id: &str, is_accepted: bool) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker_proposal set state = $2::text, decided_by = $3::text, decided_at = $4::timestamptz
        where id = $1::text",
        [
            Bind::from(id),
            if is_accepted { "accepted" } else { "rejected" }.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
