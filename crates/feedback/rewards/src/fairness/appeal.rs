//! Appeals: a tester appeals against a decision about them, once, and within the time limit.

use async_trait::async_trait;
use feedback_model::UserId;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::{Code, Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::refused::{invalid, keyed, not_found};
use feedback_notify::notification;

/// Days that administrators have to answer.
const ANSWER_DAYS: i64 = 5;

/// The subject of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SubjectType {
    IssueClosed,
    Severity,
    Duplicate,
    Submission,
    Points,
    Risk,
    Suspension,
}

impl SubjectType {
    fn key(self) -> &'static str {
        match self {
            SubjectType::IssueClosed => "issue_closed",
            SubjectType::Severity => "severity",
            SubjectType::Duplicate => "duplicate",
            SubjectType::Submission => "submission",
            SubjectType::Points => "points",
            SubjectType::Risk => "risk",
            SubjectType::Suspension => "suspension",
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OpenParams {
    subject_type: SubjectType,
    subject_id: String,
    body: String,
}

/// A decision that can be appealed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppealableDecision {
    at: String,
    decider: Option<String>,
    case: Option<i64>,
}

/// The text of an appeal, of 20 to 2,000 characters.
pub(super) fn body(key: &'static str, text: &str) -> Result<String, Error> {
    let text = text.trim();
    if (20..=2000).contains(&text.chars().count()) {
        return Ok(text.to_owned());
    }
    Err(invalid(key, "Write 20 to 2,000 characters."))
}

pub(super) struct AppealOpen;

#[async_trait]
impl Command for AppealOpen {
    const NAME: &'static str = "appealOpen";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = OpenParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: OpenParams) -> Result<Json, Error> {
        let body = body("APPEAL_BODY", &params.body)?;
        let me = ctx.member()?.id.clone();
        let subject = subject(ctx, params.subject_type, &params.subject_id, &me).await?;
        let settings = ctx.settings().await?;
        let last = ctx.now().plus_seconds(-i64::from(settings.whole("appeal.days")) * 86_400);
        if Date::parse(&subject.at).is_none_or(|at| at < last) {
            return Err(invalid("APPEAL_LATE", "The time for this appeal has passed."));
        }
        // Locked, so that two concurrent appeals do not exceed the limit.
        let held = Sql::fixed(
            r#"select 'true'::jsonb from "_User" where "objectId" = $1::text for no key update"#,
            [Bind::from(&*me)],
        );
        let _: Vec<bool> = ctx.rows(&held).await?;
        let open = Sql::fixed(
            r#"select to_jsonb(count(*)) from _touchstone.appeal where "user" = $1::text and state = 'open'"#,
            [Bind::from(&*me)],
        );
        if ctx.row::<u32>(&open).await?.unwrap_or_default() >= settings.whole("appeal.open") {
            let sentence =
                "You have the maximum number of open appeals. Wait for an answer, or withdraw one.";
            return Err(keyed(Code(140), "APPEAL_MANY", sentence));
        }
        let id = ctx.new_id();
        let sql = Sql::fixed(
            r#"insert into _touchstone.appeal (id, "user", subject_type, subject_id, body, state, decider, case_number, opened_at, due)
            values ($1::text, $2::text, $3::text, $4::text, $5::text, 'open', $6::text, $7::int8::int, $8::timestamptz, $9::timestamptz)
            on conflict do nothing returning to_jsonb(id)"#,
            [
                Bind::from(&*id),
                me.into(),
                params.subject_type.key().into(),
                params.subject_id.into(),
                body.into(),
                subject.decider.into(),
                subject.case.into(),
                ctx.now().into(),
                ctx.now().plus_seconds(ANSWER_DAYS * 86_400).into(),
            ],
        );
        if ctx.row::<String>(&sql).await?.is_none() {
            return Err(invalid("APPEAL_TWICE", "You have appealed against this already."));
        }
        append_appealed(ctx, &id, params.subject_type).await?;
        Ok(json!({ "appeal": own(ctx, &id).await? }))
    }
}

/// Notifies administrators.
async fn append_appealed(ctx: &CommandContext, id: &str, kind: SubjectType) -> Result<(), Error> {
    let me = UserId::from(ctx.member()?.id.as_str());
    let sql = Sql::fixed(
        r#"select to_jsonb("username") from "_User" where "objectId" = $1::text"#,
        [Bind::from(me.as_str())],
    );
    let name: Option<String> = ctx.row(&sql).await?;
    let data = json!({ "appeal": id, "subjectType": kind.key(), "name": name });
    let event = DomainEvent { kind: EventKind::AppealOpened, issue: None, actor: Some(&me), data };
    append(ctx, &event).await
}

/// The decision, if it is about the caller, in force, and made by another user.
async fn subject(
    ctx: &CommandContext,
    kind: SubjectType,
    id: &str,
    me: &str,
) -> Result<AppealableDecision, Error> {
    let sql = Sql::fixed(
        "select _touchstone.decision_about($1::text, $2::text, $3::text)",
        [Bind::from(kind.key()), id.into(), me.into()],
    );
    let found: Option<AppealableDecision> =
        ctx.row::<Option<AppealableDecision>>(&sql).await?.flatten();
    found
        .filter(|subject| subject.decider.as_deref() != Some(me))
        .ok_or_else(|| invalid("APPEAL_SUBJECT", "No such decision about your account was found."))
}

/// One of the caller's appeals.
pub(super) async fn own(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.own_appeal(a) from _touchstone.appeal a where a.id = $1::text and a."user" = $2::text"#,
        [Bind::from(id), ctx.member()?.id.as_str().into()],
    );
    ctx.row(&sql).await?.ok_or_else(not_found)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WithdrawParams {
    id: String,
}

pub(super) struct AppealWithdraw;

#[async_trait]
impl Command for AppealWithdraw {
    const NAME: &'static str = "appealWithdraw";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    type Params = WithdrawParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: WithdrawParams) -> Result<Json, Error> {
        own(ctx, &params.id).await?;
        let sql = Sql::fixed(
            "update _touchstone.appeal set state = 'withdrawn' where id = $1::text and state = 'open'",
            [Bind::from(&*params.id)],
        );
        match ctx.execute(&sql).await? {
            0 => Err(invalid("APPEAL_DECIDED", "This appeal was answered already.")),
            _ => {
                notification::resolve_waiting(ctx, NotificationKind::AdminAppeal, &params.id)
                    .await?;
                Ok(json!({ "appeal": own(ctx, &params.id).await? }))
            }
        }
    }
}
