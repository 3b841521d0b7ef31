//! Linking accounts and undoing links, with a reason, and the list of links.

use async_trait::async_trait;
use feedback_model::UserId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::account_link::Grouping;
use super::link_reason::{self, LinkReason};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append_all};
use feedback_core::refused::invalid;
use feedback_points::points::postings_json;

/// Accounts linked at once.
pub(super) const MOST: usize = 200;

/// The answer of linking and unlinking.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkReply {
    person_id: String,
    pub(super) points: Vec<Json>,
}

/// Accounts to link as one person, and the reason.
#[derive(Debug)]
pub(super) struct NewLink<'a> {
    pub(super) users: &'a [String],
    pub(super) reason: LinkReason,
    pub(super) note: Option<String>,
    pub(super) case: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkParams {
    users: Vec<String>,
    reason: LinkReason,
    note: Option<String>,
}

pub(super) struct PersonLink;

#[async_trait]
impl Command for PersonLink {
    const NAME: &'static str = "personLink";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = LinkParams;
    type Answer = AuditedReply<LinkReply>;

    async fn run(ctx: &CommandContext, params: LinkParams) -> Result<Self::Answer, Error> {
        let note = link_reason::note(params.reason, params.note.as_deref())?;
        let link = NewLink { users: &params.users, reason: params.reason, note, case: None };
        Box::pin(make(ctx, &link)).await
    }
}

/// Accounts to link: two or more, without repetitions.
pub(super) fn check_users(users: &[String]) -> Result<(), Error> {
    let distinct: std::collections::BTreeSet<&String> = users.iter().collect();
    if distinct.len() == users.len() && (2..=MOST).contains(&users.len()) {
        return Ok(());
    }
    Err(invalid("LINK_USERS", "Choose 2 to 200 accounts, each once."))
}

/// Links accounts as one person, and notifies their owners.
pub(super) async fn make(
    ctx: &CommandContext,
    link: &NewLink<'_>,
) -> Result<AuditedReply<LinkReply>, Error> {
    check_users(link.users)?;
    let grouping = Grouping::together(ctx, link.users).await?;
    let regrouped = grouping.carry_out(ctx).await?;
    let ids: Vec<String> = grouping.accounts.iter().map(|account| account.id.clone()).collect();
    let person = grouping.person_of(link.users.first().map_or("", String::as_str)).to_owned();
    let told = save_link(ctx, link, &ids, &person).await?;
    let sentence = format!(
        "Your account counts as one person with others of this programme, because of {}.",
        link.reason.sentence()
    );
    append_linked(ctx, &told, "linked", &sentence).await?;
    let points = postings_json(ctx, &regrouped.posted).await?;
    let names: Vec<&str> =
        grouping.accounts.iter().filter_map(|one| one.username.as_deref()).collect();
    let change = AuditChange {
        kind: "person",
        id: person.clone(),
        label: names.join(", "),
        before: json!({ "persons": grouping.persons_before() }),
        after: json!({
            "persons": 1, "accounts": ids, "reason": link.reason.key(), "note": link.note, "case": link.case, "points": points,
        }),
    };
    Ok(AuditedReply::new(LinkReply { person_id: person, points }, change))
}

/// Stores the link, and returns the accounts that were not linked before.
async fn save_link(
    ctx: &CommandContext,
    link: &NewLink<'_>,
    accounts: &[String],
    person: &str,
) -> Result<Vec<String>, Error> {
    let renamed = Sql::fixed(
        r#"update _touchstone.person_link set person = $2::text where "user" = any($1::text[]) and undone_at is null"#,
        [Bind::from(accounts.to_vec()), person.into()],
    );
    ctx.execute(&renamed).await?;
    let ids: Vec<String> = accounts.iter().map(|_| ctx.new_id()).collect();
    let made = Sql::fixed(
        r#"insert into _touchstone.person_link (id, person, "user", reason, note, case_number, by, at)
        select one.id, $3::text, one.who, $4::text, $5::text, $6::int8::int, $7::text, $8::timestamptz
        from unnest($1::text[], $2::text[]) one(id, who)
        on conflict do nothing returning to_jsonb("user")"#,
        [
            Bind::from(ids),
            accounts.to_vec().into(),
            person.into(),
            link.reason.key().into(),
            link.note.as_deref().into(),
            link.case.map(i64::from).into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.rows(&made).await
}

/// Notifies users of the kind of decision about them.
pub(super) async fn append_linked(
    ctx: &CommandContext,
    users: &[String],
    status: &str,
    sentence: &str,
) -> Result<(), Error> {
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let event = |user: &String| DomainEvent {
        kind: EventKind::MemberCounted,
        issue: None,
        actor: actor.as_ref(),
        data: json!({ "user": user, "status": status, "reason": sentence }),
    };
    let events: Vec<DomainEvent<'_>> = users.iter().map(event).collect();
    append_all(ctx, &events).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct UnlinkParams {
    user: String,
    note: Option<String>,
}

pub(super) struct PersonUnlink;

#[async_trait]
impl Command for PersonUnlink {
    const NAME: &'static str = "personUnlink";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = UnlinkParams;
    type Answer = AuditedReply<LinkReply>;

    async fn run(ctx: &CommandContext, params: UnlinkParams) -> Result<Self::Answer, Error> {
        if params.user == ctx.member()?.id {
            return Err(invalid(
                "OWN_ACCOUNT",
                "You cannot decide about your own account. Ask another administrator.",
            ));
        }
        Box::pin(undo(ctx, &params.user, params.note.as_deref())).await
    }
}

/// Unlinks an account, and notifies the affected users.
pub(super) async fn undo(
    ctx: &CommandContext,
    user: &str,
    note: Option<&str>,
) -> Result<AuditedReply<LinkReply>, Error> {
    let grouping = Grouping::apart(ctx, user).await?;
    let regrouped = grouping.carry_out(ctx).await?;
    let left: Vec<&str> = grouping
        .accounts
        .iter()
        .map(|account| account.id.as_str())
        .filter(|id| *id != user)
        .collect();
    let person = left.first().map_or("", |first| grouping.person_of(first)).to_owned();
    let mut freed = vec![user.to_owned()];
    if let [alone] = left.as_slice() {
        freed.push((*alone).to_owned());
    }
    let sql = Sql::fixed(
        r#"with renamed as (update _touchstone.person_link set person = $3::text
            where "user" = any($2::text[]) and not ("user" = any($1::text[])) and undone_at is null)
        update _touchstone.person_link set undone_at = $4::timestamptz, undone_by = $5::text
        where "user" = any($1::text[]) and undone_at is null"#,
        [
            Bind::from(freed.clone()),
            left.iter().map(|id| (*id).to_owned()).collect::<Vec<String>>().into(),
            person.into(),
            ctx.now().into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await?;
    append_linked(ctx, &freed, "unlinked", "Your account is no longer linked to others.").await?;
    let points = postings_json(ctx, &regrouped.posted).await?;
    let own = grouping.accounts.iter().find(|account| account.id == user);
    let change = AuditChange {
        kind: "person",
        id: user.to_owned(),
        label: own.and_then(|own| own.username.clone()).unwrap_or_default(),
        before: json!({ "linkedWith": left }),
        after: json!({ "linkedWith": [], "note": note, "points": points }),
    };
    let reply = LinkReply { person_id: grouping.person_of(user).to_owned(), points };
    Ok(AuditedReply::new(reply, change))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LinksParams {
    cursor: Option<String>,
    limit: Option<u32>,
}

pub(super) struct PersonLinks;

#[async_trait]
impl Query for PersonLinks {
    const NAME: &'static str = "personLinks";
    const WHO: Who = Who::Administrator;
    type Params = LinksParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: LinksParams) -> Result<Json, Error> {
        let page = i64::from(params.limit.unwrap_or(50).clamp(1, 100));
        let from: i64 = match params.cursor {
            Some(cursor) => {
                cursor.parse().map_err(|_| invalid("CURSOR", "This page does not exist."))?
            }
            None => 0,
        };
        let sql = Sql::fixed(
            r#"with linked as (
                select l.person, max(l.at) as at, count(*) as accounts,
                    jsonb_agg(_touchstone.person_of(l."user") order by l.at, l."user") as people,
                    (array_agg(l.reason order by l.at desc))[1] as reason, (array_agg(l.by order by l.at desc))[1] as by,
                    (array_agg(l.case_number order by l.at desc))[1] as case_number,
                    (select a.state from _touchstone.appeal a where a.subject_type = 'risk' and a."user" = any(array_agg(l."user"))
                        order by a.opened_at desc limit 1) as appeal
                from _touchstone.person_link l where l.undone_at is null group by l.person)
            select jsonb_build_object('total', (select count(*) from linked), 'rows', coalesce((
                select jsonb_agg(jsonb_build_object('personId', p.person, 'people', p.people, 'reason', p.reason,
                    'by', _touchstone.person_of(p.by), 'at', _touchstone.iso(p.at), 'case', p.case_number, 'appeal', p.appeal)
                    order by p.at desc, p.person)
                from (select * from linked order by at desc, person offset $1::int8 limit $2::int8) p), '[]'))"#,
            [Bind::from(from), page.into()],
        );
        let mut found: Json = ctx.row(&sql).await?.unwrap_or_default();
        let total = found["total"].as_i64().unwrap_or_default();
        found["next"] = json!((from + page < total).then(|| (from + page).to_string()));
        Ok(found)
    }
}
