//! Counts the users that a notification would reach, by channel.

use feedback_model::notification::{
    Bucket, ChannelName, DeliveryPlan, NoticePolicy, NotificationKind, Preset, ReceiverFacts,
};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::audience::{Audience, people_sql};
use super::notify::{CROWD, SharedNotice};
use feedback_core::command_context::CommandContext;

/// Users that are read at a time.
const PAGE: i64 = 20_000;

/// The number of users, by channel.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PreviewCount {
    /// In the app or on another channel.
    pub people: i64,
    by_mail_now: i64,
    by_digest: i64,
    by_push: i64,
    by_chat: i64,
    /// Whether the audience is so large that only users who opted in get it by chat.
    #[serde(default)]
    chat_by_choice: bool,
}

/// Receivers with the same facts.
#[derive(Deserialize)]
struct ReceiverGroup {
    facts: ReceiverFacts,
    count: i64,
}

impl ReceiverGroup {
    /// What each of them gets outside quiet hours.
    fn plan(&self, policy: &NoticePolicy) -> DeliveryPlan {
        policy.plan(&ReceiverFacts { quiet: None, ..self.facts.clone() })
    }
}

impl PreviewCount {
    fn add(&mut self, policy: &NoticePolicy, group: &ReceiverGroup) {
        let plan = group.plan(policy);
        let mail = plan.delivery(ChannelName::Mail);
        let chats = [ChannelName::Discord, ChannelName::Telegram];
        let if_so = |is_so: bool| if is_so { group.count } else { 0 };
        self.people += if_so(plan.is_notified());
        self.by_mail_now += if_so(mail.is_some_and(|mail| !mail.is_digest));
        self.by_digest += if_so(mail.is_some_and(|mail| mail.is_digest));
        self.by_push += if_so(plan.delivery(ChannelName::Push).is_some());
        self.by_chat += if_so(chats.iter().any(|chat| plan.delivery(*chat).is_some()));
    }
}

#[derive(Deserialize)]
struct Page {
    found: i64,
    last: Option<String>,
    groups: Vec<ReceiverGroup>,
}

/// The number of users of an audience that the caller would notify, by channel.
pub async fn preview(
    ctx: &CommandContext,
    kind: NotificationKind,
    audience: Audience,
    given: &Json,
) -> Result<PreviewCount, Error> {
    let notice = SharedNotice::of_kind(ctx, kind).await?.by(&ctx.member()?.id);
    let mut sum = PreviewCount::default();
    let mut after = String::new();
    loop {
        let page = page(ctx, &notice, audience, given, &after).await?;
        let is_crowd = page.found > CROWD || !after.is_empty();
        let policy = notice.policy(is_crowd);
        page.groups.iter().for_each(|group| sum.add(&policy, group));
        let has_chat = kind.reach(Preset::Normal).chat;
        sum.chat_by_choice = is_crowd && has_chat && kind.bucket() == Bucket::News;
        match page.last {
            Some(last) if page.found >= PAGE => after = last,
            _ => return Ok(sum),
        }
    }
}

async fn page(
    ctx: &CommandContext,
    notice: &SharedNotice,
    audience: Audience,
    given: &Json,
    after: &str,
) -> Result<Page, Error> {
    let mut sql = Sql::fixed(
        "with page as materialized (select found.person, found.is_own, found.extra from (",
        [
            Bind::from(notice.as_json()?),
            ctx.now().into(),
            Bind::Null,
            given.clone().into(),
            after.into(),
            PAGE.into(),
        ],
    );
    sql.push(audience.sql());
    sql.push(
        ") found where $2::timestamptz is not null and $3::text is null
            order by found.person, found.is_own desc limit $6::int8),
        alike as (select f.facts, count(*) from _touchstone.receiver_facts($1::jsonb,
            array(select row(p.person, p.is_own, p.extra)::_touchstone.receiver from page p)) f group by f.facts)
        select jsonb_build_object('found', (select count(*) from page), 'last', (select max(person) from page), 'groups',
            (select coalesce(jsonb_agg(jsonb_build_object('facts', a.facts, 'count', a.count)), '[]') from alike a))",
    );
    let page: Option<Page> = ctx.row(&sql).await?;
    Ok(page.unwrap_or(Page { found: 0, last: None, groups: Vec::new() }))
}

#[derive(Deserialize)]
struct AudienceCount {
    people: i64,
    /// Users who are checked one by one.
    closer: i64,
    groups: Vec<ReceiverGroup>,
}

/// The number of users of an audience that the caller notifies, counted with one statement that
/// reads details only of users who are suspended or have preferences.
pub async fn count_people(
    ctx: &CommandContext,
    kind: NotificationKind,
    audience: Audience,
    given: &Json,
) -> Result<i64, Error> {
    let actor = ctx.member()?.id.clone();
    let notice = SharedNotice::of_kind(ctx, kind).await?.by(&actor);
    let mut sql = Sql::fixed(
        "with people as materialized (",
        [Bind::from(notice.as_json()?), given.clone().into(), actor.into()],
    );
    sql.push(people_sql(audience));
    sql.push(
        r#"),
        closer as materialized (select p.person from people p where p.person = $3::text or exists (select from "_User" u
            where u."objectId" = p.person and (coalesce(u."status", 'active') not in ('active', 'limited')
                or u."notifyPrefs" -> 'kinds' is not null))),
        alike as (select f.facts, count(*) from _touchstone.receiver_facts($1::jsonb,
            array(select row(c.person, true, null)::_touchstone.receiver from closer c)) f group by f.facts)
        select jsonb_build_object('people', (select count(*) from people), 'closer', (select count(*) from closer), 'groups',
            (select coalesce(jsonb_agg(jsonb_build_object('facts', a.facts, 'count', a.count)), '[]') from alike a))"#,
    );
    let Some(AudienceCount { people, closer, groups }) = ctx.row(&sql).await? else { return Ok(0) };
    let policy = notice.policy(people > CROWD);
    let notified = groups.iter().filter(|group| group.plan(&policy).is_notified());
    Ok(people - closer + notified.map(|group| group.count).sum::<i64>())
}
