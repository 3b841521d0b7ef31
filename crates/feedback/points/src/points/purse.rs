//! An issue and its reporters, in the form of the rules about points.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use feedback_model::caps;
use feedback_model::ledger::{Entry, EntryKind};
use feedback_model::payout::Payable;
use feedback_model::rule_set::Published;
use feedback_model::settlement::{Claim, Purse};
use feedback_model::timestamp::Day;
use feedback_model::{
    IssueId, Kind, PersonId, Quality, Resolution, RuleKey, Severity, Status, Timestamp, UserId,
};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;
use feedback_core::rules_and_seasons::RulesAndSeasons;
use feedback_core::timestamp::date;

/// An issue with its set, its entries, and the facts for the rules.
#[derive(Debug)]
pub(super) struct PurseCase {
    pub(super) facts: PurseFacts,
    /// The effective sum of all entries, by rule.
    pub(super) entries: Vec<Entry>,
    pub(super) rules_and_seasons: Arc<RulesAndSeasons>,
}

/// The facts of the issue itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PurseFacts {
    pub(super) id: IssueId,
    pub(super) number: u32,
    pub(super) kind: Kind,
    pub(super) status: Status,
    pub(super) resolution: Option<Resolution>,
    pub(super) duplicate_of: Option<IssueId>,
    pub(super) severity: Option<Severity>,
    pub(super) quality: Option<Quality>,
    pub(super) submitted_at: Timestamp,
    pub(super) confirmed_at: Option<Timestamp>,
    pub(super) settled_at: Option<Timestamp>,
    /// When the settlement in the ledger was written.
    pub(super) paid_out_at: Option<Timestamp>,
    /// Whether the issue it was merged into is settled and paid out.
    pub(super) is_root_paid_out: bool,
    pub(super) cycle: u32,
    claims: Vec<ClaimRow>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClaimRow {
    user: UserId,
    person: PersonId,
    number: u32,
    submitted_at: Timestamp,
    is_root: bool,
    resolution: Option<Resolution>,
    is_admin: bool,
    is_active: bool,
}

impl PurseCase {
    /// Locks an issue, then all persons whose points depend on it, and reads all of it.
    ///
    /// Its duplicates need no lock: every command that changes a set locks its root, and locking
    /// them here, after the root, could deadlock.
    pub(super) async fn lock(ctx: &CommandContext, issue: &IssueId) -> Result<PurseCase, Error> {
        let sql = Sql::fixed(
            r#"select 'true'::jsonb from "Issue" where "objectId" = $1::text for update"#,
            [Bind::from(issue.as_str())],
        );
        let _: Vec<bool> = ctx.rows(&sql).await?;
        lock_persons(ctx, issue).await?;
        PurseCase::read(ctx, issue).await
    }

    /// Reads all of it without locks.
    pub(super) async fn read(ctx: &CommandContext, issue: &IssueId) -> Result<PurseCase, Error> {
        let rules_and_seasons = ctx.rules_and_seasons().await?;
        let FoundPurse { facts, entries } = found(ctx, issue).await?.ok_or_else(not_found)?;
        Ok(PurseCase { facts, entries, rules_and_seasons })
    }

    /// Whether its points are final and paid, so that they change only by a command.
    pub(super) fn is_paid_out(&self) -> bool {
        self.facts.settled_at.is_some() && self.facts.settled_at == self.facts.paid_out_at
    }

    /// The rules for it: those in force when it was confirmed.
    pub(super) fn rules(&self, now: Timestamp) -> Result<&Published, Error> {
        self.rules_and_seasons.rules_at(self.facts.confirmed_at.unwrap_or(now))
    }

    /// The effective awards of its pool.
    pub(super) fn purse_awards(&self) -> impl Iterator<Item = &Entry> {
        self.awards().filter(|entry| entry.draft.rule.is_purse())
    }

    fn awards(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| entry.draft.kind == EntryKind::Award)
    }

    /// The reports of the issue.
    ///
    /// Administrators have no share. Limited and suspended users keep what they have, and get
    /// nothing new.
    fn claims(&self) -> Vec<Claim> {
        let has = |person: &PersonId| self.awards().any(|entry| entry.draft.person == *person);
        let is_out = |row: &ClaimRow| {
            row.resolution.is_some_and(Resolution::is_out_of_purse)
                || row.is_admin
                || (!row.is_active && !has(&row.person))
        };
        let claim = |row: &ClaimRow| Claim {
            user: row.user.clone(),
            person: row.person.clone(),
            season: self.rules_and_seasons.season_for(row.submitted_at),
            number: row.number,
            submitted_at: row.submitted_at,
            is_root: row.is_root,
            is_out: is_out(row),
        };
        self.facts.claims.iter().map(claim).collect()
    }

    /// Everything that decides the reward, except the caps.
    pub(super) fn payable(&self, now: Timestamp) -> Result<Payable<'_>, Error> {
        let facts = &self.facts;
        let reporter = facts.claims.iter().find(|row| row.is_root && !row.is_admin);
        Ok(Payable {
            purse: self.purse(),
            status: facts.status,
            resolution: facts.resolution,
            submitted_at: facts.submitted_at,
            is_paid_out: self.is_paid_out()
                && (facts.duplicate_of.is_none() || facts.is_root_paid_out),
            reporter: reporter.map(|row| (row.user.clone(), row.person.clone())),
            entries: &self.entries,
            seasons: self.rules_and_seasons.seasons(),
            purse_rules: self.rules(now)?,
            rules: self.rules_and_seasons.rules_at(now)?,
        })
    }

    /// The reward pool, except the caps.
    pub(super) fn purse(&self) -> Purse {
        let PurseFacts { id, number, kind, severity, quality, confirmed_at, .. } = &self.facts;
        Purse {
            issue: id.clone(),
            number: *number,
            kind: *kind,
            severity: *severity,
            quality: quality.unwrap_or_default(),
            confirmed_at: *confirmed_at,
            is_settled: self.facts.settled_at.is_some(),
            is_void: self.facts.duplicate_of.is_some(),
            claims: self.claims(),
            cycle: self.facts.cycle,
            capped: BTreeSet::new(),
        }
    }

    /// Persons at the daily cap on the day of the confirmation, not counting this issue.
    pub(super) async fn capped(
        &self,
        ctx: &CommandContext,
        now: Timestamp,
        others: OtherIssues,
    ) -> Result<BTreeSet<PersonId>, Error> {
        let rules = &self.rules(now)?.rules;
        let rule = RuleKey::of_purse(self.facts.kind, self.facts.severity);
        let (Some(rule), Some(confirmed_at)) = (rule, self.facts.confirmed_at) else {
            return Ok(BTreeSet::new());
        };
        let Some(cap) = caps::cap(rule, rules) else { return Ok(BTreeSet::new()) };
        let persons = || self.facts.claims.iter().map(|claim| &claim.person);
        let ids: Vec<String> = persons().map(|person| person.as_str().to_owned()).collect();
        let sql = Sql::fixed(
            r#"select jsonb_build_object('today', _touchstone.day($4::timestamptz, $5::text), 'earned', (
                select coalesce(jsonb_agg(jsonb_build_object('person', one.person, 'day', one.day)), '[]') from (
                    select e."personId" as person, _touchstone.day(i."confirmedAt", $5::text) as day
                    from "PointsEntry" e join "Issue" i on i."objectId" = e."sourceId"
                    where e."personId" = any($1::text[]) and e."rule" = $2::text and e."sourceType" = 'issue'
                        and e."sourceId" <> $3::text and e."kind" = 'award' and _touchstone.stands(e)
                        and i."confirmedAt" between $4::timestamptz - interval '9 days' and $4::timestamptz + interval '9 days'
                        and ($6::bool or (i."confirmedAt", i."number") < ($4::timestamptz, $7::float8))
                    group by e."personId", e."sourceId", i."confirmedAt") one))"#,
            [
                Bind::from(ids),
                rule.key().into(),
                self.facts.id.as_str().into(),
                date(confirmed_at).into(),
                ctx.settings().await?.text("programme.timeZone").into(),
                (others == OtherIssues::All).into(),
                f64::from(self.facts.number).into(),
            ],
        );
        #[derive(Deserialize)]
        struct Days {
            today: Day,
            earned: Vec<Earned>,
        }
        let Days { today, earned } = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let earned = by_person(earned);
        let is_capped = |days: &Vec<Day>| cap.left(days.iter().copied(), today) == 0;
        let nothing = Vec::new();
        let capped = persons().filter(|person| is_capped(earned.get(*person).unwrap_or(&nothing)));
        Ok(capped.cloned().collect())
    }
}

/// The other issues that count towards a cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OtherIssues {
    /// All that are paid now.
    All,
    /// Those confirmed earlier, so that the first ones are paid in whichever order they are
    /// processed.
    Earlier,
}

/// When a user earned points.
#[derive(Deserialize)]
pub(super) struct Earned {
    person: PersonId,
    day: Day,
}

pub(super) fn by_person(earned: Vec<Earned>) -> BTreeMap<PersonId, Vec<Day>> {
    let mut days: BTreeMap<PersonId, Vec<Day>> = BTreeMap::new();
    for one in earned {
        days.entry(one.person).or_default().push(one.day);
    }
    days
}

/// The day of a time in the programme's time zone.
pub(super) async fn day(ctx: &CommandContext, at: Timestamp) -> Result<Day, Error> {
    let zone = ctx.settings().await?.text("programme.timeZone");
    let sql = Sql::fixed(
        "select to_jsonb(_touchstone.day($1::timestamptz, $2::text))",
        [Bind::from(date(at)), zone.into()],
    );
    Ok(ctx.row(&sql).await?.unwrap_or(Day(0)))
}

/// Locks a person and everything that their points depend on until the transaction ends.
pub async fn lock_person_of(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.hold_person("personId") from "_User" where "objectId" = $1::text"#,
        [Bind::from(user)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Locks all persons whose points depend on an issue, or on the root it is a duplicate of. The
/// caller has locked the issue. Every writer of a person's points locks the person, so entries that
/// are read from now on are complete.
pub async fn lock_persons(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select _touchstone.hold_person(person) from (
            with both_of_them as (
                select "objectId" as id from "Issue" where "objectId" = $1::text
                union select "duplicateOf" from "Issue" where "objectId" = $1::text and "duplicateOf" is not null)
            select person from (
                select u."personId" as person from both_of_them b
                    join "Issue" i on i."objectId" = b.id join "_User" u on u."objectId" = i."reporter"
                union select u."personId" from both_of_them b
                    join "Issue" i on i."duplicateOf" = b.id join "_User" u on u."objectId" = i."reporter"
                union select e."personId" from both_of_them b join "PointsEntry" e on e."issue" = b.id) all_of_them
            order by person collate "C") persons"#,
        [Bind::from(issue.as_str())],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
struct FoundPurse {
    facts: PurseFacts,
    entries: Vec<Entry>,
}

async fn found(ctx: &CommandContext, issue: &IssueId) -> Result<Option<FoundPurse>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('entries', (
            select coalesce(jsonb_agg(_touchstone.ledger_entry(e) order by e."season", e."seq"), '[]') from "PointsEntry" e
            where e."issue" = root."objectId" and _touchstone.stands(e)), 'facts', jsonb_build_object('id', root."objectId", 'number', root."number", 'kind', root."kind",
            'status', root."status", 'resolution', root."resolution", 'duplicateOf', root."duplicateOf",
            'severity', root."severity", 'quality', root."quality", 'submittedAt', _touchstone.in_millis(root."submittedAt"),
            'confirmedAt', _touchstone.in_millis(root."confirmedAt"), 'settledAt', _touchstone.in_millis(root."settledAt"),
            'paidOutAt', (select _touchstone.in_millis(at) from _touchstone.paid_out where issue = root."objectId"),
            'isRootPaidOut', exists (select from _touchstone.paid_out p join "Issue" r on r."objectId" = p.issue
                where p.issue = root."duplicateOf" and p.at = r."settledAt"),
            'cycle', coalesce(root."pointsCycle", 0),
            'claims', (select jsonb_agg(jsonb_build_object('user', i."reporter", 'person', u."personId", 'number', i."number",
                    'submittedAt', _touchstone.in_millis(i."submittedAt"), 'isRoot', i."objectId" = root."objectId",
                    'resolution', i."resolution", 'isAdmin', exists (
                        select from "_User" a where a."personId" = u."personId" and a."isAdmin"),
                    'isActive', coalesce(u."status", 'active') = 'active') order by i."number")
                from "Issue" i join "_User" u on u."objectId" = i."reporter"
                where i."objectId" = root."objectId" or i."duplicateOf" = root."objectId")))
        from "Issue" root where root."objectId" = $1::text"#,
        [Bind::from(issue.as_str())],
    );
    ctx.row(&sql).await
}
