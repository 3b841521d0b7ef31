//! What every command of triage answers, and what is recorded of it.

use feedback_model::{Resolution, Severity, Timestamp};
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::issue::state::LockedIssue;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_points::points::{self, Posted};

/// What a command of triage answers, and what it changed.
pub(crate) type TriageResult = AuditedReply<TriageReply>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TriageReply {
    issue: Json,
    undo_until: Option<String>,
    /// How many others watch it.
    watchers: u64,
    pub(super) points: Vec<Json>,
}

/// Whether a command can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undo {
    /// For a while.
    Possible,
    /// It was one that took something back.
    Never,
}

/// What a command did, for its answer and for the record.
pub(super) async fn build_reply(
    ctx: &CommandContext,
    before: &LockedIssue,
    after: &LockedIssue,
    posted: &[Posted],
    undo: Undo,
) -> Result<TriageResult, Error> {
    let undo_until = match undo {
        Undo::Never => None,
        Undo::Possible => {
            let until = Timestamp(ctx.now().millis()).after(ctx.settings().await?.policy().undo());
            Some(Date::from_millis(until.0).iso())
        }
    };
    let Answer { issue, watchers, points } = answer(ctx, after, posted).await?;
    let reply = TriageReply { issue, undo_until, watchers, points };
    Ok(AuditedReply::new(reply, change(ctx, after, facts(before), facts(after))))
}

/// What the record says an administrator made of an issue; what its reporter does is theirs.
pub(super) fn change(
    ctx: &CommandContext,
    issue: &LockedIssue,
    before: Json,
    after: Json,
) -> Option<AuditChange> {
    ctx.member().is_ok_and(|member| member.is_admin).then(|| AuditChange {
        kind: "issue",
        id: issue.id().as_str().to_owned(),
        label: format!("#{} {}", issue.number, issue.title),
        before,
        after,
    })
}

fn facts(issue: &LockedIssue) -> Json {
    let state = &issue.state;
    json!({
        "status": state.stage.status().key(),
        "resolution": state.stage.resolution().map(Resolution::key),
        "severity": state.severity.map(Severity::key),
        "quality": state.quality.key(),
        "visibility": state.visibility.key(),
    })
}

#[derive(Deserialize)]
struct Answer {
    issue: Json,
    watchers: u64,
    points: Vec<Json>,
}

/// The issue as lists show it to the caller, how many others watch it, and what it did to people's
/// points.
async fn answer(
    ctx: &CommandContext,
    issue: &LockedIssue,
    posted: &[Posted],
) -> Result<Answer, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select jsonb_build_object('issue', _touchstone.issue_row(i, $2::text, $3::bool),
            'watchers', (select count(*) from "Watch" w
                where w."issue" = i."objectId" and w."level" <> 'mute' and w."user" <> $2::text),
            'points', (select coalesce(jsonb_agg(jsonb_build_object('person', _touchstone.person(u), 'amount', sum.amount)
                    order by sum.amount desc, u."objectId"), '[]')
                from jsonb_to_recordset($4::jsonb) as sum("user" text, amount int8)
                join "_User" u on u."objectId" = sum."user"))
        from "Issue" i where i."objectId" = $1::text and _touchstone.may_read(i."_rperm", $2::text, $3::bool)"#,
        [
            Bind::from(issue.id().as_str()),
            member.id.as_str().into(),
            member.is_admin.into(),
            points::sums(posted).into(),
        ],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}
