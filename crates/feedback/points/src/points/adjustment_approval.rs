//! Approval of large manual adjustments: one administrator requests it, another one approves it.
//!
//! An administrator's own adjustments are limited for each person and day, so that a stolen
//! session, or an administrator with a friend among the testers, cannot decide a season.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::manual_adjustment::{self, AdjustmentReason, PointsAdjustParams};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::refused::{invalid, not_found};

/// Points that one administrator can give to or deduct from one person in a day.
const ALONE: i64 = 10_000;

const DAY: i64 = 86_400;

/// Days after their appointment in which administrators can neither approve nor request an
/// approval.
const NEW_DAYS: i64 = 7;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<PointsPending>(extension, state);
    command::<PointsAgree>(extension, state)
}

/// Whether an adjustment is too large for one administrator.
pub(super) async fn is_needed(
    ctx: &CommandContext,
    user: &str,
    amount: i64,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(coalesce(sum(abs(e."amount")), 0)::bigint) from "PointsEntry" e
        where e."personId" = (select u."personId" from "_User" u where u."objectId" = $1::text)
            and e."actor" = $2::text and e."kind" = 'adjustment' and e."at" > $3::timestamptz"#,
        [Bind::from(user), ctx.member()?.id.as_str().into(), ctx.now().plus_seconds(-DAY).into()],
    );
    let today: i64 = ctx.row(&sql).await?.unwrap_or_default();
    Ok(today.saturating_add(amount.saturating_abs()) > ALONE)
}

/// Stores an adjustment until another administrator has decided about it.
pub(super) async fn put(
    ctx: &CommandContext,
    user: &str,
    name: String,
    amount: i64,
    reason: &str,
) -> Result<AuditedReply<Json>, Error> {
    let id = ctx.new_id();
    let sql = Sql::fixed(
        r#"insert into _touchstone.pending_adjustment (id, "user", amount, reason, asked_by, asked_at)
        values ($1::text, $2::text, $3::bigint, $4::text, $5::text, $6::timestamptz)"#,
        [
            Bind::from(&*id),
            user.into(),
            amount.into(),
            reason.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    let after = json!({ "pending": id, "amount": amount });
    let reply = json!({ "entry": null, "pending": { "id": id, "amount": amount, "alone": ALONE } });
    let id = user.to_owned();
    let change = AuditChange { kind: "points", id, label: name, before: json!({}), after };
    Ok(AuditedReply::new(reply, change))
}

#[derive(Serialize)]
struct PointsPendingResult {
    rows: Vec<Json>,
}

struct PointsPending;

#[async_trait]
impl Query for PointsPending {
    const NAME: &'static str = "pointsPending";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = PointsPendingResult;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<PointsPendingResult, Error> {
        let sql = Sql::new(
            r#"select jsonb_build_object('id', p.id, 'user', _touchstone.person_of(p."user"), 'amount', p.amount,
                'reason', p.reason, 'askedBy', _touchstone.person_of(p.asked_by), 'askedAt', _touchstone.iso(p.asked_at))
            from _touchstone.pending_adjustment p where p.decided_at is null order by p.asked_at, p.id limit 100"#,
        );
        Ok(PointsPendingResult { rows: ctx.rows(&sql).await? })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PointsAgreeParams {
    id: String,
    agree: bool,
}

fn own_request() -> Error {
    invalid("OWN_REQUEST", "Another administrator has to approve this.")
}

/// The relation between two administrators.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Relation {
    is_same_person: bool,
    is_by_appointment: bool,
    is_new: bool,
}

/// Refuses two administrators who may be the same person, because an administrator could appoint a
/// second account to request or approve.
async fn must_be_second(ctx: &CommandContext, asker: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object(
            'isSamePerson', $1::text = $2::text or (select count(distinct u."personId") = 1 from "_User" u
                where u."objectId" in ($1::text, $2::text)),
            'isByAppointment', coalesce(bool_or(a."actor" in ($1::text, $2::text)), false),
            'isNew', coalesce(bool_or(a."at" > $3::timestamptz), false))
        from "AuditEntry" a where a."action" = 'userSetAdmin' and a."targetId" in ($1::text, $2::text)
            and a."after" -> 'isAdmin' = 'true'"#,
        [
            Bind::from(ctx.member()?.id.as_str()),
            asker.into(),
            ctx.now().plus_seconds(-NEW_DAYS * DAY).into(),
        ],
    );
    match ctx.row::<Relation>(&sql).await? {
        Some(Relation { is_same_person: true, .. }) | None => Err(own_request()),
        Some(Relation { is_by_appointment: true, .. }) => Err(invalid(
            "NOT_SECOND",
            "One of you made the other an administrator. A third one has to agree.",
        )),
        Some(Relation { is_new: true, .. }) => Err(invalid(
            "NOT_SECOND",
            format!(
                "One of you has been an administrator for less than {NEW_DAYS} days. Another one has to agree."
            ),
        )),
        Some(_) => Ok(()),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdjustmentRequest {
    user: String,
    amount: i64,
    reason: String,
    asked_by: String,
}

struct PointsAgree;

#[async_trait]
impl Command for PointsAgree {
    const NAME: &'static str = "pointsAgree";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    type Params = PointsAgreeParams;
    type Answer = AuditedReply<Json>;

    /// The requesting administrator cannot approve, nor one they appointed or who appointed them.
    /// The entry names the requester, and the audit log names both.
    async fn run(ctx: &CommandContext, verdict: PointsAgreeParams) -> Result<Self::Answer, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('user', "user", 'amount', amount, 'reason', reason, 'askedBy', asked_by)
            from _touchstone.pending_adjustment where id = $1::text and decided_at is null for update"#,
            [Bind::from(&*verdict.id)],
        );
        let asked: AdjustmentRequest = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let member = ctx.member()?;
        if verdict.agree {
            must_be_second(ctx, &asked.asked_by).await?;
        } else if asked.asked_by == member.id {
            return Err(own_request());
        }
        let sql = Sql::fixed(
            "update _touchstone.pending_adjustment set decided_by = $2::text, decided_at = $3::timestamptz, is_agreed = $4::bool
            where id = $1::text",
            [
                Bind::from(&*verdict.id),
                member.id.as_str().into(),
                ctx.now().into(),
                verdict.agree.into(),
            ],
        );
        ctx.execute(&sql).await?;
        if verdict.agree {
            let AdjustmentRequest { user, amount, reason, asked_by } = asked;
            let adjustment =
                PointsAdjustParams { user, amount, reason, rule: AdjustmentReason::Manual };
            return manual_adjustment::adjust(ctx, adjustment, &asked_by).await;
        }
        let change = AuditChange {
            kind: "points",
            id: asked.user,
            label: String::new(),
            before: json!({ "pending": verdict.id, "amount": asked.amount }),
            after: json!({ "declined": true }),
        };
        Ok(AuditedReply::new(json!({ "entry": null }), change))
    }
}
