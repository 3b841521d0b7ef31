//! Invariants of the tables, checked by queries.
//!
//! Commands and the database keep them, so a violation means a bug in one of the two.

use async_trait::async_trait;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Serialize;
use serde_json::json;

use feedback_core::audit::AuditedReply;
use feedback_core::command::{Command, NoParams, Who, command};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::task::{Task, TaskRun, register_task};

/// An invariant. Its statement finds the violations.
struct Check {
    /// The invariant.
    name: &'static str,
    /// Returns one JSON document per violation.
    sql: &'static str,
}

/// Violations returned for each invariant.
const MOST: usize = 20;

const CHECKS: &[Check] = &[
    Check {
        name: "The role of administrators mirrors who is one",
        sql: r#"select jsonb_build_object('user', u."objectId", 'isAdmin', coalesce(u."isAdmin", false))
            from "_User" u where coalesce(u."isAdmin", false) <> exists (
                select from "_Join:users:_Role" j join "_Role" r on r."objectId" = j."owningId"
                where r."name" = 'administrators' and j."relatedId" = u."objectId")
            union all select jsonb_build_object('role', r."objectId", 'inside', j."relatedId")
            from "_Role" r left join "_Join:roles:_Role" j on j."owningId" = r."objectId"
            where r."name" = 'administrators'
                and (j."relatedId" is not null or r."_rperm" is distinct from '{}' or r."_wperm" is distinct from '{}')"#,
    },
    Check {
        name: "An invitation counts its uses",
        sql: r#"select jsonb_build_object('invitation', i."objectId", 'counted', i."uses", 'found', count(u."objectId"))
            from "Invitation" i left join "InvitationUse" u on u."invitation" = i."objectId"
            group by i."objectId", i."uses" having i."uses" <> count(u."objectId")"#,
    },
    Check {
        name: "A mission counts the places that are taken, and no person has more of it than it pays",
        sql: r#"select jsonb_build_object('mission', p.mission, 'counted', p.taken, 'found', coalesce(held.found, 0))
            from _touchstone.mission_places p left join (select s."mission" as mission, count(*) as found from "Submission" s
                where _touchstone.has_place(s."state", s."attempt") group by 1) held on held.mission = p.mission
            where p.taken <> coalesce(held.found, 0)
            union all select jsonb_build_object('submission', s."objectId", 'paid', s."paid", 'found', paid.sum)
            from (select e."sourceId" as id, sum(e."amount") as sum from "PointsEntry" e where e."sourceType" = 'submission' group by 1) paid
            join "Submission" s on s."objectId" = paid.id join "Mission" m on m."objectId" = s."mission"
            where paid.sum > s."paid" or paid.sum > m."points""#,
    },
    Check {
        name: "A duplicate points at a root that is not a duplicate and is visible to the same people",
        sql: r#"select jsonb_build_object('issue', d."number"::int) from "Issue" d left join "Issue" r on r."objectId" = d."duplicateOf"
            where d."duplicateOf" is not null
                and (r."objectId" is null or r."duplicateOf" is not null or r."visibility" <> d."visibility")"#,
    },
    Check {
        name: "A root counts each person of its set once, its proof, its evidence, its duplicates and its watchers",
        // Like `touches` and `affected`, for all issues together.
        sql: r#"with member as (
                select i."objectId" as root, i."objectId" as issue from "Issue" i
                union all select d."duplicateOf", d."objectId" from "Issue" d where d."duplicateOf" is not null),
            proofs as (
                select distinct e."issue" as issue, e."owner" as owner from "Evidence" e
                where e."issue" is not null and _touchstone.proves(e."state", e."ownerMatch")),
            touched as (
                select root, person, bool_or(proof) as proof from (
                    select m.root, coalesce(u."personId", u."objectId") as person, p.owner is not null as proof
                    from member m join "Issue" i on i."objectId" = m.issue join "_User" u on u."objectId" = i."reporter"
                    left join proofs p on p.issue = m.issue and p.owner = i."reporter"
                    union all
                    select m.root, coalesce(u."personId", u."objectId"), p.owner is not null
                    from member m join "Vote" v on v."issue" = m.issue join "_User" u on u."objectId" = v."user"
                    left join proofs p on p.issue = m.issue and p.owner = v."user") one
                group by root, person),
            persons as (select root, count(*) as found, count(*) filter (where proof) as proven from touched group by root),
            shown as (
                select m.root, count(*) as found from member m join "Evidence" e on e."issue" = m.issue
                where e."state" in ('decoded', 'partial') group by m.root),
            merged as (select "duplicateOf" as root, count(*) as found from "Issue" where "duplicateOf" is not null group by 1),
            watchers as (select "issue" as root, count(*) as found from "Watch" group by 1),
            waiting as (select root, sum(affected) as affected, sum(proven) as proven, sum(evidence) as evidence, sum(watching) as watching
                from _touchstone.count_change group by root)
            select jsonb_build_object('issue', c.number, 'counted', c.counted, 'found', c.found) from (
                select i."number"::int as number,
                    array[i."voteCount"::bigint + coalesce(waiting.affected, 0), i."mergedCount"::bigint,
                        i."watchCount"::bigint + coalesce(waiting.watching, 0), i."proofCount"::bigint + coalesce(waiting.proven, 0),
                        i."evidenceCount"::bigint + coalesce(waiting.evidence, 0)] as counted,
                    array[coalesce(persons.found, 0), coalesce(merged.found, 0), coalesce(watchers.found, 0), coalesce(persons.proven, 0),
                        coalesce(shown.found, 0)] as found
                from "Issue" i left join shown on shown.root = i."objectId" left join persons on persons.root = i."objectId" left join merged on merged.root = i."objectId"
                left join watchers on watchers.root = i."objectId" left join waiting on waiting.root = i."objectId") c
            where c.counted <> c.found"#,
    },
    Check {
        name: "Votes with proof are distinguished from votes without",
        sql: r#"select jsonb_build_object('vote', v."objectId", 'proof', v."proof") from "Vote" v
            where v."proof" <> _touchstone.has_proof(v."issue", v."user")
            union all select jsonb_build_object('root', i."number"::int, 'reached', r.found, 'counted', i."proofCount") from "Issue" i
            join (select "root" as root, count(*) filter (where "proof") as found from "IssueReach" group by 1) r on r.root = i."objectId"
            where r.found <> i."proofCount" + coalesce((select sum(c.proven) from _touchstone.count_change c where c.root = i."objectId"), 0)"#,
    },
    Check {
        name: "A cluster counts the public evidence of its failure, and each person once",
        sql: r#"select jsonb_build_object('cluster', c."objectId", 'counted', jsonb_build_array(c."evidenceCount", c."personCount"),
                'found', jsonb_build_array(coalesce(e.evidence, 0), coalesce(e.people, 0)))
            from "FailureCluster" c left join (
                select e."fingerprint" as print, count(*) as evidence,
                    count(distinct coalesce(u."personId", u."objectId")) filter (where e."ownerMatch" <> 'no') as people,
                    min(e."seenAt") as first, max(e."seenAt") as last
                from "Evidence" e join "Issue" i on i."objectId" = e."issue" join "_User" u on u."objectId" = e."owner"
                where e."fingerprint" is not null and e."state" in ('decoded', 'partial') and _touchstone.is_public(i."_rperm") group by 1) e
                on e.print = c."fingerprint"
            where (c."evidenceCount", c."personCount", c."firstSeenAt", c."lastSeenAt")
                is distinct from (coalesce(e.evidence, 0), coalesce(e.people, 0), e.first, e.last)
                or c."state" <> _touchstone.cluster_state(c."state" = 'ignored', c."rootIssue")"#,
    },
    Check {
        name: "What is counted of clusters by the hour and the day, and of evidence by the day, is what there is",
        sql: r#"select jsonb_build_object('cluster', c."objectId", 'counted', c."evidenceCount", 'hours', h.sum, 'days', d.sum)
            from "FailureCluster" c left join (select cluster, sum(count) as sum from _touchstone.cluster_hour group by 1) h on h.cluster = c."objectId"
            left join (select cluster, sum(count) as sum from _touchstone.cluster_day group by 1) d on d.cluster = c."objectId"
            where (coalesce(h.sum, 0), coalesce(d.sum, 0)) is distinct from (c."evidenceCount"::numeric, c."evidenceCount"::numeric)
            union all select jsonb_build_object('evidence', found.count, 'counted', kept.count) from
                (select count(*) as count from "Evidence" e join "Issue" i on i."objectId" = e."issue"
                    where e."state" in ('decoded', 'partial') and _touchstone.is_public(i."_rperm")) found,
                (select coalesce(sum(count), 0) as count from _touchstone.evidence_day) kept
            where found.count <> kept.count"#,
    },
    Check {
        name: "Unexplained evidence is in the queue",
        sql: r#"select jsonb_build_object('evidence', e."objectId", 'state', e."state") from "Evidence" e
            where e."state" in ('queued', 'fetching', 'waiting')
                and not exists (select from _touchstone.evidence_queue q where q.evidence = e."objectId")"#,
    },
    Check {
        name: "The record of administrators has no gap and every seal holds",
        sql: r#"select jsonb_build_object('seq', e."seq") from (
                select a."seq", a."hash" = _touchstone.audit_seal(a) as is_sealed,
                    a."prevHash" = lag(a."hash", 1, repeat('0', 64)) over w as is_linked,
                    a."seq" = row_number() over w as is_next
                from "AuditEntry" a window w as (order by a."seq")) e
            where not (e.is_sealed and e.is_linked and e.is_next)"#,
    },
    Check {
        name: "A standing is what the ledger adds up to",
        sql: r#"select jsonb_build_object('season', coalesce(s."season", e.season), 'person', coalesce(s."personId", e.person),
                'standing', s."total", 'ledger', e.total)
            from "Standing" s full join (
                select "season" as season, "personId" as person, sum("amount") as total from "PointsEntry" group by 1, 2) e
                on e.season = s."season" and e.person = s."personId"
            where s."total" is distinct from e.total"#,
    },
    Check {
        name: "The ledger of every season has no gap, and each entry continues the one before",
        sql: r#"select jsonb_build_object('season', e."season", 'seq', e."seq") from (
                select e."season", e."seq", e."prevHash" = lag(e."hash", 1, repeat('0', 64)) over w as is_linked,
                    e."seq" = row_number() over w as is_next
                from "PointsEntry" e window w as (partition by e."season" order by e."seq")) e
            where not (e.is_linked and e.is_next)"#,
    },
    Check {
        name: "A payout adds up to what it says, and its leaves are those it was built with",
        sql: r#"select jsonb_build_object('payout', r."objectId", 'says', r."sum", 'found', p.sum::text) from "RewardExport" r
            left join (select export, count(*) as leaves, sum(amount) as sum from _touchstone.reward_payee
                where leaf_index is not null group by 1) p on p.export = r."objectId"
            where (p.leaves, p.sum::text) is distinct from (r."leafCount"::bigint, r."sum")
                or r."sum"::numeric + r."carried"::numeric + r."unallocated"::numeric <> r."pool"::numeric
            union all select jsonb_build_object('payout', coalesce(l."export", p.export), 'leaf', coalesce(l."index", p.leaf_index))
            from "RewardLeaf" l full join (
                select p.* from _touchstone.reward_payee p join "RewardExport" r on r."objectId" = p.export
                where p.leaf_index is not null and r."state" <> 'draft') p on p.export = l."export" and p.leaf_index = l."index"
            where (l."address", l."amount", l."personId") is distinct from (p.address, p.amount::text, p.person)"#,
    },
    Check {
        name: "Only who may be ranked is ranked",
        // Like `is_ranked`, for all persons together. A final season stays as it was sealed.
        sql: r#"select jsonb_build_object('season', s."season", 'person', s."personId") from "Standing" s
            left join (
                select "personId" as person, bool_or(coalesce("status", 'active') = 'active')
                    and not bool_or(coalesce("isAdmin", false)) and not bool_or(coalesce("riskState", 'clear') = 'held') as is_ranked
                from "_User" where "personId" is not null group by "personId") u on u.person = s."personId"
            where s."eligible" <> (s."season" > 0 and s."total" > 0 and coalesce(u.is_ranked, false))
                and not exists (select from "Season" z where z."number" = s."season" and z."state" in ('final', 'archived'))"#,
    },
    Check {
        name: "The board of a season counts who is ranked, by what they have",
        sql: r#"select jsonb_build_object('season', coalesce(c.season, s.season), 'total', coalesce(c.total, s.total),
                'counted', c.people, 'found', s.people)
            from (select * from _touchstone.board_count where people <> 0) c full join (
                select "season"::int as season, "total" as total, "highCount" as high, count(*) as people
                from "Standing" where "eligible" group by 1, 2, 3) s using (season, total, high)
            where c.people is distinct from s.people"#,
    },
    Check {
        name: "Users are not notified of their own acts, and once of one thing while it is unread",
        sql: r#"select jsonb_build_object('notification', n."objectId") from "Notification" n where n."actor" = n."user"
            union all select jsonb_build_object('user', n."user", 'groupKey', n."groupKey", 'unread', count(*))
            from "Notification" n where n."readAt" is null group by n."user", n."groupKey" having count(*) > 1"#,
    },
    Check {
        name: "What a settled issue has paid was paid out for that settlement",
        sql: r#"select jsonb_build_object('number', i."number") from "Issue" i
            left join _touchstone.paid_out p on p.issue = i."objectId"
            where i."settledAt" is not null and p.at is distinct from i."settledAt" and i."duplicateOf" is null"#,
    },
];

/// The invariants with their statements.
pub(crate) fn statements() -> impl Iterator<Item = (&'static str, Sql)> {
    CHECKS.iter().map(|check| (check.name, Sql::new(check.sql)))
}

/// The result, and when it was computed.
#[derive(Debug, Serialize)]
pub(crate) struct InvariantsCheckResult {
    at: String,
    differences: Vec<Json>,
}

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_task::<Nightly>(extension, state);
    command::<InvariantsCheck>(extension, state)
}

/// Runs every check and stores the result.
async fn check(ctx: &CommandContext) -> Result<InvariantsCheckResult, Error> {
    let mut differences = Vec::new();
    for check in CHECKS {
        let found: Vec<Json> = ctx.rows(&Sql::new(check.sql)).await?;
        let count = found.len();
        let told = found.into_iter().take(MOST);
        differences
            .extend(told.map(|what| json!({ "rule": check.name, "what": what, "of": count })));
    }
    let sql = Sql::fixed(
        "insert into _touchstone.invariant_report (at, differences) values ($1::timestamptz, $2::jsonb)
        on conflict (is_only) do update set at = excluded.at, differences = excluded.differences",
        [Bind::from(ctx.now()), Json::from(differences.clone()).into()],
    );
    ctx.execute(&sql).await?;
    Ok(InvariantsCheckResult { at: ctx.now().iso(), differences })
}

/// The result of the last check, if there was one.
pub(crate) async fn last(ctx: &CommandContext) -> Result<Option<Json>, Error> {
    ctx.row(&Sql::new(
        "select jsonb_build_object('at', _touchstone.iso(at), 'differences', differences)
        from _touchstone.invariant_report",
    ))
    .await
}

struct InvariantsCheck;

#[async_trait]
impl Command for InvariantsCheck {
    const NAME: &'static str = "invariantsCheck";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = NoParams;
    type Answer = AuditedReply<InvariantsCheckResult>;

    async fn run(ctx: &CommandContext, _: NoParams) -> Result<Self::Answer, Error> {
        Ok(AuditedReply { reply: check(ctx).await?, change: None })
    }
}

/// Runs once a day.
struct Nightly;

#[async_trait]
impl Task for Nightly {
    const NAME: &'static str = "invariants";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let sql = Sql::fixed(
            "select 'true'::jsonb from _touchstone.invariant_report where at > $1::timestamptz - interval '1 day'",
            [Bind::from(run.ctx().now())],
        );
        if run.ctx().row::<bool>(&sql).await?.is_some() {
            return Ok(());
        }
        let ctx = run.begin().await?;
        // A background task may take longer than a user's request.
        ctx.execute(&Sql::new("set local statement_timeout = '10min'")).await?;
        let outcome = check(&ctx).await;
        let report = run.end(ctx, outcome).await?;
        if !report.differences.is_empty() {
            let rules: Vec<&Json> = report.differences.iter().map(|found| &found["rule"]).collect();
            tracing::error!(?rules, "invariant check failed");
        }
        Ok(())
    }
}
