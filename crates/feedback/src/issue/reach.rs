//! How many an issue touches, counted exactly without making people wait for each other.
//!
//! A vote writes what it changes beside the issue ([`changed`]); the next command that finds the
//! issue free counts all such changes into it ([`apply_pending_counts`]), and nobody waits where it
//! is not. What is shown is the sum of both, so it is exact at any moment. A change of the set
//! counts anew ([`recount`]).

use async_trait::async_trait;
use feedback_model::impact::impact;
use feedback_model::reach::Reach;
use feedback_model::{IssueId, Severity};
use parse_engine::Error;
use parse_engine::periodic_task::Interval;
use parse_store::{Bind, Sql};
use serde::Deserialize;

use crate::command_context::CommandContext;
use crate::task::{Task, TaskRun};

/// What an issue counts.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Counts {
    severity: Option<Severity>,
    affected: u32,
    proven: u32,
}

impl Counts {
    fn impact(self) -> f64 {
        impact(self.severity, Reach { affected: self.affected, proven: self.proven })
    }
}

/// Counts what was changed into an issue, unless another transaction is at it.
pub(crate) async fn apply_pending_counts(
    ctx: &CommandContext,
    root: &IssueId,
) -> Result<(), Error> {
    let root = root.as_str();
    let lock = Sql::fixed(
        r#"select 'true'::jsonb from "Issue" where "objectId" = $1::text for no key update skip locked"#,
        [Bind::from(root)],
    );
    if ctx.row::<bool>(&lock).await?.is_none() {
        return Ok(());
    }
    let fold = Sql::fixed(
        r#"with taken as (
            delete from _touchstone.count_change where root = $1::text returning affected, proven, watching, evidence),
        sums as (
            select sum(affected) as affected, sum(proven) as proven, sum(watching) as watching, sum(evidence) as evidence from taken having count(*) > 0)
        update "Issue" i set "voteCount" = i."voteCount" + s.affected, "proofCount" = i."proofCount" + s.proven,
            "watchCount" = i."watchCount" + s.watching, "evidenceCount" = i."evidenceCount" + s.evidence
        from sums s where i."objectId" = $1::text
        returning jsonb_build_object('severity', i."severity", 'affected', i."voteCount"::int, 'proven', i."proofCount"::int)"#,
        [Bind::from(root)],
    );
    match ctx.row::<Counts>(&fold).await? {
        Some(counts) => weigh(ctx, root, counts).await,
        None => Ok(()),
    }
}

/// Counts what was left beside issues into them: those whose last voters found them taken.
async fn fold_all(ctx: &CommandContext) -> Result<(), Error> {
    let sql = Sql::new("select distinct to_jsonb(root) from _touchstone.count_change limit 1000");
    for root in ctx.rows::<IssueId>(&sql).await? {
        apply_pending_counts(ctx, &root).await?;
    }
    Ok(())
}

async fn weigh(ctx: &CommandContext, issue: &str, counts: Counts) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Issue" set "impact" = $2::float8 where "objectId" = $1::text"#,
        [Bind::from(issue), counts.impact().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Counts an issue anew: the persons its whole set touches, where it is a root, its own where it is
/// a duplicate; its watchers and its duplicates. The caller holds the whole set.
pub(crate) async fn recount(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
    let id = issue.as_str();
    let forget = Sql::fixed(
        r#"with forgotten as (delete from _touchstone.count_change where root = $1::text)
        delete from "IssueReach" where "root" = $1::text"#,
        [Bind::from(id)],
    );
    ctx.execute(&forget).await?;
    let reach = Sql::fixed(
        r#"insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "proof", "firstAt", "_rperm", "_wperm")
        select left(translate(encode(sha256(convert_to($1::text || t.person, 'UTF8')), 'base64'), '+/=', 'abc'), 10),
            $2::timestamptz, $2::timestamptz, $1::text, t.person, bool_or(t.proof), min(t.at), '{}', '{}'
        from _touchstone.touches($1::text) t
        where not exists (select from "Issue" where "objectId" = $1::text and "duplicateOf" is not null)
        group by t.person"#,
        [Bind::from(id), ctx.now().into()],
    );
    ctx.execute(&reach).await?;
    let count = Sql::fixed(
        r#"update "Issue" i set
            "voteCount" = (select count(distinct t.person) from _touchstone.touches($1::text) t),
            "proofCount" = (select count(distinct t.person) from _touchstone.touches($1::text) t where t.proof),
            "evidenceCount" = (select count(*) from "Evidence" e join "Issue" o on o."objectId" = e."issue"
                where (o."objectId" = $1::text or o."duplicateOf" = $1::text) and e."state" in ('decoded', 'partial')),
            "watchCount" = (select count(*) from "Watch" w where w."issue" = $1::text),
            "mergedCount" = (select count(*) from "Issue" d where d."duplicateOf" = $1::text)
        where i."objectId" = $1::text
        returning jsonb_build_object('severity', i."severity", 'affected', i."voteCount"::int, 'proven', i."proofCount"::int)"#,
        [Bind::from(id)],
    );
    match ctx.row::<Counts>(&count).await? {
        Some(counts) => weigh(ctx, id, counts).await,
        None => Ok(()),
    }
}

/// Counts what was left beside issues.
pub(crate) struct Counting;

#[async_trait]
impl Task for Counting {
    const NAME: &'static str = "counting";
    const INTERVAL: Interval = Interval::Second;

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.begin().await?;
        let outcome = fold_all(&ctx).await;
        run.end(ctx, outcome).await
    }
}
