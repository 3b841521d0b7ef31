//! One issue with all its details.

use async_trait::async_trait;
use feedback_model::{IssueId, Span, Timestamp};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Serialize;

use crate::answer_shape::IssuePageAnswer;
use crate::attachment;
use crate::comment;
use crate::issue::allowed_actions::{May, may};
use crate::issue::state::{IssueNumber, LockedIssue, find, read_one};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::parameter_schema;
use feedback_core::refused::not_found;
use feedback_points::points::preview;

/// The data of an issue's page.
#[derive(Serialize)]
pub(crate) struct IssuePage {
    #[serde(flatten)]
    told: Json,
    points: Option<Json>,
    may: May,
    promise: Promise,
}

pub(super) struct IssueGet;

#[async_trait]
impl Query for IssueGet {
    const NAME: &'static str = "issueGet";
    const WHO: Who = Who::Member;
    type Params = IssueNumber;
    type Answer = IssuePage;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<IssuePageAnswer>())
    }

    async fn answer(ctx: &CommandContext, params: IssueNumber) -> Result<IssuePage, Error> {
        let id = find(ctx, params.number).await?;
        page(ctx, &id).await
    }
}

/// The page of an issue that the caller can see.
pub(crate) async fn page(ctx: &CommandContext, id: &IssueId) -> Result<IssuePage, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        PAGE,
        [Bind::from(id.as_str()), member.id.as_str().into(), member.is_admin.into()],
    );
    let mut told: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
    attachment::with_addresses(ctx, &mut told["issue"]["attachments"]);
    comment::with_addresses(ctx, &mut told["official"]);
    let issue = read_one(ctx, id).await?;
    let promise = promise(ctx, &issue, told["issue"]["severityClaimed"].as_str()).await?;
    Ok(IssuePage {
        told,
        points: preview::of_issue(ctx, id).await?,
        may: may(ctx, &issue).await?,
        promise,
    })
}

const PAGE: &str = r#"select jsonb_build_object(
    'issue', _touchstone.issue_row(i, $2::text, $3::bool) || jsonb_build_object(
        'body', i."body", 'steps', i."steps", 'environment', i."environment",
        'attachments', _touchstone.attachments_of(i."objectId", null, $2::text, $3::bool),
        'firstResponseAt', _touchstone.iso(i."firstResponseAt"), 'confirmedAt', _touchstone.iso(i."confirmedAt"),
        'settledAt', _touchstone.iso(i."settledAt"), 'fixedAt', _touchstone.iso(i."fixedAt"),
        'verifiedAt', _touchstone.iso(i."verifiedAt"), 'closedAt', _touchstone.iso(i."closedAt"),
        'closeReason', case when i."status" = 'closed' then i."closeReason" end, 'resumeStatus', i."resumeStatus",
        'buildVerified', _touchstone.build_shown(i."buildVerified"), 'externalRefs', i."externalRefs", 'source', i."source",
        'lockedVotes', i."status" = 'closed', 'editedAt', _touchstone.iso(i."editedAt")) || _touchstone.report_texts(i),
    'merged', coalesce((select jsonb_agg(jsonb_build_object('number', d."number"::int, 'title', d."title",
            'reporter', _touchstone.person_of(d."reporter"), 'submittedAt', _touchstone.iso(d."submittedAt"),
            'commentCount', d."commentCount"::int) order by d."number")
        from "Issue" d where d."duplicateOf" = i."objectId" and _touchstone.may_read(d."_rperm", $2::text, $3::bool)), '[]'),
    'root', (select jsonb_build_object('number', r."number"::int, 'title', r."title", 'status', r."status")
        from "Issue" r where r."objectId" = i."duplicateOf" and _touchstone.may_read(r."_rperm", $2::text, $3::bool)),
    'official', (select _touchstone.comment_shown(c, $2::text, $3::bool) from "Comment" c
        where c."issue" = i."objectId" and c."kind" = 'official' and _touchstone.may_read(c."_rperm", $2::text, $3::bool)),
    'trackers', case when $3::bool then _touchstone.trackers_of(i."objectId") else '[]' end,
    'myCheck', (select _touchstone.check_shown(f) from "FixCheck" f
        where f."issue" = i."objectId" and f."user" = $2::text order by f."at" desc limit 1),
    'checks', (select jsonb_build_object(
            'works', count(*) filter (where f."verdict" = 'works'),
            'stillBroken', count(*) filter (where f."verdict" = 'still_broken'),
            'cannotTest', count(*) filter (where f."verdict" = 'cannot_test'),
            'counted', coalesce(jsonb_agg(_touchstone.check_shown(f) order by f."at") filter (where f."counted"), '[]'))
        from "FixCheck" f where f."issue" = i."objectId"),
    'proposals', coalesce((select jsonb_agg(jsonb_build_object('id', p."objectId", 'note', p."note", 'state', p."state",
            'by', _touchstone.person_of(p."by"), 'target', jsonb_build_object('number', t."number"::int, 'title', t."title")) order by p."createdAt")
        from "DuplicateProposal" p join "Issue" t on t."objectId" = p."target"
        where p."issue" = i."objectId" and _touchstone.may_read(p."_rperm", $2::text, $3::bool)
            and _touchstone.may_read(t."_rperm", $2::text, $3::bool)), '[]'))
from "Issue" i where i."objectId" = $1::text and _touchstone.may_read(i."_rperm", $2::text, $3::bool)"#;

/// When the first response is due, or how long it took.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Promise {
    due_at: Option<String>,
    answered_in_hours: Option<i64>,
    late: bool,
}

async fn promise(
    ctx: &CommandContext,
    issue: &LockedIssue,
    claimed: Option<&str>,
) -> Result<Promise, Error> {
    let settings = ctx.settings().await?;
    let key = match claimed {
        Some("S1") => "promise.firstResponseS1h",
        _ => "promise.firstResponseH",
    };
    let hours = settings.whole(key);
    // Testers see a target only if the team has set it.
    let is_told = settings.is_set(key) || ctx.member()?.is_admin;
    let submitted = issue.state.origin.submitted_at;
    let due = submitted.after(Span::hours(hours));
    let answered = issue.state.first_response_at;
    let is_waiting = answered.is_none() && issue.state.stage.status().is_open();
    let now = Timestamp(ctx.now().millis());
    Ok(Promise {
        due_at: (is_waiting && is_told).then(|| Date::from_millis(due.0).iso()),
        answered_in_hours: answered.map(|at| (at.0 - submitted.0) / 3_600_000),
        late: is_told && answered.or(is_waiting.then_some(now)).is_some_and(|at| at > due),
    })
}
