//! Counts exactly how many persons an issue affects, without blocking concurrent voters.
//!
//! A vote writes its change beside the issue, in a narrow table. Once a second these changes are
//! folded into their issues ([`Counting`]), in one update per issue, however many persons voted.
//! Readers add both, so the number is always exact. A change of the set recounts ([`recount`]).

use async_trait::async_trait;
use feedback_model::impact::impact;
use feedback_model::reach::Reach;
use feedback_model::{IssueId, Severity};
use parse_engine::Error;
use parse_engine::periodic_task::Interval;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Issues folded in one transaction. A decision about one of them waits for it.
const AT_ONCE: i64 = 100;

/// The counts of an issue.
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

/// An issue with its pending changes folded in.
#[derive(Deserialize)]
struct IssueReach {
    id: IssueId,
    watching: i64,
    evidence: i64,
    #[serde(flatten)]
    counts: Counts,
}

impl IssueReach {
    fn to_json(&self) -> Json {
        json!({
            "id": self.id, "affected": self.counts.affected, "proven": self.counts.proven, "watching": self.watching,
            "evidence": self.evidence, "impact": self.counts.impact(),
        })
    }
}

/// Folds pending changes into an issue, unless another transaction is doing it.
pub(crate) async fn apply_pending_counts(
    ctx: &CommandContext,
    root: &IssueId,
) -> Result<(), Error> {
    fold(ctx, vec![root.as_str().to_owned()]).await.map(drop)
}

/// Folds pending changes into issues, except those that another transaction has locked. Returns how
/// many it folded.
async fn fold(ctx: &CommandContext, roots: Vec<String>) -> Result<usize, Error> {
    let lock = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue" where "objectId" = any($1::text[])
        order by "objectId" collate "C" for no key update skip locked"#,
        [Bind::Texts(roots)],
    );
    let held: Vec<String> = ctx.rows(&lock).await?;
    if held.is_empty() {
        return Ok(0);
    }
    // A statement of its own, so that it sees the votes that were committed before the lock was
    // taken.
    let take = Sql::fixed(
        r#"with taken as (
            delete from _touchstone.count_change where root = any($1::text[]) returning root, affected, proven, watching, evidence),
        sums as (
            select root, sum(affected) as affected, sum(proven) as proven, sum(watching) as watching, sum(evidence) as evidence
            from taken group by root)
        select jsonb_build_object('id', i."objectId", 'severity', i."severity",
            'affected', i."voteCount"::int8 + s.affected, 'proven', i."proofCount"::int8 + s.proven,
            'watching', i."watchCount"::int8 + s.watching, 'evidence', i."evidenceCount"::int8 + s.evidence)
        from sums s join "Issue" i on i."objectId" = s.root"#,
        [Bind::Texts(held)],
    );
    let folded: Vec<IssueReach> = ctx.rows(&take).await?;
    let write = Sql::fixed(
        r#"update "Issue" i set "voteCount" = f.affected, "proofCount" = f.proven, "watchCount" = f.watching,
            "evidenceCount" = f.evidence, "impact" = f.impact
        from jsonb_to_recordset($1::jsonb) f(id text, affected float8, proven float8, watching float8, evidence float8, impact float8)
        where i."objectId" = f.id"#,
        [Bind::Json(folded.iter().map(IssueReach::to_json).collect())],
    );
    if !folded.is_empty() {
        ctx.execute(&write).await?;
    }
    Ok(folded.len())
}

/// Issues with pending changes.
async fn changed(ctx: &CommandContext) -> Result<Vec<String>, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(root) from (select distinct root from _touchstone.count_change) c order by random() limit $1::int8",
        [Bind::from(AT_ONCE)],
    );
    ctx.rows(&sql).await
}

async fn weigh(ctx: &CommandContext, issue: &str, counts: Counts) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "Issue" set "impact" = $2::float8 where "objectId" = $1::text"#,
        [Bind::from(issue), counts.impact().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Recounts an issue: for a root the persons of its whole set, for a duplicate its own, and its
/// watchers and duplicates. The caller has locked the whole set.
pub async fn recount(ctx: &CommandContext, issue: &IssueId) -> Result<(), Error> {
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

/// Folds pending changes into issues.
pub struct Counting;

#[async_trait]
impl Task for Counting {
    const NAME: &'static str = "counting";
    const INTERVAL: Interval = Interval::Second;

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let sql = Sql::new("select to_jsonb(exists (select from _touchstone.count_change))");
        Ok(run.ctx().row(&sql).await?.unwrap_or(false))
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        loop {
            let roots = changed(&run.ctx()).await?;
            let may_be_more = roots.len() >= usize::try_from(AT_ONCE).unwrap_or(usize::MAX);
            let ctx = run.begin().await?;
            let outcome = fold(&ctx, roots).await;
            // Locked issues are left to the next second.
            if run.end(ctx, outcome).await? == 0 || !may_be_more {
                return Ok(());
            }
        }
    }
}
