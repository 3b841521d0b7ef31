//! Reports without an account. They are no issues: they wait here until the tester who sent one proves
//! an account, an administrator decides about it, or its time is over.
//!
//! The page holds a claim, a random text. Only its digest is stored.

use async_trait::async_trait;
use feedback_model::text::{Body, Title};
use parse_engine::Error;
use parse_model::{Code, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::admission::{audience, key_id};
use super::digest::digest;
use super::report::{SentReport, submit};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{from_refusal, invalid, invalid_session, keyed, not_found};

/// For how long a report waits, in days.
const KEPT_DAYS: i64 = 30;
/// Reports of a key in a day.
const MOST_A_DAY: i64 = 100;
/// Reports of a key that wait.
const MOST_WAITING: i64 = 300;
/// Characters of a claim.
const CLAIM: std::ops::RangeInclusive<usize> = 32..=128;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetReportUnsignedParams {
    report: SentReport,
    /// A random text that the page keeps.
    claim: String,
}

pub(super) struct WidgetReportUnsigned;

#[async_trait]
impl Command for WidgetReportUnsigned {
    const NAME: &'static str = "widgetReportUnsigned";
    const WHO: Who = Who::Widget;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = WidgetReportUnsignedParams;
    type Answer = Json;

    /// Stores a report if the key allows it. A repetition with the same claim stores nothing.
    async fn run(ctx: &CommandContext, params: WidgetReportUnsignedParams) -> Result<Json, Error> {
        let key = key_id(ctx.cx())?;
        let settings = ctx.settings().await?;
        if settings.is_read_only() {
            return Err(invalid("READ_ONLY", "The programme is read-only at the moment."));
        }
        if !CLAIM.contains(&params.claim.len()) {
            return Err(invalid("WIDGET_CLAIM", "A claim has 32 to 128 characters."));
        }
        let report = params.report.cleaned();
        Title::parse(&report.title).map_err(from_refusal)?;
        Body::parse(&report.text).map_err(from_refusal)?;
        if !settings.has_area(&report.area) {
            return Err(invalid("AREA", "Choose one of the programme's areas."));
        }
        let sql = Sql::fixed(
            "select jsonb_build_object('isAllowed', k.unsigned, 'isFull',
                (select count(*) from _touchstone.widget_unsigned u where u.key = k.id and u.created_at > $2::timestamptz) >= $3::int8
                or (select count(*) from _touchstone.widget_unsigned u where u.key = k.id and u.state = 'waiting') >= $4::int8)
            from _touchstone.widget_key k where k.id = $1::text",
            [
                Bind::from(key),
                ctx.now().plus_seconds(-86_400).into(),
                MOST_A_DAY.into(),
                MOST_WAITING.into(),
            ],
        );
        let room: Json = ctx.row(&sql).await?.unwrap_or_default();
        if room["isAllowed"] != true {
            let sentence = "Reports of this page need a sign-in.";
            return Err(keyed(Code::OPERATION_FORBIDDEN, "WIDGET_UNSIGNED", sentence));
        }
        if room["isFull"] == true {
            let sentence = "No more reports without a sign-in today. Sign in to report.";
            return Err(invalid("WIDGET_UNSIGNED_FULL", sentence));
        }
        let sql = Sql::fixed(
            "insert into _touchstone.widget_unsigned (id, key, origin, claim, report, created_at)
            values ($1::text, $2::text, $3::text, $4::text, $5::jsonb, $6::timestamptz)
            on conflict (claim) do nothing",
            [
                Bind::from(ctx.new_id()),
                key.into(),
                (&*audience(ctx.cx())?.origin).into(),
                digest(&params.claim).into(),
                json!(report).into(),
                ctx.now().into(),
            ],
        );
        ctx.execute(&sql).await?;
        Ok(json!({ "keptUntil": ctx.now().plus_seconds(KEPT_DAYS * 86_400).iso() }))
    }
}

/// A report that waits, with its row locked.
#[derive(Deserialize)]
struct Waiting {
    id: String,
    origin: String,
    at: String,
    report: SentReport,
}

/// Why a row is chosen.
enum Chosen<'a> {
    Claim { digest: String, key: &'a str },
    Id(&'a str),
}

async fn waiting(ctx: &CommandContext, chosen: &Chosen<'_>) -> Result<Option<Waiting>, Error> {
    let (id, claim, key) = match chosen {
        Chosen::Claim { digest, key } => (None, Some(digest.as_str()), Some(*key)),
        Chosen::Id(id) => (Some(*id), None, None),
    };
    let sql = Sql::fixed(
        "select jsonb_build_object('id', id, 'origin', origin, 'at', _touchstone.iso(created_at), 'report', report)
        from _touchstone.widget_unsigned
        where state = 'waiting' and created_at > $4::timestamptz
            and (id = $1::text or (claim = $2::text and key = $3::text))
        for update",
        [
            Bind::from(id),
            claim.into(),
            key.into(),
            ctx.now().plus_seconds(-KEPT_DAYS * 86_400).into(),
        ],
    );
    ctx.row(&sql).await
}

/// Notes what became of a report, and forgets its content.
async fn end(
    ctx: &CommandContext,
    id: &str,
    state: &str,
    number: Option<&Json>,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.widget_unsigned set state = $2::text, report = null, number = ($3::jsonb)::int8
        where id = $1::text",
        [Bind::from(id), state.into(), number.cloned().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WidgetClaimParams {
    claim: String,
}

pub(super) struct WidgetClaim;

#[async_trait]
impl Command for WidgetClaim {
    const NAME: &'static str = "widgetClaim";
    const WHO: Who = Who::Widget;
    const NEEDS_FRESH: bool = false;
    type Params = WidgetClaimParams;
    type Answer = Json;

    /// Reports in the name of the tester who holds the claim, with their allowances.
    async fn run(ctx: &CommandContext, params: WidgetClaimParams) -> Result<Json, Error> {
        ctx.member().map_err(|_| invalid_session())?;
        let claim = Chosen::Claim { digest: digest(&params.claim), key: key_id(ctx.cx())? };
        let Waiting { id, origin, at, report } =
            waiting(ctx, &claim).await?.ok_or_else(not_found)?;
        let submitted = submit(ctx, report, &origin, Some(&at)).await?;
        end(ctx, &id, "claimed", Some(&submitted.number)).await?;
        Ok(submitted.reply(ctx))
    }
}

pub(super) struct UnsignedReports;

#[async_trait]
impl Query for UnsignedReports {
    const NAME: &'static str = "unsignedReports";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    /// The oldest first.
    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let sql = Sql::fixed(
            "select jsonb_build_object('id', u.id, 'key', k.name, 'origin', u.origin, 'report', u.report,
                'createdAt', _touchstone.iso(u.created_at), 'keptUntil', _touchstone.iso(u.created_at + interval '30 days'))
            from _touchstone.widget_unsigned u join _touchstone.widget_key k on k.id = u.key
            where u.state = 'waiting' and u.created_at > $1::timestamptz order by u.created_at, u.id limit 100",
            [Bind::from(ctx.now().plus_seconds(-KEPT_DAYS * 86_400))],
        );
        Ok(json!({ "rows": ctx.rows::<Json>(&sql).await? }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnsignedReportDecideParams {
    id: String,
    /// `false` deletes it.
    accept: bool,
}

pub(super) struct UnsignedReportDecide;

#[async_trait]
impl Command for UnsignedReportDecide {
    const NAME: &'static str = "unsignedReportDecide";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = UnsignedReportDecideParams;
    type Answer = AuditedReply<Json>;

    /// An accepted report is reported by the administrator, so that it earns no points.
    async fn run(
        ctx: &CommandContext,
        params: UnsignedReportDecideParams,
    ) -> Result<Self::Answer, Error> {
        let found = waiting(ctx, &Chosen::Id(&params.id)).await?;
        let Waiting { id, origin, at, report } = found.ok_or_else(not_found)?;
        let number = if params.accept {
            let submitted = submit(ctx, report, &origin, Some(&at)).await?;
            let sql = Sql::fixed(
                r#"update "Issue" set "source" = 'widget' where "objectId" = $1::text"#,
                [Bind::from(&*submitted.issue)],
            );
            ctx.execute(&sql).await?;
            Some(submitted.number)
        } else {
            None
        };
        let state = if params.accept { "accepted" } else { "deleted" };
        end(ctx, &id, state, number.as_ref()).await?;
        // The texts of a report without an account stay out of the audit log, which is never deleted.
        let after = json!({ "state": state, "number": number });
        let change = AuditChange {
            kind: "unsignedReport",
            id,
            label: origin,
            before: json!({ "state": "waiting" }),
            after,
        };
        Ok(AuditedReply::new(json!({ "number": number }), change))
    }
}

/// Deletes reports whose time is over.
pub(super) async fn delete_old(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.widget_unsigned where created_at <= $1::timestamptz",
        [Bind::from(ctx.now().plus_seconds(-KEPT_DAYS * 86_400))],
    );
    ctx.execute(&sql).await.map(drop)
}
