//! How many people would be told of something, and where it would reach them.

use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::audience::{Audience, people_sql};
use super::tell::{CROWD, base, for_crowd};
use feedback_core::command_context::CommandContext;

/// How many people are looked at together.
const PAGE: i64 = 20_000;

/// How many would be told.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewCount {
    /// In the app or beyond it.
    pub people: i64,
    by_mail_now: i64,
    by_digest: i64,
    by_push: i64,
    by_chat: i64,
    /// Whether they are so many that only those get it by chat who chose that themselves.
    #[serde(default)]
    chat_by_choice: bool,
}

#[derive(Deserialize)]
struct Page {
    found: i64,
    last: Option<String>,
    count: PreviewCount,
}

/// How many of an audience would be told by the caller, and where it would reach them.
pub async fn preview(
    ctx: &CommandContext,
    kind: NotificationKind,
    audience: Audience,
    given: &Json,
) -> Result<PreviewCount, Error> {
    let mut told = base(ctx, kind).await?;
    told["actor"] = ctx.member()?.id.as_str().into();
    let mut sum = PreviewCount::default();
    let mut after = String::new();
    loop {
        let page = page(ctx, &told, audience, given, &after).await?;
        sum.people += page.count.people;
        sum.by_mail_now += page.count.by_mail_now;
        sum.by_digest += page.count.by_digest;
        sum.by_push += page.count.by_push;
        sum.by_chat += page.count.by_chat;
        let is_crowd = page.found > CROWD || !after.is_empty();
        sum.chat_by_choice = is_crowd && for_crowd(&told) != told;
        match page.last {
            Some(last) if page.found >= PAGE => after = last,
            _ => return Ok(sum),
        }
    }
}

async fn page(
    ctx: &CommandContext,
    told: &Json,
    audience: Audience,
    given: &Json,
    after: &str,
) -> Result<Page, Error> {
    let mut sql = Sql::fixed(
        "with page as materialized (select found.person, found.is_own, found.extra from (",
        [
            Bind::from(told.clone()),
            ctx.now().into(),
            Bind::Null,
            given.clone().into(),
            after.into(),
            PAGE.into(),
            for_crowd(told).into(),
            CROWD.into(),
        ],
    );
    sql.push(audience.sql());
    sql.push(
        ") found where $2::timestamptz is not null and $3::text is null
            order by found.person, found.is_own desc limit $6::int8),
        reached as materialized (select r.* from _touchstone.reached(
            case when $5::text <> '' or (select count(*) from page) > $8::int8 then $7::jsonb else $1::jsonb end,
            array(select row(p.person, p.is_own, p.extra)::_touchstone.receiver from page p)) r)
        select jsonb_build_object('found', (select count(*) from page), 'last', (select max(person) from page), 'count',
            (select jsonb_build_object(
                'people', count(*) filter (where app or mail <> 'off' or push or discord or telegram),
                'byMailNow', count(*) filter (where mail = 'now'), 'byDigest', count(*) filter (where mail = 'digest'),
                'byPush', count(*) filter (where push), 'byChat', count(*) filter (where discord or telegram)) from reached))",
    );
    let page: Option<Page> = ctx.row(&sql).await?;
    Ok(page.unwrap_or(Page { found: 0, last: None, count: PreviewCount::default() }))
}

/// How many of an audience are told by the caller, by one statement that looks closer only at those
/// who are suspended or have made choices of their own.
pub async fn count_people(
    ctx: &CommandContext,
    kind: NotificationKind,
    audience: Audience,
    given: &Json,
) -> Result<i64, Error> {
    let mut told = base(ctx, kind).await?;
    let actor = ctx.member()?.id.clone();
    told["actor"] = actor.as_str().into();
    let mut sql = Sql::fixed(
        "with people as materialized (",
        [
            Bind::from(told.clone()),
            given.clone().into(),
            actor.into(),
            for_crowd(&told).into(),
            CROWD.into(),
        ],
    );
    sql.push(people_sql(audience));
    sql.push(
        r#"),
        closer as materialized (select p.person from people p where p.person = $3::text or exists (select from "_User" u
            where u."objectId" = p.person and (coalesce(u."status", 'active') not in ('active', 'limited')
                or u."notifyPrefs" -> 'kinds' is not null)))
        select to_jsonb((select count(*) from people) - (select count(*) from closer)
            + (select count(*) from _touchstone.reached(
                    case when (select count(*) from people) > $5::int8 then $4::jsonb else $1::jsonb end,
                    array(select row(c.person, true, null)::_touchstone.receiver from closer c)) r
                where r.app or r.mail <> 'off' or r.push or r.discord or r.telegram))"#,
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}
