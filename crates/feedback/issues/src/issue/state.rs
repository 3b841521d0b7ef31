//! Issues as the rules see them, read out of their rows and held until the transaction ends.
//!
//! Rows are locked before they are read, in ascending order of their ids, so that what is read is
//! what will be changed and no two commands wait for each other.

use feedback_model::build::Build;
use feedback_model::reach::Reach;
use feedback_model::stage::{Active, Columns};
use feedback_model::{
    IssueId, IssueState, Kind, Origin, Quality, Resolution, Severity, Status, Timestamp, UserId,
    Visibility,
};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// An issue, locked until the transaction ends.
#[derive(Debug, Clone)]
pub struct LockedIssue {
    /// What the rules look at.
    pub state: IssueState,
    /// Its number.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// The part of the product it is about.
    pub area: String,
    /// How many it touches, as far as that has been counted into the issue.
    pub reach: Reach,
    /// When something last happened to it.
    pub(crate) last_activity_at: Timestamp,
    /// When its text was last edited.
    pub(crate) edited_at: Option<Timestamp>,
    /// Whether other testers wait for an administrator before they see it.
    pub(crate) is_held_back: bool,
}

impl LockedIssue {
    /// Its id.
    pub fn id(&self) -> &IssueId {
        &self.state.origin.id
    }

    /// The root of its set: itself, unless it is a duplicate.
    pub fn root(&self) -> &IssueId {
        self.state.stage.duplicate_of().unwrap_or(self.id())
    }
}

/// Which issue: by the number people know it by.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IssueNumber {
    /// Its number.
    pub number: u32,
}

/// The id of an issue that the caller may see.
pub async fn find(ctx: &CommandContext, number: u32) -> Result<IssueId, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "number" = $1::float8
            and _touchstone.may_read("_rperm", $2::text, $3::bool)"#,
        [Bind::from(f64::from(number)), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row::<IssueId>(&sql).await?.ok_or_else(not_found)
}

/// Locks an issue that the caller may see.
pub async fn lock(ctx: &CommandContext, number: u32) -> Result<LockedIssue, Error> {
    let id = find(ctx, number).await?;
    let locked = lock_one(ctx, &id).await?;
    // Who may see it can have changed while this waited.
    if locked.number != number || !ctx.member()?.actor().may_see(&locked.state) {
        return Err(not_found());
    }
    Ok(locked)
}

/// Locks an issue, no matter who may see it.
pub(crate) async fn lock_one(ctx: &CommandContext, id: &IssueId) -> Result<LockedIssue, Error> {
    lock_all(ctx, std::slice::from_ref(id)).await?.pop().ok_or_else(not_found)
}

/// Locks issues, no matter who may see them; in ascending order of their ids, those that exist.
pub(crate) async fn lock_all(
    ctx: &CommandContext,
    ids: &[IssueId],
) -> Result<Vec<LockedIssue>, Error> {
    let mut sql = Sql::new(READ);
    sql.push(r#" where i."objectId" = any("#).bind(texts(ids)).push(IN_ORDER).push(LOCKED);
    rows(ctx, &sql).await
}

/// An issue as it is at this moment, without locking it.
pub(crate) async fn read_one(ctx: &CommandContext, id: &IssueId) -> Result<LockedIssue, Error> {
    let mut sql = Sql::new(READ);
    sql.push(r#" where i."objectId" = any("#).bind(texts(std::slice::from_ref(id))).push(IN_ORDER);
    rows(ctx, &sql).await?.pop().ok_or_else(not_found)
}

async fn rows(ctx: &CommandContext, sql: &Sql) -> Result<Vec<LockedIssue>, Error> {
    ctx.rows::<Row>(sql).await?.into_iter().map(Row::locked).collect()
}

fn texts(ids: &[IssueId]) -> Vec<String> {
    ids.iter().map(|id| id.as_str().to_owned()).collect()
}

/// The set of one issue, held until the transaction ends.
#[derive(Debug)]
pub(crate) struct LockedSet {
    /// The issue that was asked for.
    pub id: IssueId,
    /// Everything in its set, in ascending order of the ids.
    pub issues: Vec<LockedIssue>,
}

/// Holds the whole set of an issue that the caller may see.
pub(crate) async fn lock_set_of(ctx: &CommandContext, number: u32) -> Result<LockedSet, Error> {
    let member = ctx.member()?;
    let mut sql = Sql::new(LOCK_SETS);
    sql.push(r#" i."number" = "#).bind(f64::from(number));
    sql.push(r#" and _touchstone.may_read(i."_rperm", "#).bind(member.id.as_str());
    sql.push(", ").bind(member.is_admin).push(")").push(LOCK_ORDER);
    let found: Vec<SetLock> = ctx.rows(&sql).await?;
    let id = found.first().map(|found| found.id.clone()).ok_or_else(not_found)?;
    let issues = lock_members(ctx, std::slice::from_ref(&id), found).await?;
    Ok(LockedSet { id, issues })
}

/// Holds the whole sets that these issues belong to: their roots and all duplicates of those.
pub async fn lock_sets(ctx: &CommandContext, ids: &[IssueId]) -> Result<Vec<LockedIssue>, Error> {
    let found = lock_set_rows(ctx, ids).await?;
    lock_members(ctx, ids, found).await
}

/// An issue whose set is locked under the name of its root.
#[derive(Deserialize)]
struct SetLock {
    id: IssueId,
    root: IssueId,
}

/// Takes the locks of the sets that these issues belong to. A command that changes what belongs to
/// a set has its lock, so a set that is locked stays as it is; decisions about other sets wait for
/// none of it.
async fn lock_set_rows(ctx: &CommandContext, ids: &[IssueId]) -> Result<Vec<SetLock>, Error> {
    let mut sql = Sql::new(LOCK_SETS);
    sql.push(r#" i."objectId" = any("#).bind(texts(ids)).push(")").push(LOCK_ORDER);
    ctx.rows(&sql).await
}

async fn lock_members(
    ctx: &CommandContext,
    ids: &[IssueId],
    mut found: Vec<SetLock>,
) -> Result<Vec<LockedIssue>, Error> {
    loop {
        let roots: Vec<IssueId> = found.iter().map(|found| found.root.clone()).collect();
        let mut wanted = texts(&roots);
        wanted.extend(texts(ids));
        let mut sql = Sql::new(READ);
        sql.push(r#" where (i."objectId" = any("#)
            .bind(wanted)
            .push(r#") or i."duplicateOf" = any("#);
        sql.bind(texts(&roots)).push(")").push(IN_ORDER).push(LOCKED);
        let locked = rows(ctx, &sql).await?;
        let is_locked =
            |issue: &LockedIssue| !ids.contains(issue.id()) || roots.contains(issue.root());
        if locked.iter().all(is_locked) {
            return Ok(locked);
        }
        // One of them was merged or parted between finding its root and locking it.
        found.extend(lock_set_rows(ctx, ids).await?);
    }
}

/// Finds issues and locks the sets they belong to, in the order of their roots.
const LOCK_SETS: &str = r#"select jsonb_build_object('id', found.id, 'root', found.root,
    'lock', pg_advisory_xact_lock(hashtextextended('touchstone.set:' || found.root, 0))::text)
from (select i."objectId" as id, coalesce(i."duplicateOf", i."objectId") as root from "Issue" i where"#;
const LOCK_ORDER: &str = r#" order by coalesce(i."duplicateOf", i."objectId") collate "C") found"#;

/// What ends a statement that reads issues, and one that also locks them: what is read then is the
/// row as it is once the lock is held.
const IN_ORDER: &str = r#") order by i."objectId" collate "C""#;
const LOCKED: &str = " for update of i";

const READ: &str = r#"select jsonb_build_object(
    'id', i."objectId", 'number', i."number"::int, 'title', i."title", 'area', i."area",
    'kind', i."kind", 'reporter', i."reporter", 'build', _touchstone.build_order(i."buildReported"),
    'status', i."status", 'resolution', i."resolution",
    'duplicateOf', i."duplicateOf", 'stateBeforeMerge', i."stateBeforeMerge",
    'resumeStatus', i."resumeStatus", 'askedAt', _touchstone.in_millis(i."askedAt"),
    'snoozedUntil', _touchstone.in_millis(i."snoozedUntil"), 'assumed', i."assumed",
    'visibility', i."visibility", 'severity', i."severity", 'quality', i."quality",
    'answered', i."answered", 'heldBack', i."heldBack",
    'buildFixed', _touchstone.build_order(i."buildFixed"),
    'buildVerified', _touchstone.build_order(i."buildVerified"),
    'regressions', i."regressions"::int, 'reopenedByReporter', i."reopenedByReporter",
    'submittedAt', _touchstone.in_millis(i."submittedAt"),
    'firstResponseAt', _touchstone.in_millis(i."firstResponseAt"),
    'confirmedAt', _touchstone.in_millis(i."confirmedAt"),
    'settledAt', _touchstone.in_millis(i."settledAt"), 'fixedAt', _touchstone.in_millis(i."fixedAt"),
    'verifiedAt', _touchstone.in_millis(i."verifiedAt"), 'closedAt', _touchstone.in_millis(i."closedAt"),
    'lastActivityAt', _touchstone.in_millis(i."lastActivityAt"),
    'editedAt', _touchstone.in_millis(i."editedAt"),
    'affected', i."voteCount"::int, 'proven', i."proofCount"::int)
from "Issue" i"#;

/// The columns of an issue that the rules look at.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: IssueId,
    number: u32,
    title: String,
    area: String,
    kind: Kind,
    reporter: UserId,
    build: Build,
    status: Status,
    resolution: Option<Resolution>,
    duplicate_of: Option<IssueId>,
    state_before_merge: Option<Active>,
    resume_status: Option<Status>,
    asked_at: Option<Timestamp>,
    snoozed_until: Option<Timestamp>,
    assumed: bool,
    visibility: Visibility,
    severity: Option<Severity>,
    quality: Quality,
    answered: bool,
    held_back: bool,
    build_fixed: Option<Build>,
    build_verified: Option<Build>,
    regressions: u32,
    reopened_by_reporter: bool,
    submitted_at: Timestamp,
    first_response_at: Option<Timestamp>,
    confirmed_at: Option<Timestamp>,
    settled_at: Option<Timestamp>,
    fixed_at: Option<Timestamp>,
    verified_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    last_activity_at: Timestamp,
    edited_at: Option<Timestamp>,
    affected: u32,
    proven: u32,
}

impl Row {
    fn locked(self) -> Result<LockedIssue, Error> {
        let columns = Columns {
            status: self.status,
            resolution: self.resolution,
            duplicate_of: self.duplicate_of,
            state_before_merge: self.state_before_merge,
            resume_status: self.resume_status,
            asked_at: self.asked_at,
            snoozed_until: self.snoozed_until,
            assumed: self.assumed,
        };
        let stage = columns.stage().map_err(|error| Error::Failed {
            doing: "reading an issue",
            source: Box::new(error),
        })?;
        let origin = Origin {
            id: self.id,
            kind: self.kind,
            reporter: self.reporter,
            build: self.build,
            submitted_at: self.submitted_at,
        };
        let state = IssueState {
            origin,
            stage,
            visibility: self.visibility,
            severity: self.severity,
            quality: self.quality,
            answered: self.answered,
            build_fixed: self.build_fixed,
            build_verified: self.build_verified,
            regressions: self.regressions,
            reopened_by_reporter: self.reopened_by_reporter,
            first_response_at: self.first_response_at,
            confirmed_at: self.confirmed_at,
            settled_at: self.settled_at,
            fixed_at: self.fixed_at,
            verified_at: self.verified_at,
            closed_at: self.closed_at,
        };
        Ok(LockedIssue {
            state,
            number: self.number,
            title: self.title,
            area: self.area,
            reach: Reach { affected: self.affected, proven: self.proven },
            last_activity_at: self.last_activity_at,
            edited_at: self.edited_at,
            is_held_back: self.held_back,
        })
    }
}
