//! Notifies users: at once if they are few, in pages by a worker if they are many.

use feedback_model::notification::{
    Bucket, DeliveryPlan, Due, NoticePolicy, NotificationKind, ReceiverFacts,
};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::audience::Audience;
use super::plan::NotificationPlan;
use crate::delivery::wake_channels_on_commit;
use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;
use feedback_core::wakes::Queue;

/// Users that are notified in the transaction that consumes an event.
const AT_ONCE: i64 = 500;

/// Above this audience size, news goes to chat only for users who opted in: services treat a bot
/// that writes to every user as spam.
pub(super) const CROWD: i64 = 1_000;

/// The content that all receivers share. Stored in `fan_out` while they are notified.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SharedNotice {
    event: String,
    /// The time of the event.
    at: String,
    kind: NotificationKind,
    bucket: Bucket,
    actor: Option<String>,
    issue: Option<String>,
    group_key: String,
    data: Json,
    /// The group keys of the notices of the same event that precede this one.
    earlier: Vec<String>,
    /// The time zone of the programme.
    zone: String,
    digest_hour: u32,
    mails_per_day: u32,
    is_crowd: bool,
}

impl SharedNotice {
    /// The common fields of a kind of notification, without an actor and a subject.
    pub(super) async fn of_kind(
        ctx: &CommandContext,
        kind: NotificationKind,
    ) -> Result<SharedNotice, Error> {
        let settings = ctx.settings().await?;
        Ok(SharedNotice {
            event: String::new(),
            at: ctx.now().iso(),
            kind,
            bucket: kind.bucket(),
            actor: None,
            issue: None,
            group_key: String::new(),
            data: json!({}),
            earlier: Vec::new(),
            zone: settings.text("programme.timeZone").to_owned(),
            digest_hour: settings.whole("notify.digestHour"),
            mails_per_day: settings.whole("notify.mailPerDay"),
            is_crowd: false,
        })
    }

    /// A notice of an event. `earlier` are the group keys of those that come before it.
    pub(super) async fn new(
        ctx: &CommandContext,
        event: &StoredEvent,
        notice: &NotificationPlan,
        earlier: &[String],
    ) -> Result<SharedNotice, Error> {
        Ok(SharedNotice {
            event: event.id.to_string(),
            at: event.at().iso(),
            bucket: notice.bucket(),
            actor: event.actor.as_ref().map(ToString::to_string),
            issue: event.issue.as_ref().map(ToString::to_string),
            group_key: notice.group_key(),
            data: notice.data.clone(),
            earlier: earlier.to_vec(),
            ..SharedNotice::of_kind(ctx, notice.kind).await?
        })
    }

    /// Adds an actor, who is not notified.
    pub(super) fn by(self, actor: &str) -> SharedNotice {
        SharedNotice { actor: Some(actor.to_owned()), ..self }
    }

    /// The policy for its receivers, in a large audience or not.
    pub(super) fn policy(&self, is_crowd: bool) -> NoticePolicy {
        NoticePolicy {
            kind: self.kind,
            bucket: self.bucket,
            is_crowd,
            mails_per_day: self.mails_per_day,
        }
    }

    pub(super) fn as_json(&self) -> Result<Json, Error> {
        serde_json::to_value(self)
            .map_err(|error| Error::Failed { doing: "writing a notice", source: Box::new(error) })
    }
}

/// A notice and its audience.
#[derive(Debug)]
pub(super) struct AddressedNotice<'a> {
    pub(super) notice: &'a SharedNotice,
    pub(super) audience: Audience,
    pub(super) issue: Option<&'a str>,
    pub(super) given: &'a Json,
}

/// A page of an audience.
#[derive(Debug, Deserialize)]
struct FoundPage {
    /// Number of users on the page.
    found: i64,
    /// The last user of the page.
    last: Option<String>,
    /// `None` if another transaction notifies one of them.
    receivers: Option<Vec<Receiver>>,
}

#[derive(Debug, Deserialize)]
struct Receiver {
    person: String,
    /// Data for this receiver only.
    extra: Option<Json>,
    zone: String,
    facts: ReceiverFacts,
}

/// The result of notifying a page.
#[derive(Debug)]
pub(super) struct Page {
    /// Number of notified users. The others chose not to be.
    pub(super) people: i64,
    /// The last user of the page.
    pub(super) last: Option<String>,
    /// Number of users on the page.
    pub(super) found: i64,
}

/// Notifies an audience, or leaves it to the worker.
pub(super) async fn notify(
    ctx: &CommandContext,
    event: &StoredEvent,
    addressed: &AddressedNotice<'_>,
) -> Result<(), Error> {
    let people = if addressed.audience.may_be_many() { count(ctx, addressed).await? } else { 0 };
    if people > AT_ONCE {
        return enqueue_fan_out(ctx, event, addressed, people > CROWD).await;
    }
    notify_page(ctx, addressed, "", AT_ONCE + 1, ReceiverLock::Wait).await?;
    wake_channels_on_commit(ctx);
    Ok(())
}

/// What to do while another transaction notifies one of the receivers.
///
/// A consumer holds locks of earlier events, so it waits. A fan-out skips its page at first,
/// because the two could deadlock, and PostgreSQL would abort one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ReceiverLock {
    Wait,
    Skip,
}

/// Notifies up to this many users of an audience who come after a user. `None` if another
/// transaction holds one of them.
pub(super) async fn notify_page(
    ctx: &CommandContext,
    addressed: &AddressedNotice<'_>,
    after: &str,
    most: i64,
    lock: ReceiverLock,
) -> Result<Option<Page>, Error> {
    let notice = addressed.notice.as_json()?;
    let mut binds = binds(ctx, addressed, &notice, after, most);
    binds.push((lock == ReceiverLock::Wait).into());
    let mut sql = Sql::fixed(
        "with page as materialized (select found.person, found.is_own, found.extra from (",
        binds,
    );
    sql.push(addressed.audience.sql());
    sql.push(
        ") found where $3::text is null or $3::text <> '' or $4::jsonb is not null
            order by found.person, found.is_own desc limit $6::int8)
        select jsonb_build_object('found', (select count(*) from page), 'last', (select max(person) from page),
            'receivers', _touchstone.hold_receivers($1::jsonb, $2::timestamptz,
                array(select row(p.person, p.is_own, p.extra)::_touchstone.receiver from page p), $7::bool))",
    );
    let page: Option<FoundPage> = ctx.row(&sql).await?;
    let Some(FoundPage { found, last, receivers: Some(receivers) }) = page else { return Ok(None) };
    let policy = addressed.notice.policy(addressed.notice.is_crowd);
    let plans: Vec<(Receiver, DeliveryPlan)> = receivers
        .into_iter()
        .map(|receiver| {
            let plan = policy.plan(&receiver.facts);
            (receiver, plan)
        })
        .filter(|(_, plan)| plan.is_notified())
        .collect();
    write(ctx, notice, &plans).await?;
    Ok(Some(Page { people: i64::try_from(plans.len()).unwrap_or(i64::MAX), last, found }))
}

/// Writes notifications in the app, and deliveries for the channels.
async fn write(
    ctx: &CommandContext,
    notice: Json,
    plans: &[(Receiver, DeliveryPlan)],
) -> Result<(), Error> {
    if plans.is_empty() {
        return Ok(());
    }
    let shown = plans.iter().filter(|(_, plan)| plan.is_in_app);
    let shown: Json =
        shown.map(|(to, _)| json!({ "person": to.person, "extra": to.extra })).collect();
    let planned =
        plans.iter().flat_map(|(to, plan)| plan.deliveries.iter().map(move |one| (to, one)));
    let planned: Json = planned
        .map(|(to, delivery)| {
            let at = match delivery.due {
                Due::Now | Due::Gathered => None,
                Due::At(time) => Some(time),
            };
            json!({
                "person": to.person, "extra": to.extra, "channel": delivery.channel.key(),
                "isDigest": delivery.is_digest, "days": at.map(|at| at.days),
                "minute": at.map(|at| at.minute), "zone": to.zone, "isGathered": delivery.due == Due::Gathered,
            })
        })
        .collect();
    let sql = Sql::fixed(
        WRITE,
        [Bind::from(notice), ctx.now().into(), Bind::from(shown), Bind::from(planned)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// An open notification of the same group is counted up. Times of a receiver's day become
/// timestamps. Collected deliveries are due at the next full five minutes, so that a burst has one
/// time.
const WRITE: &str = r#"with written as (
    insert into "Notification" as n ("objectId", "createdAt", "updatedAt", "user", "event", "bucket", "issue", "actor",
        "groupKey", "count", "data")
    select left(translate(encode(sha256(convert_to(($1::jsonb ->> 'event') || ($1::jsonb ->> 'kind') || s.person, 'UTF8')), 'base64'), '+/=', 'abc'), 10),
        $2::timestamptz, $2::timestamptz, s.person, $1::jsonb ->> 'kind', $1::jsonb ->> 'bucket', $1::jsonb ->> 'issue',
        $1::jsonb ->> 'actor', $1::jsonb ->> 'groupKey', 1, $1::jsonb -> 'data' || coalesce(s.extra, '{}')
    from jsonb_to_recordset($3::jsonb) s(person text, extra jsonb) order by s.person
    on conflict ("user", "groupKey") where case "bucket" when 'action' then "doneAt" is null else "readAt" is null end
    do update set "count" = n."count" + 1, "data" = _touchstone.said_more(n."data", excluded."data"), "actor" = excluded."actor",
        "readAt" = null, "updatedAt" = excluded."updatedAt"
    returning n."user" as person, n."objectId" as id, n."data" as data)
insert into _touchstone.delivery (key, channel, receiver, notification, event, kind, bucket, issue, data, state, in_digest,
    due_at, created_at)
select ($1::jsonb ->> 'event') || ':' || p.person || ':' || p.channel, p.channel, p.person, w.id, $1::jsonb ->> 'event',
    $1::jsonb ->> 'kind', $1::jsonb ->> 'bucket', $1::jsonb ->> 'issue',
    coalesce(w.data, $1::jsonb -> 'data' || coalesce(p.extra, '{}')),
    case when p."isDigest" then 'digest' else 'waiting' end, p."isDigest",
    case when p."isGathered" then date_bin('5 minutes', $2::timestamptz, timestamptz 'epoch') + interval '5 minutes'
        when p.minute is null then $2::timestamptz else greatest($2::timestamptz,
        (($2::timestamptz at time zone p.zone)::date + p.days + make_interval(mins => p.minute)) at time zone p.zone) end,
    $2::timestamptz
from jsonb_to_recordset($4::jsonb)
        p(person text, extra jsonb, channel text, "isDigest" boolean, days int, minute int, zone text, "isGathered" boolean)
    left join written w on w.person = p.person
order by p.person, p.channel
on conflict (key) do nothing"#;

/// The size of an audience, up to the limit that matters here.
async fn count(ctx: &CommandContext, addressed: &AddressedNotice<'_>) -> Result<i64, Error> {
    let mut sql = Sql::fixed(
        "select to_jsonb(count(*)) from (select 1 from (",
        binds(ctx, addressed, &Json::Null, "", CROWD + 1),
    );
    sql.push(addressed.audience.sql());
    sql.push(
        ") found where $1::jsonb is not null and $2::timestamptz is not null and ($3::text is null or $3::text <> '')
            and $4::jsonb is not null limit $6::int8) few",
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

fn binds(
    ctx: &CommandContext,
    addressed: &AddressedNotice<'_>,
    notice: &Json,
    after: &str,
    most: i64,
) -> Vec<Bind> {
    vec![
        Bind::from(notice.clone()),
        ctx.now().into(),
        addressed.issue.into(),
        addressed.given.clone().into(),
        after.into(),
        most.into(),
    ]
}

async fn enqueue_fan_out(
    ctx: &CommandContext,
    event: &StoredEvent,
    addressed: &AddressedNotice<'_>,
    is_crowd: bool,
) -> Result<(), Error> {
    let notice = SharedNotice { is_crowd, ..addressed.notice.clone() };
    let sql = Sql::fixed(
        "insert into _touchstone.fan_out (event, notice, audience, issue, given, created_at)
        values ($1::text, $2::jsonb, $3::text, $4::text, $5::jsonb, $6::timestamptz)",
        [
            Bind::from(&*event.id),
            notice.as_json()?.into(),
            addressed.audience.key().into(),
            addressed.issue.into(),
            addressed.given.clone().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await?;
    ctx.wake_on_commit(Queue::FanOut);
    Ok(())
}
