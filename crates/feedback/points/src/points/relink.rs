//! Points of accounts that are linked as one person, or unlinked.
//!
//! Entries move by a reversal and a copy. Reward pools in which several of the accounts have a
//! share, or whose caps they reach together, are recalculated. The result depends only on who is
//! one person (`feedback-model/src/relink.rs`).

use std::collections::{BTreeMap, BTreeSet};

use feedback_model::ledger::key_again;
use feedback_model::ledger::{Draft, EntryKind};
use feedback_model::relink::{Decision, Held, moves};
use feedback_model::settlement::Cause;
use feedback_model::{IssueId, PersonId, UserId};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::Posted;
use super::ledger::{Posting, post};
use super::purse::{OtherIssues, PurseCase};
use super::reconcile::post_payout;
use feedback_core::command_context::CommandContext;
use feedback_core::timestamp::timestamp;

/// The new persons of accounts, and the reason.
#[derive(Debug)]
pub struct Relinking<'a> {
    /// Every account of every affected person, with its new person.
    pub persons: &'a BTreeMap<UserId, PersonId>,
    /// The reason for those who lose points.
    pub reason: &'a str,
}

impl Relinking<'_> {
    fn users(&self) -> Vec<String> {
        self.persons.keys().map(|user| user.as_str().to_owned()).collect()
    }
}

/// The result.
#[derive(Debug, Default)]
pub struct Relinked {
    /// The new entries.
    pub posted: Vec<Posted>,
    /// Points that cannot move, because their season is final.
    pub frozen: i64,
}

/// Assigns accounts to persons, with all their ledger entries. The caller must not have locked a
/// person, because issues are locked before persons.
pub async fn relink(ctx: &CommandContext, relinking: &Relinking<'_>) -> Result<Relinked, Error> {
    let purses = lock_purses(ctx, relinking).await?;
    lock_submissions(ctx, relinking).await?;
    lock_people(ctx, relinking, &purses).await?;
    rename(ctx, relinking).await?;
    let mut relinked = move_entries(ctx, relinking).await?;
    for issue in &purses {
        relinked.posted.extend(share_anew(ctx, issue, relinking.reason).await?);
    }
    write_paid(ctx, relinking.users()).await?;
    Ok(relinked)
}

/// A decision about a submission locks it before its person.
async fn lock_submissions(ctx: &CommandContext, relinking: &Relinking<'_>) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select 'true'::jsonb from "Submission" where "user" = any($1::text[]) order by "objectId" collate "C" for update"#,
        [Bind::from(relinking.users())],
    );
    let _: Vec<bool> = ctx.rows(&sql).await?;
    Ok(())
}

/// Locks the issues whose pools may change, earliest confirmation first: those that several of the
/// accounts reported, or on which they reach a cap together.
async fn lock_purses(
    ctx: &CommandContext,
    relinking: &Relinking<'_>,
) -> Result<Vec<IssueId>, Error> {
    let sql = Sql::fixed(
        r#"with own as (
            select i."reporter" as who, coalesce(i."duplicateOf", i."objectId") as root from "Issue" i where i."reporter" = any($1::text[])),
        paid as (
            select r."objectId" as id, r."kind" as kind, r."severity" as severity, r."confirmedAt" as at, r."number" as number, o.who
            from own o join "Issue" r on r."objectId" = o.root where r."confirmedAt" is not null)
        select to_jsonb(p.id) from paid p
        where exists (select from paid o where o.who <> p.who and (o.id = p.id
            or (p.kind <> 'bug' or p.severity = 'S4') and o.kind = p.kind and o.severity is not distinct from p.severity
                and abs(extract(epoch from o.at - p.at)) < 8 * 86400))
        group by p.id, p.at, p.number order by p.at, p.number"#,
        [Bind::from(relinking.users())],
    );
    let issues: Vec<IssueId> = ctx.rows(&sql).await?;
    let ids: Vec<String> = issues.iter().map(|issue| issue.as_str().to_owned()).collect();
    let lock = Sql::fixed(
        r#"select 'true'::jsonb from "Issue" where "objectId" = any($1::text[]) order by "objectId" collate "C" for update"#,
        [Bind::from(ids)],
    );
    let _: Vec<bool> = ctx.rows(&lock).await?;
    Ok(issues)
}

/// Locks the old and new persons of the accounts, and all persons with a share in one of the pools,
/// in the common lock order.
async fn lock_people(
    ctx: &CommandContext,
    relinking: &Relinking<'_>,
    purses: &[IssueId],
) -> Result<(), Error> {
    let ids: Vec<String> = purses.iter().map(|issue| issue.as_str().to_owned()).collect();
    let after: BTreeSet<&str> = relinking.persons.values().map(PersonId::as_str).collect();
    let after: Vec<String> = after.into_iter().map(str::to_owned).collect();
    let sql = Sql::fixed(
        r#"select _touchstone.hold_person(person) from (
            select person from (
                select u."personId" as person from "_User" u where u."objectId" = any($1::text[])
                union select unnest($2::text[])
                union select u."personId" from "Issue" i join "_User" u on u."objectId" = i."reporter"
                    where i."objectId" = any($3::text[]) or i."duplicateOf" = any($3::text[])
                union select e."personId" from "PointsEntry" e where e."issue" = any($3::text[])) all_of_them
            where person is not null order by person collate "C") persons"#,
        [Bind::from(relinking.users()), after.into(), ids.into()],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn rename(ctx: &CommandContext, relinking: &Relinking<'_>) -> Result<(), Error> {
    let persons = relinking.persons.values().map(|person| person.as_str().to_owned());
    let sql = Sql::fixed(
        r#"update "_User" u set "personId" = one.person, "updatedAt" = $3::timestamptz
        from unnest($1::text[], $2::text[]) one(id, person)
        where u."objectId" = one.id and u."personId" is distinct from one.person"#,
        [Bind::from(relinking.users()), persons.collect::<Vec<String>>().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn move_entries(ctx: &CommandContext, relinking: &Relinking<'_>) -> Result<Relinked, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('entry', _touchstone.ledger_entry(e), 'issue', e."issue",
            'day', _touchstone.day(e."at", $2::text), 'reversedBy', r."idemKey", 'mission', s."mission",
            'isVoid', coalesce(s."state" = 'revoked', false))
        from "PointsEntry" e
        left join "Submission" s on e."sourceType" = 'submission' and s."objectId" = e."sourceId"
        left join "PointsEntry" r on r."season" = e."season" and r."reversalOf" = e."seq"
        where e."user" = any($1::text[]) and e."kind" <> 'reversal' order by e."season", e."seq""#,
        [Bind::from(relinking.users()), ctx.settings().await?.text("programme.timeZone").into()],
    );
    let all: Vec<Held> = ctx.rows(&sql).await?;
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let (frozen, held): (Vec<Held>, Vec<Held>) =
        all.into_iter().partition(|held| rules_and_seasons.is_frozen(held.entry.draft.season));
    let stays = |held: &&Held| {
        held.reversed_by.is_none()
            && relinking.persons.get(&held.entry.draft.user) != Some(&held.entry.draft.person)
    };
    let frozen = frozen.iter().filter(stays).map(|held| held.entry.draft.amount.abs()).sum();
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let decision =
        Decision { reason: relinking.reason, actor: actor.as_ref(), now: timestamp(ctx.now()) };
    let rules = |at| rules_and_seasons.rules_at(at).ok().map(|published| &published.rules);
    let found = moves(&held, relinking.persons, rules, &decision);
    let postings = found.into_iter().map(|(draft, issue)| Posting { draft, issue });
    Ok(Relinked { posted: post(ctx, postings.collect()).await?, frozen })
}

/// Writes the paid points and the person of submissions, according to the ledger.
async fn write_paid(ctx: &CommandContext, users: Vec<String>) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Submission" s set "personId" = u."personId", "paid" = paid.sum, "updatedAt" = $2::timestamptz
        from "_User" u, lateral (select o."objectId" as id, coalesce(sum(e."amount"), 0) as sum from "Submission" o
            left join "PointsEntry" e on e."sourceType" = 'submission' and e."sourceId" = o."objectId"
            where o."user" = u."objectId" group by 1) paid
        where u."objectId" = any($1::text[]) and s."objectId" = paid.id
            and (s."personId", s."paid") is distinct from (u."personId", paid.sum)"#,
        [Bind::from(users), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// After the mission payment of one account of a person was reversed, pays another of their
/// accounts that did the mission and was unpaid because of the first. The caller has locked the
/// person.
pub(super) async fn pay_another_account(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_object_agg(a."objectId", a."personId") from "_User" u
        join "_User" a on a."personId" = u."personId" where u."objectId" = $1::text having count(*) > 1"#,
        [Bind::from(user)],
    );
    let Some(persons) = ctx.row::<BTreeMap<UserId, PersonId>>(&sql).await? else { return Ok(()) };
    let relinking = Relinking { persons: &persons, reason: "another account was paid for it" };
    move_entries(ctx, &relinking).await?;
    write_paid(ctx, relinking.users()).await
}

/// Recalculates the pool of an issue for the current persons. A pool with an entry in a final
/// season does not change, because such an entry cannot be reversed.
async fn share_anew(
    ctx: &CommandContext,
    issue: &IssueId,
    reason: &str,
) -> Result<Vec<Posted>, Error> {
    let case = PurseCase::read(ctx, issue).await?;
    let now = timestamp(ctx.now());
    if case.purse_awards().any(|entry| case.rules_and_seasons.is_frozen(entry.draft.season)) {
        return Ok(Vec::new());
    }
    let mut payable = case.payable(now)?;
    if !payable.shares_purse(true) {
        return Ok(Vec::new());
    }
    payable.purse.capped = case.capped(ctx, now, OtherIssues::Earlier).await?;
    let actor = ctx.member().ok().map(|member| UserId::from(member.id.as_str()));
    let cause = Cause::Change(reason.to_owned());
    let mut payout = payable.payout(&cause, true, actor.as_ref(), now);
    let places = AwardPositions::read(ctx, issue).await?;
    payout.drafts.iter_mut().for_each(|draft| places.keep(draft));
    post_payout(ctx, &case, payout).await
}

/// The ledger positions of a pool's awards before any accounts were linked.
struct AwardPositions(Vec<AwardPosition>);

#[derive(Deserialize)]
struct AwardPosition {
    user: UserId,
    season: u32,
    seq: u64,
}

impl AwardPositions {
    async fn read(ctx: &CommandContext, issue: &IssueId) -> Result<AwardPositions, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('user', e."user", 'season', e."season"::int, 'seq', max(e."seq")::bigint)
            from "PointsEntry" e where e."issue" = $1::text and e."kind" = 'award' and e."sourceType" = 'issue'
                and e."idemKey" like 'purse:%' group by e."user", e."season""#,
            [Bind::from(issue.as_str())],
        );
        Ok(AwardPositions(ctx.rows(&sql).await?))
    }

    /// A share that is paid again keeps its position. A new one gets the next position.
    fn keep(&self, draft: &mut Draft) {
        if draft.kind != EntryKind::Award || !draft.rule.is_purse() {
            return;
        }
        let is_own =
            |place: &&AwardPosition| place.season == draft.season && place.user == draft.user;
        if let Some(place) = self.0.iter().find(is_own) {
            draft.idem_key = key_again(place.seq, draft.season, &draft.idem_key);
        }
    }
}
