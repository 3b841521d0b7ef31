//! Deciding a case.

use std::collections::BTreeSet;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::link_reason::{self, LinkReason};
use super::person_link::{self, NewLink};
use super::risk_case;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Days for which a case is watched.
const WATCH_DAYS: i64 = 30;

/// Days to answer a question.
const ANSWER_DAYS: i64 = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Decision {
    Link,
    Dismiss,
    Watch,
    Ask,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResolveParams {
    number: i32,
    decision: Decision,
    users: Option<Vec<String>>,
    reason: Option<LinkReason>,
    note: Option<String>,
}

#[derive(Deserialize)]
struct OpenCase {
    state: String,
    members: BTreeSet<String>,
    pairs: Vec<(String, String, Vec<String>)>,
}

pub(super) struct RiskResolve;

#[async_trait]
impl Command for RiskResolve {
    const NAME: &'static str = "riskResolve";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ResolveParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: ResolveParams) -> Result<Self::Answer, Error> {
        let case = lock(ctx, params.number).await?;
        if case.members.contains(&ctx.member()?.id) {
            return Err(invalid(
                "OWN_ACCOUNT",
                "You cannot decide about your own account. Ask another administrator.",
            ));
        }
        let users = chosen(&case, params.users.as_deref())?;
        let points = match params.decision {
            Decision::Link => link(ctx, &params, &users).await?,
            Decision::Dismiss => dismiss(ctx, &params, &case).await?,
            Decision::Watch => later(ctx, params.number, "watch", WATCH_DAYS).await?,
            Decision::Ask => ask(ctx, params.number, &users).await?,
        };
        let shown = risk_case::one(ctx, params.number).await?;
        let change = AuditChange {
            kind: "case",
            id: params.number.to_string(),
            label: format!("F-{}", params.number),
            before: json!({ "state": case.state }),
            after: json!({ "state": shown["state"], "decision": shown["decision"], "users": users, "points": points }),
        };
        let reply =
            json!({ "case": shown, "points": points, "next": next(ctx, params.number).await? });
        Ok(AuditedReply::new(reply, change))
    }
}

/// The case, locked, if it is still open.
async fn lock(ctx: &CommandContext, number: i32) -> Result<OpenCase, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('state', c.state, 'pairs', coalesce(c.facts -> 'pairs', '[]'),
            'members', (select coalesce(jsonb_agg(m."user"), '[]') from _touchstone.risk_case_member m where m.case_number = c.number))
        from _touchstone.risk_case c where c.number = $1::int8::int for update"#,
        [Bind::from(i64::from(number))],
    );
    let case: OpenCase = ctx.row(&sql).await?.ok_or_else(not_found)?;
    if case.state == "decided" {
        return Err(invalid("CASE_DECIDED", "This case was decided already."));
    }
    Ok(case)
}

/// The users that the decision is about: all of the case, unless some are named.
fn chosen(case: &OpenCase, users: Option<&[String]>) -> Result<Vec<String>, Error> {
    match users {
        None => Ok(case.members.iter().cloned().collect()),
        Some(users) if users.iter().all(|user| case.members.contains(user)) => Ok(users.to_vec()),
        Some(_) => Err(invalid("CASE_USERS", "Choose accounts of this case.")),
    }
}

async fn link(
    ctx: &CommandContext,
    params: &ResolveParams,
    users: &[String],
) -> Result<Vec<Json>, Error> {
    let (Some(reason), true) = (params.reason, params.users.is_some()) else {
        return Err(invalid("REASON", "Choose the accounts and a reason from the list."));
    };
    let note = link_reason::note(reason, params.note.as_deref())?;
    let link = NewLink { users, reason, note: note.clone(), case: Some(params.number) };
    let made = Box::pin(person_link::make(ctx, &link)).await?;
    let decided =
        CaseDecision { decision: "link", reason: Some(reason.key()), note: note.as_deref(), users };
    decided.write(ctx, params.number).await?;
    Ok(made.reply.points)
}

/// Marks the pairs, so that the current facts open no case again.
async fn dismiss(
    ctx: &CommandContext,
    params: &ResolveParams,
    case: &OpenCase,
) -> Result<Vec<Json>, Error> {
    let pairs: Vec<Json> = case
        .pairs
        .iter()
        .map(|(a, b, facts)| json!({ "a": a.min(b), "b": a.max(b), "facts": facts }))
        .collect();
    let sql = Sql::fixed(
        "insert into _touchstone.risk_dismissed as d (a, b, facts, by, at)
        select p.a, p.b, p.facts, $2::text, $3::timestamptz from jsonb_to_recordset($1::jsonb) as p(a text, b text, facts text[])
        on conflict (a, b) do update set facts = array(select distinct unnest(d.facts || excluded.facts)), by = excluded.by, at = excluded.at",
        [Bind::from(Json::Array(pairs)), ctx.member()?.id.as_str().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    let users: Vec<String> = case.members.iter().cloned().collect();
    let note = params.note.as_deref();
    CaseDecision { decision: "dismiss", reason: None, note, users: &users }
        .write(ctx, params.number)
        .await?;
    Ok(Vec::new())
}

struct CaseDecision<'a> {
    decision: &'a str,
    reason: Option<&'a str>,
    note: Option<&'a str>,
    users: &'a [String],
}

impl CaseDecision<'_> {
    async fn write(&self, ctx: &CommandContext, number: i32) -> Result<(), Error> {
        let sql = Sql::fixed(
            "update _touchstone.risk_case set state = 'decided', decision = $2::text, reason = $3::text, note = $4::text,
                users = $5::text[], decided_by = $6::text, decided_at = $7::timestamptz, due = null
            where number = $1::int8::int",
            [
                Bind::from(i64::from(number)),
                self.decision.into(),
                self.reason.into(),
                self.note.into(),
                self.users.to_vec().into(),
                ctx.member()?.id.as_str().into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await.map(drop)
    }
}

/// Postpones a case. Nothing is written into the accounts, where their owners could read it.
async fn later(
    ctx: &CommandContext,
    number: i32,
    state: &str,
    days: i64,
) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        "update _touchstone.risk_case set state = $2::text, due = $3::timestamptz where number = $1::int8::int",
        [Bind::from(i64::from(number)), state.into(), ctx.now().plus_seconds(days * 86_400).into()],
    );
    ctx.execute(&sql).await?;
    Ok(Vec::new())
}

/// Asks users before anything is decided about them.
async fn ask(ctx: &CommandContext, number: i32, users: &[String]) -> Result<Vec<Json>, Error> {
    let ids: Vec<String> = users.iter().map(|_| ctx.new_id()).collect();
    let due = ctx.now().plus_seconds(ANSWER_DAYS * 86_400);
    let sql = Sql::fixed(
        r#"insert into _touchstone.risk_question (id, case_number, "user", asked_at, due)
        select one.id, $3::int8::int, one.who, $4::timestamptz, $5::timestamptz from unnest($1::text[], $2::text[]) one(id, who)
        on conflict (case_number, "user") do nothing returning to_jsonb("user")"#,
        [
            Bind::from(ids),
            users.to_vec().into(),
            i64::from(number).into(),
            ctx.now().into(),
            due.into(),
        ],
    );
    let asked: Vec<String> = ctx.rows(&sql).await?;
    let sentence =
        "The team would like to know whether you use more than one account. Nothing has changed.";
    person_link::append_linked(ctx, &asked, "asked", sentence).await?;
    later(ctx, number, "asked", ANSWER_DAYS).await
}

/// The case to look at next.
async fn next(ctx: &CommandContext, number: i32) -> Result<Option<i32>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(number) from _touchstone.risk_case where state = 'open' and number <> $1::int8::int
        order by score desc, number limit 1",
        [Bind::from(i64::from(number))],
    );
    ctx.row(&sql).await
}
