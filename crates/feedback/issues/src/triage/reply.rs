//! The answer of every triage command, and its audit entry.

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

/// The answer of a triage command, and its change.
pub(crate) type TriageResult = AuditedReply<TriageReply>;

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TriageReply {
    issue: Json,
    undo_until: Option<String>,
    /// Number of other watchers.
    watchers: u64,
    pub(super) points: Vec<Json>,
}

/// Whether a command can be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Undo {
    /// It can be undone for a while.
    Possible,
    /// The command was itself a reversal.
    Never,
}

/// The answer of a command with its audit entry.
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

/// An administrator's change for the audit log. Actions of the reporter are not audited.
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

/// The issue in the form of lists for the caller, the number of other watchers, and the changes of
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
