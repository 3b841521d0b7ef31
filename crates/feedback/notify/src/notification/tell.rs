//! Telling people: at once where they are few, in pages by a worker where they are many.

use feedback_model::notification::{Bucket, MailMode, NotificationKind, Preset};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::{Map, json};

use super::audience::Audience;
use super::plan::Notice;
use crate::delivery::wake_channels_on_commit;
use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;
use feedback_core::wakes::Queue;

/// The most people that are told in the transaction that consumes an event.
const AT_ONCE: i64 = 500;

/// From more than so many people on, news is no message to each of those who never asked for one in their chat: services
/// take a bot that writes to everybody for spam, and channels are made for it.
pub(super) const CROWD: i64 = 1_000;

/// What is told of a kind to a crowd: by chat only to whoever chose that, for the kind or by the preset of everything.
/// What waits for people is never left out.
pub(super) fn for_crowd(told: &Json) -> Json {
    let mut told = told.clone();
    if told["bucket"] == Bucket::News.key() {
        told["reach"][Preset::Normal.key()]["chat"] = false.into();
    }
    told
}

/// What is told, as `_touchstone.tell` reads it. `earlier` are the group keys of those notices of
/// the same event that come before this one.
pub(super) async fn told(
    ctx: &CommandContext,
    event: &StoredEvent,
    notice: &Notice,
    earlier: &[String],
) -> Result<Json, Error> {
    let mut told = base(ctx, notice.kind).await?;
    let fields = [
        ("event", json!(event.id)),
        ("at", json!(event.at().iso())),
        ("actor", json!(event.actor)),
        ("issue", json!(event.issue)),
        ("groupKey", json!(notice.group_key())),
        ("bucket", json!(notice.bucket().key())),
        ("data", notice.data.clone()),
        ("earlier", json!(earlier)),
    ];
    for (key, value) in fields {
        told[key] = value;
    }
    Ok(told)
}

/// What is the same whenever something of a kind is told.
pub(crate) async fn base(ctx: &CommandContext, kind: NotificationKind) -> Result<Json, Error> {
    let settings = ctx.settings().await?;
    Ok(json!({
        "kind": kind.key(), "bucket": kind.bucket().key(), "isAlways": kind.is_always_in_app(),
        "forAdmins": kind.is_for_administrators(), "reach": reach(kind), "earlier": [], "data": {},
        "zone": settings.text("programme.timeZone"), "digestHour": settings.whole("notify.digestHour"),
        "mailPerDay": settings.whole("notify.mailPerDay"),
    }))
}

/// Where a kind reaches people by their preset.
fn reach(kind: NotificationKind) -> Json {
    let mut presets = Map::new();
    for preset in Preset::ALL {
        let reach = kind.reach(preset);
        let others = match reach.mail {
            MailMode::Now if kind.is_first_for_its_owner(preset) => MailMode::Digest,
            mail => mail,
        };
        let one = json!({
            "app": reach.app, "mail": reach.mail.key(), "mailOthers": others.key(), "push": reach.push, "chat": reach.chat,
        });
        presets.insert(preset.key().to_owned(), one);
    }
    Json::Object(presets)
}

/// Some people to be told.
#[derive(Debug)]
pub(super) struct Telling<'a> {
    pub(super) told: &'a Json,
    pub(super) audience: Audience,
    pub(super) issue: Option<&'a str>,
    pub(super) given: &'a Json,
}

/// What became of telling a page.
#[derive(Debug, Deserialize)]
pub(super) struct Page {
    /// How many of them are told; the others chose not to be.
    pub(super) people: i64,
    /// Whom the page ended with.
    pub(super) last: Option<String>,
    /// How many there were on the page.
    pub(super) found: i64,
}

/// Whoever tells people does it one after the other, in the order of asking, so that what limits
/// how much somebody is sent counts all of it.
pub(super) async fn take_turn(ctx: &CommandContext) -> Result<(), Error> {
    let lock = Sql::new("select pg_advisory_xact_lock(hashtextextended('touchstone.tell', 0))");
    ctx.execute(&lock).await.map(drop)
}

/// Tells an audience, or leaves it to the worker.
pub(super) async fn tell(
    ctx: &CommandContext,
    event: &StoredEvent,
    telling: &Telling<'_>,
) -> Result<(), Error> {
    let people = if telling.audience.may_be_many() { count(ctx, telling).await? } else { 0 };
    if people > CROWD {
        let told = for_crowd(telling.told);
        return leave(ctx, event, &Telling { told: &told, ..*telling }).await;
    }
    if people > AT_ONCE {
        return leave(ctx, event, telling).await;
    }
    tell_page(ctx, telling, "", AT_ONCE + 1).await?;
    wake_channels_on_commit(ctx);
    Ok(())
}

/// Tells those of an audience who come after somebody, so many at most.
pub(super) async fn tell_page(
    ctx: &CommandContext,
    telling: &Telling<'_>,
    after: &str,
    most: i64,
) -> Result<Page, Error> {
    let mut sql = Sql::fixed(
        "with page as materialized (select found.person, found.is_own, found.extra from (",
        binds(ctx, telling, after, most),
    );
    sql.push(telling.audience.sql());
    sql.push(
        ") found order by found.person, found.is_own desc limit $6::int8),
        told as materialized (select _touchstone.tell($1::jsonb, $2::timestamptz,
            array(select row(p.person, p.is_own, p.extra)::_touchstone.receiver from page p)) as people
            where $3::text is null or $3::text <> '' or $4::jsonb is not null)
        select jsonb_build_object('people', coalesce(cardinality(told.people), 0), 'last', (select max(person) from page),
            'found', (select count(*) from page)) from told",
    );
    let page: Option<Page> = ctx.row(&sql).await?;
    Ok(page.unwrap_or(Page { people: 0, last: None, found: 0 }))
}

/// How many an audience has, as far as it matters here.
async fn count(ctx: &CommandContext, telling: &Telling<'_>) -> Result<i64, Error> {
    let mut sql = Sql::fixed(
        "select to_jsonb(count(*)) from (select 1 from (",
        binds(ctx, telling, "", CROWD + 1),
    );
    sql.push(telling.audience.sql());
    sql.push(
        ") found where $1::jsonb is not null and $2::timestamptz is not null and ($3::text is null or $3::text <> '')
            and $4::jsonb is not null limit $6::int8) few",
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

fn binds(ctx: &CommandContext, telling: &Telling<'_>, after: &str, most: i64) -> [Bind; 6] {
    [
        Bind::from(telling.told.clone()),
        ctx.now().into(),
        telling.issue.into(),
        telling.given.clone().into(),
        after.into(),
        most.into(),
    ]
}

async fn leave(
    ctx: &CommandContext,
    event: &StoredEvent,
    telling: &Telling<'_>,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.fan_out (event, told, audience, issue, given, created_at)
        values ($1::text, $2::jsonb, $3::text, $4::text, $5::jsonb, $6::timestamptz)",
        [
            Bind::from(&*event.id),
            telling.told.clone().into(),
            telling.audience.key().into(),
            telling.issue.into(),
            telling.given.clone().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::FanOut);
    Ok(())
}
