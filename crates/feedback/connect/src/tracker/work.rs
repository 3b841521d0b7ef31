//! The queue of jobs for trackers. A node takes a row under a lease.

use std::time::Duration;

use integrations::tracker::{IdempotencyKey, uuid_v4};
use parse_engine::Error;
use parse_identity::id::{random_bytes, random_text};
use parse_model::{Date, Json};
use parse_store::{Access, Bind, Db, Sql};
use serde::Deserialize;

use super::configuration::Configuration;
use feedback_core::back_off::BackOff;
use feedback_core::command_context::CommandContext;
use feedback_core::table;
use feedback_core::wakes::Queue;

/// The duration of a lease. A job has a few calls of ten seconds.
const LEASE_SECONDS: i64 = 120;

/// The kind of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    /// Create the issue.
    Create,
    /// Link an existing issue.
    Link,
    /// Write the state of the issue here.
    State,
    /// Send a comment.
    Comment,
    /// Read the state.
    Read,
}

impl Kind {
    fn key(self) -> &'static str {
        match self {
            Kind::Create => "create",
            Kind::Link => "link",
            Kind::State => "state",
            Kind::Comment => "comment",
            Kind::Read => "read",
        }
    }
}

/// A job to queue.
#[derive(Debug, Clone)]
pub(super) struct NewWork<'a> {
    pub(super) tracker: &'a str,
    pub(super) link: Option<i64>,
    pub(super) issue: &'a str,
    pub(super) kind: Kind,
    pub(super) comment: Option<&'a str>,
    pub(super) reference: Option<Json>,
}

/// Queues a job that starts after the commit. Returns false if the same job waits already.
pub(super) async fn put(ctx: &CommandContext, new: NewWork<'_>) -> Result<bool, Error> {
    let by = ctx.member().ok().map(|member| member.id.clone());
    let sql = Sql::fixed(
        "insert into _touchstone.tracker_work (tracker, link, issue, kind, comment, reference, key, uuid, due_at, created_by, created_at)
        values ($1::text, $2::int8, $3::text, $4::text, $5::text, $6::jsonb, $7::text, $8::text, $9::timestamptz, $10::text, $9::timestamptz)
        on conflict do nothing",
        [
            Bind::from(new.tracker),
            new.link.into(),
            new.issue.into(),
            new.kind.key().into(),
            new.comment.into(),
            new.reference.into(),
            random_text(10).into(),
            uuid_v4(random_bytes()).into(),
            ctx.now().into(),
            by.into(),
        ],
    );
    let put = ctx.execute(&sql).await? > 0;
    ctx.wake_on_commit(Queue::Trackers);
    Ok(put)
}

/// A job that this node has taken.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackerJob {
    pub(super) id: i64,
    pub(super) tracker: Configuration,
    pub(super) link: Option<i64>,
    pub(super) issue: String,
    pub(super) kind: Kind,
    pub(super) comment: Option<String>,
    pub(super) reference: Option<Json>,
    key: String,
    uuid: String,
    pub(super) attempts: usize,
    /// Whether an earlier attempt may have succeeded.
    pub(super) is_unsure: bool,
    created_at: i64,
    /// The end of the lease, which proves ownership.
    lease: i64,
}

impl TrackerJob {
    /// Identifies its write, so that a retry finds it.
    pub(super) fn key(&self) -> IdempotencyKey {
        let about = self.comment.as_deref().unwrap_or(&self.issue);
        IdempotencyKey {
            marker: format!("<!-- touchstone:{}:{about}:{} -->", self.tracker.id, self.key),
            uuid: self.uuid.clone(),
            since: self.created_at,
        }
    }

    /// When to retry: after the tracker's delay, or ours if it is longer. `None` to give up.
    pub(super) fn again_at(&self, now: Date, asked: Option<Duration>) -> Option<Date> {
        let attempts = u32::try_from(self.attempts).unwrap_or(u32::MAX);
        BackOff::SERVICE.next(now, attempts, self.id, asked)
    }

    /// When to retry after an internal error. `None` to give up.
    pub(super) fn after_own_fault(&self, now: Date) -> Option<Date> {
        let attempts = u32::try_from(self.attempts).unwrap_or(u32::MAX);
        BackOff::OWN_FAULT.next(now, attempts, self.id, None)
    }

    /// The same job, with the tracker's current configuration.
    pub(super) fn at(&self, tracker: Configuration) -> TrackerJob {
        TrackerJob { tracker, ..self.clone() }
    }

    pub(super) fn lease(&self) -> Date {
        Date::from_millis(self.lease)
    }
}

const TAKE: &str = "with free as (
    select t.id from _touchstone.tracker t
    where t.state = 'on' and t.next_at <= $1::timestamptz and exists (select from _touchstone.tracker_work w
        where w.tracker = t.id and w.done_at is null and w.due_at <= $1::timestamptz)
    order by t.next_at limit 1 for update skip locked),
next as (
    select w.id, w.state from _touchstone.tracker_work w join free on free.id = w.tracker
    where w.done_at is null and w.due_at <= $1::timestamptz order by w.due_at, w.id limit 1 for update of w skip locked),
held as (
    update _touchstone.tracker t set next_at = $2::timestamptz from free where t.id = free.id and exists (select from next) returning t.*)
update _touchstone.tracker_work w set due_at = $2::timestamptz, state = 'sending', attempts = w.attempts + 1
from next, held t where w.id = next.id
returning jsonb_build_object('id', w.id, 'link', w.link, 'issue', w.issue, 'kind', w.kind, 'comment', w.comment,
    'reference', w.reference, 'key', w.key, 'uuid', w.uuid, 'attempts', w.attempts, 'isUnsure', next.state <> 'waiting',
    'createdAt', _touchstone.in_millis(w.created_at), 'lease', _touchstone.in_millis(w.due_at),
    'tracker', jsonb_build_object('id', t.id, 'service', t.service, 'name', t.name, 'settings', t.settings, 'credential', t.credential,
        'hookSecret', t.hook_secret, 'token', t.token, 'tokenEndsAt', _touchstone.in_millis(t.token_ends_at), 'state', t.state,
        'account', t.account, 'application', t.application))";

/// Claims a due job that no worker holds. One job of each tracker runs at a time, on any node.
pub(super) async fn take(db: &Db, now: Date) -> Result<Option<TrackerJob>, Error> {
    let sql = Sql::fixed(TAKE, [Bind::from(now), now.plus_seconds(LEASE_SECONDS).into()]);
    Ok(table::rows(db, &sql, Access::Writes).await?.pop())
}

/// Whether this worker still holds the job; locks it until the transaction ends.
pub(super) async fn hold(ctx: &CommandContext, job: &TrackerJob) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.tracker_work
        where id = $1::int8 and due_at = $2::timestamptz and state = 'sending' for update",
        [Bind::from(job.id), job.lease().into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}
