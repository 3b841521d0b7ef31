//! Issues in the form of the rules, read from their rows and locked until the transaction ends.
//!
//! Rows are locked before they are read, in ascending order of their ids. The state that is read is
//! the state that will be changed, and commands cannot deadlock.

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
    /// The state for the rules.
    pub state: IssueState,
    /// Its number.
    pub number: u32,
    /// Its title.
    pub title: String,
    /// The area.
    pub area: String,
    /// The persons it affects, as far as they are folded into the row.
    pub reach: Reach,
    /// The time of its last activity.
    pub(crate) last_activity_at: Timestamp,
    /// The time of the last edit of its text.
    pub(crate) edited_at: Option<Timestamp>,
    /// Whether it is hidden from other testers until an administrator has reviewed it.
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

/// An issue, by its number.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct IssueNumber {
    /// Its number.
    pub number: u32,
}

/// The id of an issue that the caller can see.
pub async fn find(ctx: &CommandContext, number: u32) -> Result<IssueId, Error> {
    let member = ctx.member()?;
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "number" = $1::float8
            and _touchstone.may_read("_rperm", $2::text, $3::bool)"#,
        [Bind::from(f64::from(number)), member.id.as_str().into(), member.is_admin.into()],
    );
    ctx.row::<IssueId>(&sql).await?.ok_or_else(not_found)
}

/// Locks an issue that the caller can see.
pub async fn lock(ctx: &CommandContext, number: u32) -> Result<LockedIssue, Error> {
    let id = find(ctx, number).await?;
    let locked = lock_one(ctx, &id).await?;
    // Its visibility may have changed while this waited.
    if locked.number != number || !ctx.member()?.actor().may_see(&locked.state) {
        return Err(not_found());
    }
    Ok(locked)
}

/// Locks an issue without checking who can see it.
pub(crate) async fn lock_one(ctx: &CommandContext, id: &IssueId) -> Result<LockedIssue, Error> {
    lock_all(ctx, std::slice::from_ref(id)).await?.pop().ok_or_else(not_found)
}

/// Locks the existing ones of these issues in ascending order of their ids, without checking who can see them.
pub(crate) async fn lock_all(
    ctx: &CommandContext,
    ids: &[IssueId],
) -> Result<Vec<LockedIssue>, Error> {
    let mut sql = Sql::new(READ);
    sql.push(r#" where i."objectId" = any("#).bind(texts(ids)).push(IN_ORDER).push(LOCKED);
    rows(ctx, &sql).await
}

/// Reads an issue without locking it.
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

/// The set of one issue, locked until the transaction ends.
#[derive(Debug)]
pub(crate) struct LockedSet {
    /// The requested issue.
    pub id: IssueId,
    /// All issues of its set, in ascending order of the ids.
    pub issues: Vec<LockedIssue>,
}

/// Locks the whole set of an issue that the caller can see.
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

/// Locks the whole sets of these issues: their roots and all duplicates of those.
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

/// Locks the sets of these issues. A command that changes the members of a set has its lock, so a
/// locked set does not change. Decisions about other sets are not blocked.
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
        // One of them was merged or unmerged between finding its root and locking it.
        found.extend(lock_set_rows(ctx, ids).await?);
    }
}

/// Finds issues and locks their sets, in the order of their roots.
const LOCK_SETS: &str = r#"select jsonb_build_object('id', found.id, 'root', found.root,
    'lock', pg_advisory_xact_lock(hashtextextended('touchstone.set:' || found.root, 0))::text)
from (select i."objectId" as id, coalesce(i."duplicateOf", i."objectId") as root from "Issue" i where"#;
const LOCK_ORDER: &str = r#" order by coalesce(i."duplicateOf", i."objectId") collate "C") found"#;

/// The end of a statement that reads issues, and of one that also locks them. The locking one reads
/// the row after the lock is acquired.
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

/// The columns of an issue for the rules.
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
