//! Reading and deciding appeals. An administrator cannot decide an appeal against their own
//! decision if there is another administrator.

use async_trait::async_trait;
use feedback_model::Severity;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::appeal::body;
use super::payout_hold::release;
use super::person_link::{append_linked, undo};
use super::risk_case::offset;
use crate::mission::uphold_submission;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_issues::triage::reverse_on_appeal;
use feedback_notify::notification;
use feedback_points::points::give_back;

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum AppealFilter {
    #[default]
    Open,
    Decided,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AppealsParams {
    state: Option<AppealFilter>,
    cursor: Option<String>,
    limit: Option<u32>,
}

pub(super) struct Appeals;

#[async_trait]
impl Query for Appeals {
    const NAME: &'static str = "appeals";
    const WHO: Who = Who::Administrator;
    type Params = AppealsParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: AppealsParams) -> Result<Json, Error> {
        let page = i64::from(params.limit.unwrap_or(50).clamp(1, 100));
        let from = offset(params.cursor.as_deref())?;
        let is_open = matches!(params.state.unwrap_or_default(), AppealFilter::Open);
        let sql = Sql::fixed(
            r#"select _touchstone.appeal_shown(a, $4::text) from _touchstone.appeal a
            where case when $1::bool then a.state = 'open' else a.state in ('upheld', 'denied') end
            order by case when $1::bool then a.opened_at end, a.decided_at desc, a.id offset $2::int8 limit $3::int8"#,
            [Bind::from(is_open), from.into(), (page + 1).into(), ctx.member()?.id.as_str().into()],
        );
        let mut rows: Vec<Json> = ctx.rows(&sql).await?;
        let is_more = i64::try_from(rows.len()).unwrap_or_default() > page;
        rows.truncate(usize::try_from(page).unwrap_or_default());
        let total = Sql::fixed(
            "select to_jsonb(count(*)) from _touchstone.appeal a
            where case when $1::bool then a.state = 'open' else a.state in ('upheld', 'denied') end",
            [Bind::from(is_open)],
        );
        let total: i64 = ctx.row(&total).await?.unwrap_or_default();
        Ok(
            json!({ "rows": rows, "next": is_more.then(|| (from + page).to_string()), "total": total }),
        )
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DecideParams {
    id: String,
    uphold: bool,
    answer: String,
    /// The new severity of the issue, if that was appealed.
    severity: Option<Severity>,
    /// The points to give if the appealed entries cannot be reversed.
    amount: Option<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OpenAppeal {
    user: String,
    subject_type: String,
    subject_id: String,
    state: String,
    may_decide: bool,
    /// Whether it is about a hold, not about a link.
    is_hold: bool,
    /// Whether the decision is still in force. Another administrator may have changed it since.
    stands: bool,
}

pub(super) struct AppealDecide;

#[async_trait]
impl Command for AppealDecide {
    const NAME: &'static str = "appealDecide";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = DecideParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: DecideParams) -> Result<Self::Answer, Error> {
        let answer = body("APPEAL_ANSWER", &params.answer)?;
        let me = ctx.member()?.id.clone();
        let appeal = lock(ctx, &params.id, &me).await?;
        let points = if params.uphold && appeal.stands {
            Box::pin(take_back(ctx, &appeal, &params)).await?
        } else {
            Vec::new()
        };
        let state = if params.uphold { "upheld" } else { "denied" };
        let sql = Sql::fixed(
            "update _touchstone.appeal set state = $2::text, answer = $3::text, decided_by = $4::text, decided_at = $5::timestamptz
            where id = $1::text",
            [
                Bind::from(&*params.id),
                state.into(),
                answer.as_str().into(),
                me.as_str().into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        notification::resolve_waiting(ctx, NotificationKind::AdminAppeal, &params.id).await?;
        let told = if params.uphold { "appeal_upheld" } else { "appeal_denied" };
        append_linked(ctx, std::slice::from_ref(&appeal.user), told, &answer).await?;
        let shown = Sql::fixed(
            "select _touchstone.appeal_shown(a, $2::text) from _touchstone.appeal a where a.id = $1::text",
            [Bind::from(&*params.id), me.into()],
        );
        let shown: Json = ctx.row(&shown).await?.ok_or_else(not_found)?;
        let change = AuditChange {
            kind: "appeal",
            id: params.id,
            label: appeal.subject_type,
            before: json!({ "state": "open" }),
            after: json!({ "state": state, "answer": answer, "user": appeal.user, "points": points }),
        };
        Ok(AuditedReply::new(json!({ "appeal": shown, "points": points }), change))
    }
}

/// Reverses the decision, and returns the users whose points changed.
async fn take_back(
    ctx: &CommandContext,
    appeal: &OpenAppeal,
    params: &DecideParams,
) -> Result<Vec<Json>, Error> {
    let (id, user) = (appeal.subject_id.as_str(), appeal.user.as_str());
    match appeal.subject_type.as_str() {
        "risk" if appeal.is_hold => release(ctx, user).await.map(|_| Vec::new()),
        "risk" => {
            undo(ctx, user, Some("an appeal was upheld")).await.map(|undone| undone.reply.points)
        }
        "suspension" => readmit(ctx, user).await,
        "issue_closed" => reverse_on_appeal::reopen(ctx, id).await,
        "duplicate" => reverse_on_appeal::part(ctx, id).await,
        "severity" => {
            let severity = params
                .severity
                .ok_or_else(|| invalid("APPEAL_SEVERITY", "The new severity is required."))?;
            reverse_on_appeal::regrade(ctx, id, severity).await
        }
        "submission" => uphold_submission(ctx, id, params.answer.trim()).await,
        "points" => give_back(ctx, id, params.amount).await,
        _ => Ok(Vec::new()),
    }
}

async fn lock(ctx: &CommandContext, id: &str, me: &str) -> Result<OpenAppeal, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('user', a."user", 'subjectType', a.subject_type, 'subjectId', a.subject_id, 'state', a.state,
            'stands', _touchstone.decision_about(a.subject_type, a.subject_id, a."user") is not null,
            'mayDecide', _touchstone.may_decide_appeal(a, $2::text),
            'isHold', exists (select from _touchstone.person_hold h where h.id = a.subject_id))
        from _touchstone.appeal a where a.id = $1::text for update"#,
        [Bind::from(id), me.into()],
    );
    let appeal: OpenAppeal = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if appeal.state != "open" {
        return Err(invalid("APPEAL_DECIDED", "This appeal was answered or withdrawn already."));
    }
    if appeal.user == me {
        return Err(invalid("APPEAL_OWN", "Another administrator has to read your own appeal."));
    }
    if !appeal.may_decide {
        return Err(invalid(
            "APPEAL_OWN_DECISION",
            "You made this decision. Another administrator has to read the appeal.",
        ));
    }
    Ok(appeal)
}

async fn readmit(ctx: &CommandContext, user: &str) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"update "_User" set "status" = 'active', "statusReason" = null, "updatedAt" = $2::timestamptz
        where "objectId" = $1::text and "status" in ('limited', 'suspended')"#,
        [Bind::from(user), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    Ok(Vec::new())
}
